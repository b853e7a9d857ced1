import Doctor
import Testing

/// Something that is wrong with a host, and the findings that it comes to.
struct FindingCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let seen: HostObservations
    let lines: [String]

    init(
        _ description: String, _ lines: [String], seen: HostObservations = SampleHost.seen,
        change: (inout HostObservations) -> Void = { _ in }
    ) {
        testDescription = description
        self.lines = lines
        var seen = seen
        change(&seen)
        self.seen = seen
    }

    func check() {
        #expect(Examination.report(on: seen).lines == lines)
    }
}
