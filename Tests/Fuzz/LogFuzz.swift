import Diagnostics

@testable import FetchRecord

/// Reads any bytes as an access log: nothing may trap, and it does not matter in which pieces
/// they come.
///
/// The first byte says how long the pieces are. What is counted fits the lines that were
/// read, and every finding can be printed.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let first = bytes.first else { return 0 }
    let text = Array(bytes.dropFirst())
    let (whole, hosts) = read(text, piece: max(1, text.count))
    let (cut, sameHosts) = read(text, piece: Int(first) + 1)
    // Of a damaged piece of gzip nothing is given out, so there pieces matter.
    let isSame = !whole.isWhole || (whole == cut && hosts == sameHosts)
    precondition(isSame, "pieces do not matter")
    _ = RecordText.overview(hosts)
    for host in hosts {
        _ = RecordText.details(host)
        precondition(!host.host.isEmpty && !host.counts.isEmpty, "a host has fetches")
    }
    return 0
}

/// What reading some bytes comes to.
private struct Outcome: Equatable {
    var isWhole: Bool
    var requests: Int
    var badLines: Int
    var findings: String
}

private func read(_ text: [UInt8], piece: Int) -> (Outcome, [HostFetches]) {
    var reader = AccessLogReader(LogTally())
    var rest = text[...]
    let outcome = reader.read(SourceFile(name: "log")) {
        let next = Array(rest.prefix(piece))
        rest = rest.dropFirst(piece)
        return next
    }
    let findings = DiagnosticText().text(for: outcome.findings)
    let hosts = reader.tally.fetches(quietAfterMilliseconds: 86_400_000)
    let result = Outcome(
        isWhole: outcome.isWhole, requests: reader.requests, badLines: reader.badLines,
        findings: findings)
    return (result, hosts)
}
