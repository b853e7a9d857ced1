import Diagnostics
import Doctor
import POSIX
import SiteAssociation

extension Command {
    static let doctor = Command(
        name: "doctor", summary: "Finds out from outside why the links of hosts do not open",
        operands: "[HOST...]", operandCount: 0...DoctorCommand.hostLimit,
        options: DoctorOptions.all,
        details: [
            "Asks each host for its file as Apple, a device, a browser and nobody would, over each",
            "version of IP and TLS, asks Apple's servers for their copy, and says what is wrong,",
            "why it matters and how it is mended. With --config all hosts of a configuration are",
            "looked at and its tests applied. Several hosts get a line for each finding, and a",
            "summary. Ends with 1 when a host is broken, 5 when only Apple's copy is old, 3 when a",
            "host could not be looked at, and 0 when there are at most warnings.",
        ],
        example: "aasa-origin doctor shop.example.com",
        run: DoctorCommand.run)
}

/// The command `doctor`.
enum DoctorCommand {
    /// How many hosts the command line takes.
    static let hostLimit = 10_000

    @Sendable static func run(_ invocation: Invocation) throws(UsageError) -> ExitCode {
        if let id = invocation.value(DoctorOptions.explain) {
            return try explanation(of: id, invocation)
        }
        let options = try DoctorOptions(invocation)
        do throws(InputFailure) {
            let roster = try DoctorRoster.read(invocation)
            guard !roster.targets.isEmpty else {
                throw InputFailure(
                    Diagnostic(.error, "hosts-missing", "there is no host to look at"))
            }
            return run(roster, options)
        } catch {
            Findings.show(error.findings)
            return error.findings.contains { $0.id == "file-unreadable" } ? .failed : .refused
        }
    }

    private static func run(_ roster: Roster, _ options: DoctorOptions) -> ExitCode {
        var settings = options.settings
        let isBulk = roster.targets.count > 1
        if isBulk {
            settings.parallelRequests = 1
            settings.others = Set(roster.targets)
            settings.allowsPrivate = options.allowsPrivate
        }
        let prober = HostProber(settings)
        var writer = options.format.writer(hosts: roster.targets.count)
        var summary = ReportSummary()
        var stale: [ProbeTarget] = []
        var hasOtherFault = false
        let progress = ProgressLine()
        progress.begin(
            "looking at \(isBulk ? "hosts" : roster.targets[0].name)",
            total: isBulk ? roster.targets.count : 0)
        // What machines read comes without anything for people.
        if options.format == .text { progress.start() }
        ProcessContext.printOutput(writer.opening)
        Parallel.each(roster.targets, limit: options.jobs) { target in
            let wishes = roster.wishes(for: target)
            let seen = prober.observe(target, isDirect: wishes.isDirect)
            return Examination.report(on: seen, wishes: wishes)
        } receive: { report in
            summary.add(report)
            if report.awaitsCopy {
                stale.append(report.seen.target)
            } else if report.verdict == .broken {
                hasOtherFault = true
            }
            progress.advance(by: 1)
            progress.printResults(writer.text(for: report))
        }
        progress.end()
        ProcessContext.printOutput(writer.closing(summary))
        guard let watch = options.watch, !stale.isEmpty else { return code(summary.verdict) }
        let end = watch.run(stale) { target in
            let wishes = roster.wishes(for: target)
            return Examination.report(on: prober.observe(target, isBrief: true), wishes: wishes)
        } tell: { report in
            ProcessContext.printError(WatchText.line(for: report))
        }
        return hasOtherFault ? .refused : code(end)
    }

    /// What a verdict on all hosts ends the command with.
    static func code(_ verdict: Doctor.Verdict) -> ExitCode {
        switch verdict {
        case .fine: .done
        case .stale: .stale
        case .broken: .refused
        case .unknown: .failed
        }
    }

    private static func explanation(
        of id: String, _ invocation: Invocation
    ) throws(UsageError) -> ExitCode {
        if let code = FailureCode(rawValue: id.uppercased()) {
            ProcessContext.printOutput("\(code.rawValue): \(code.words)\n")
            return .done
        }
        guard let rule = FindingRules.rule(id) else {
            let nearest = NearestWord.nearest(to: id, among: FindingRules.all.map(\.id))
            throw UsageError(
                "unknown-finding", "there is no finding \(Diagnostic.quoted(id))",
                hint: LintRules.rule(id) == nil
                    ? nearest.map { "did you mean '\($0)'?" }
                    : "it is a mistake of the file: \(Version.name) lint --explain \(id)",
                for: invocation.command)
        }
        ProcessContext.printOutput(TextReport().text(for: rule))
        return .done
    }
}
