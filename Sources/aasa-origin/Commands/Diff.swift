import Configuration
import Diagnostics
import Origin
import POSIX
import SiteAssociation

extension Command {
    static let diff = Command(
        name: "diff", summary: "Says what differs in meaning: hosts, apps, URLs, services",
        operands: "(OLD NEW | --server [NEW])", operandCount: 0...2,
        options: RecordSource.options + [Diff.server, Diff.host, .json],
        details: [
            "OLD and NEW are association files or configurations, or HOST@DIGEST for a version",
            "that the fetch record keeps; - is standard input. With --server OLD is what the",
            "running server serves, and NEW is the configuration. Each",
            "difference comes with a URL on which both sides decide differently. Comments, order",
            "and spellings that change nothing are no difference. Ends with 0 when both mean the",
            "same, 1 when they differ, 3 when one cannot be read.",
        ],
        example: "aasa-origin diff old.yaml config/aasa-origin.yaml",
        run: Diff.run)
}

/// The command `diff`.
enum Diff {
    static let server = Option(
        name: "--server", summary: "compare with what the running server serves")
    static let host = Option(
        name: "--host", value: "HOST", summary: "compare only the documents of this host")

    @Sendable static func run(_ invocation: Invocation) throws(UsageError) -> ExitCode {
        let versions = invocation.operands.compactMap(RecordedVersion.init)
        // With a version, --admin says where its record is.
        let asksServer =
            invocation.has(server) || (invocation.has(AdminClient.admin) && versions.isEmpty)
        guard invocation.operands.count == (asksServer ? invocation.operands.prefix(1).count : 2)
        else {
            throw UsageError(
                asksServer ? "argument-unexpected" : "argument-missing",
                asksServer ? "with --server only NEW is given" : "give OLD and NEW, or --server",
                for: invocation.command)
        }
        let progress = invocation.progress(unless: .json)
        defer { progress.end() }
        progress.begin("reading both sides")
        let sides: (old: DiffSide, new: DiffSide)
        do throws(AdminFailure) {
            sides = asksServer ? try running(invocation, progress) : try files(invocation)
        } catch {
            progress.end()
            Findings.show(error.findings)
            return .failed
        }
        let name = invocation.value(host) ?? versions.first?.host
        return try compare(sides, of: name, invocation, progress)
    }

    private static func files(
        _ invocation: Invocation
    ) throws(AdminFailure) -> (DiffSide, DiffSide) {
        let operands = invocation.operands
        return (try side(operands[0], invocation), try side(operands[1], invocation))
    }

    private static func side(
        _ operand: String, _ invocation: Invocation
    ) throws(AdminFailure) -> DiffSide {
        guard let version = RecordedVersion(operand) else { return try DiffSide(operand) }
        return .document(try version.document(RecordSource(invocation)))
    }

    private static func running(
        _ invocation: Invocation, _ progress: ProgressLine
    ) throws(AdminFailure) -> (DiffSide, DiffSide) {
        guard let path = invocation.operands.first ?? ConfigurationFile.path(invocation) else {
            throw AdminFailure(findings: [ConfigurationFile.missing], code: .failed)
        }
        let new = try DiffSide(path)
        let client = try AdminClient(
            invocation, loaded: LoadedConfiguration(new.configuration, findings: []))
        return (.site(try RunningSite.site(client, comparedWith: new.site, progress), nil), new)
    }

    private static func compare(
        _ sides: (old: DiffSide, new: DiffSide), of host: String?, _ invocation: Invocation,
        _ progress: ProgressLine
    ) throws(UsageError) -> ExitCode {
        progress.begin("comparing documents")
        if host == nil, let old = sides.old.site, let new = sides.new.site {
            let diff = SiteDiff(old: old, new: new)
            progress.end()
            show(diff.isSameMeaning, diff.summary, diff.text, diff.json, invocation)
            return diff.isSameMeaning ? .done : .refused
        }
        progress.end()
        var name = host
        if name == nil { name = try onlyHost(sides, invocation) }
        do throws(AdminFailure) {
            let diff = DocumentDiff(
                old: try sides.old.document(of: name), new: try sides.new.document(of: name),
                host: name?.replacing("*.", with: "www.") ?? "example.com")
            show(diff.isSameMeaning, diff.summary, diff.text, diff.json, invocation)
            return diff.isSameMeaning ? .done : .refused
        } catch {
            Findings.show(error.findings)
            return error.code
        }
    }

    /// The host of a configuration with one, which is compared with a file.
    private static func onlyHost(
        _ sides: (old: DiffSide, new: DiffSide), _ invocation: Invocation
    ) throws(UsageError) -> String? {
        guard let site = sides.old.site ?? sides.new.site else { return nil }
        guard site.hosts.count == 1 else {
            throw UsageError(
                "host-missing", "a file is compared with the document of one host",
                hint: "name the host with --host", for: invocation.command)
        }
        return site.hosts[0].pattern
    }

    private static func show(
        _ isSame: Bool, _ summary: String, _ text: String, _ json: JSONValue,
        _ invocation: Invocation
    ) {
        if invocation.has(.json) {
            Findings.show(json)
        } else {
            ProcessContext.printOutput(summary + "\n" + text)
        }
    }
}
