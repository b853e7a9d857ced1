import Diagnostics
import Doctor
import POSIX
import TLS

extension Command {
    static let doctor = Command(
        name: "doctor", summary: "Finds out from outside why the links of hosts do not open",
        operands: "HOST...", operandCount: 0...DoctorCommand.hostLimit,
        options: [
            DoctorCommand.connectTo, DoctorCommand.authorities, DoctorCommand.timeout,
            DoctorCommand.explain,
        ],
        details: [
            "Asks each host for its file as Apple, a device, a browser and nobody would, over each",
            "version of IP and TLS, and says what is wrong, why it matters and how it is mended.",
            "Ends with 1 when a host is broken, 5 when only Apple's copy is old, 3 when a host could",
            "not be looked at, and 0 when there are at most warnings.",
        ],
        example: "aasa-origin doctor shop.example.com",
        run: DoctorCommand.run)
}

/// The command `doctor`.
enum DoctorCommand {
    /// How many hosts the command line takes.
    static let hostLimit = 10_000

    static let connectTo = Option(
        name: "--connect-to", value: "ROUTES",
        summary: "HOST:PORT:ADDRESS:PORT, as of curl; several with commas")
    static let authorities = Option(
        name: "--ca", value: "FILE", summary: "trust these authorities, not the system's")
    static let timeout = Option(
        name: "--timeout", value: "SECONDS", summary: "for each request; 10 by default")
    static let explain = Option(
        name: "--explain", value: "ID", summary: "say what a finding means and how it is mended")

    @Sendable static func run(_ invocation: Invocation) throws(UsageError) -> ExitCode {
        if let id = invocation.value(explain) { return try explanation(of: id, invocation) }
        let targets = try targets(invocation)
        let prober = HostProber(try settings(invocation))
        var verdicts: [Verdict] = []
        for target in targets {
            let report = Examination.report(on: prober.observe(target))
            verdicts.append(report.verdict)
            ProcessContext.printOutput(TextReport().text(for: report))
        }
        return code(verdicts)
    }

    /// The worst of several hosts decides: broken, then stale, then not known.
    static func code(_ verdicts: [Verdict]) -> ExitCode {
        if verdicts.contains(.broken) { return .refused }
        if verdicts.contains(.stale) { return .stale }
        return verdicts.contains(.unknown) ? .failed : .done
    }

    private static func targets(_ invocation: Invocation) throws(UsageError) -> [ProbeTarget] {
        guard !invocation.operands.isEmpty else {
            throw UsageError("argument-missing", "HOST is missing", for: invocation.command)
        }
        var targets: [ProbeTarget] = []
        for text in invocation.operands {
            guard let target = ProbeTarget(text: text) else {
                throw UsageError(
                    "host-malformed", "\(Diagnostic.quoted(text)) is no host",
                    hint: "write it as example.com, or example.com:8443", for: invocation.command)
            }
            targets.append(target)
        }
        return targets
    }

    private static func settings(_ invocation: Invocation) throws(UsageError) -> ProbeSettings {
        var settings = ProbeSettings()
        for text in (invocation.value(connectTo) ?? "").split(separator: ",") {
            guard let route = Route(text: String(text)) else {
                throw UsageError(
                    "route-malformed", "\(Diagnostic.quoted(text)) is no route",
                    hint: "write it as HOST:PORT:ADDRESS:PORT; HOST and PORT may be empty",
                    for: invocation.command)
            }
            settings.routes.append(route)
        }
        if let file = invocation.value(authorities) {
            guard let trusted = TrustedAuthorities(file: file) else {
                throw UsageError(
                    "authorities-unreadable",
                    "\(Diagnostic.quoted(file)) has no certificates in PEM",
                    for: invocation.command)
            }
            settings.authorities = trusted
        }
        if let text = invocation.value(timeout) {
            guard let seconds = Int(text), (1...300).contains(seconds) else {
                throw UsageError(
                    "timeout-malformed", "\(Diagnostic.quoted(text)) is no number from 1 to 300",
                    for: invocation.command)
            }
            settings.timeoutMilliseconds = seconds * 1000
        }
        return settings
    }

    private static func explanation(
        of id: String, _ invocation: Invocation
    ) throws(UsageError) -> ExitCode {
        guard let rule = FindingRules.rule(id) else {
            let nearest = NearestWord.nearest(to: id, among: FindingRules.all.map(\.id))
            throw UsageError(
                "unknown-finding", "there is no finding \(Diagnostic.quoted(id))",
                hint: nearest.map { "did you mean '\($0)'?" }, for: invocation.command)
        }
        ProcessContext.printOutput(TextReport().text(for: rule))
        return .done
    }
}
