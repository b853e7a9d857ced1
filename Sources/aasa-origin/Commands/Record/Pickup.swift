import Diagnostics
import FetchRecord
import POSIX
import SiteAssociation

extension Command {
    static let pickup = Command(
        name: "pickup", summary: "Says, or waits until, Apple has the current version of a host",
        operands: "HOST", operandCount: 1...1,
        options: RecordSource.options + [Pickup.wait, Pickup.every, .json],
        details: [
            "A gate for releases. Ends with 0 when Apple's network has the version that is",
            "published, 5 when it has an earlier one or none, 1 when its last fetch was refused or",
            "nothing is published, 3 when the record cannot be read or knows no such host. With",
            "--wait it looks again until that is so; a refusal that was there before is waited",
            "through, a new one ends the waiting. A server that is gone for a while is waited for.",
        ] + RecordSource.details,
        example: "aasa-origin pickup shop.example.com --wait 6h --config config/aasa-origin.yaml",
        run: Pickup.run)
}

/// The command `pickup`.
private enum Pickup {
    static let wait = Option(
        name: "--wait", value: "TIME", summary: "wait for as long as this, such as 6h")
    static let every = Option(
        name: "--every", value: "TIME", summary: "how often --wait looks; 15s by default")
    static let defaultEverySeconds = 15

    @Sendable static func run(_ invocation: Invocation) throws(UsageError) -> ExitCode {
        let waitSeconds = try invocation.seconds(wait)
        let everySeconds = try invocation.seconds(every) ?? defaultEverySeconds
        guard waitSeconds != nil || !invocation.has(every) else {
            throw UsageError(
                "option-conflict", "option '--every' stands only with '--wait'",
                for: invocation.command)
        }
        do throws(AdminFailure) {
            let source = try RecordSource(invocation)
            var watch = Watch(source, host: invocation.operands[0])
            let verdict = try watch.run(
                limitSeconds: waitSeconds ?? 0, everySeconds: everySeconds)
            show(verdict, watch, waited: waitSeconds != nil, invocation)
            return code(verdict)
        } catch {
            Findings.show(error.findings)
            return error.code
        }
    }

    private static func code(_ verdict: PickupGate.Verdict) -> ExitCode {
        switch verdict {
        case .current: .done
        case .stale: .stale
        case .refused, .unpublished: .refused
        }
    }

    private static func show(
        _ verdict: PickupGate.Verdict, _ watch: Watch, waited: Bool, _ invocation: Invocation
    ) {
        guard let fetches = watch.fetches else { return }
        guard !invocation.has(.json) else {
            Findings.show([
                "host": .string(fetches.host), "verdict": .string(verdict.rawValue),
                "pickup": fetches.pickup?.json ?? .null,
            ])
            return
        }
        ProcessContext.printOutput(RecordText.heading(fetches) + "\n")
        if fetches.pickup?.kind == .neverFetched, verdict == .stale {
            ProcessContext.printError(
                "  hint: Apple comes within a day after a device has first asked for the host\n")
        }
    }
}

/// Looks at one host until its state is what a release waits for.
private struct Watch {
    private let source: RecordSource
    private let host: String
    private var gate = PickupGate()
    private var told = ""
    /// What the last look that worked has shown.
    private(set) var fetches: HostFetches?

    init(_ source: RecordSource, host: String) {
        self.source = source
        self.host = host
    }

    mutating func run(
        limitSeconds: Int, everySeconds: Int
    ) throws(AdminFailure) -> PickupGate.Verdict {
        let end = Clock.monotonicNanoseconds() + Int64(limitSeconds) * 1_000_000_000
        let pause = Semaphore()
        while true {
            let outcome = look()
            let left = (end - Clock.monotonicNanoseconds()) / 1_000_000
            switch outcome {
            case .success(let look):
                if !look.mayChange || left <= 0 { return look.verdict }
            case .failure(let failure):
                // Only a server that has answered before may be on its way back.
                if fetches == nil || failure.isFinal || left <= 0 { throw failure }
            }
            tell(outcome)
            _ = pause.wait(timeoutMilliseconds: min(left, Int64(everySeconds) * 1000))
        }
    }

    private mutating func look() -> Result<
        (verdict: PickupGate.Verdict, mayChange: Bool), AdminFailure
    > {
        do throws(AdminFailure) {
            guard let found = try source.fetches(of: host), let pickup = found.pickup else {
                throw AdminFailure(findings: [RecordSource.unknown(host)], code: .failed)
            }
            fetches = found
            return .success(gate.look(at: pickup))
        } catch {
            return .failure(error)
        }
    }

    /// Says what is waited for, once for each change.
    private mutating func tell(
        _ outcome: Result<(verdict: PickupGate.Verdict, mayChange: Bool), AdminFailure>
    ) {
        var words = fetches.map(RecordText.heading) ?? ""
        if case .failure(let failure) = outcome {
            words = failure.findings.map(\.message).joined(separator: "; ")
        }
        if words != told { ProcessContext.printError("waiting: \(words)\n") }
        told = words
    }
}

extension AdminFailure {
    /// Whether trying again cannot help: the server answers, and refuses.
    fileprivate var isFinal: Bool { findings.contains { $0.id == "admin-refused" } }
}
