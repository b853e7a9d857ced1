import Configuration
import Diagnostics
import HTTP
import Origin
import POSIX

extension Command {
    static let render = Command(
        name: "render", summary: "Prints the document of a host, exactly the bytes served",
        operands: "(HOST | --all DIR)", operandCount: 0...1,
        options: RecordSource.options + [
            Render.version, Render.explain, Render.all, Render.prune,
        ],
        details: [
            "HOST is a host or a configured pattern such as '*.example.com'. With --all every",
            "host's document is written to a file named as the host, '*.' as '_wildcard.'. Files",
            "that have the content already are left alone; those of hosts that are gone are named,",
            "and removed with --prune. Certificates are not looked at. With --version the bytes of",
            "a version that was served are printed, which the fetch record keeps. With --explain",
            "each entry of the document is shown with the lines of the files that put it there.",
        ] + RecordSource.details,
        example: "aasa-origin render shop.example.com --config config/aasa-origin.yaml",
        run: Render.run)
}

/// The command `render`.
private enum Render {
    static let version = Option(
        name: "--version", value: "DIGEST",
        summary: "a version that was served, by the first digits of its digest")
    static let explain = Option(
        name: "--explain", summary: "show which line of which file put each entry there")
    static let all = Option(
        name: "--all", value: "DIR", summary: "write every host's document to a directory")
    static let prune = Option(
        name: "--prune", summary: "with --all: remove files of hosts that are gone")

    @Sendable static func run(_ invocation: Invocation) throws(UsageError) -> ExitCode {
        let directory = invocation.value(all)
        let host = invocation.operands.first
        guard (directory == nil) != (host == nil) else {
            throw UsageError(
                "argument-missing", "give either HOST or --all DIR", for: invocation.command)
        }
        guard directory != nil || !invocation.has(prune) else {
            throw UsageError(
                "option-conflict", "option '--prune' stands only with '--all'",
                for: invocation.command)
        }
        if invocation.has(explain) { return try explain(host, invocation) }
        if let digest = invocation.value(version) {
            return try show(host, version: digest, invocation)
        }
        for option in RecordSource.options where option != .config && invocation.has(option) {
            throw UsageError(
                "option-conflict", "option '\(option.name)' stands only with '--version'",
                for: invocation.command)
        }
        let progress = invocation.progress()
        let build = ConfigurationFile.build(invocation, certificates: .none, progress)
        progress.end()
        Findings.show(build.findings)
        guard let snapshot = build.snapshot else { return .refused }
        if let directory {
            return writeAll(
                snapshot, to: directory, prunes: invocation.has(prune), invocation.progress())
        }
        return host.map { show($0, snapshot) } ?? .wrongUsage
    }

    private static func show(
        _ host: String?, version digest: String, _ invocation: Invocation
    ) throws(UsageError) -> ExitCode {
        guard let host else {
            throw UsageError(
                "option-conflict", "option '--version' cannot stand with '--all'",
                for: invocation.command)
        }
        do throws(AdminFailure) {
            let source = try RecordSource(invocation)
            ProcessContext.printOutput(try source.document(of: host, version: digest))
            return .done
        } catch {
            Findings.show(error.findings)
            return error.code
        }
    }

    private static func explain(
        _ host: String?, _ invocation: Invocation
    ) throws(UsageError) -> ExitCode {
        guard let host, !invocation.has(version) else {
            let other = host == nil ? all : version
            throw UsageError(
                "option-conflict", "option '--explain' cannot stand with '\(other.name)'",
                for: invocation.command)
        }
        let progress = ProgressLine()
        progress.start()
        progress.begin("reading the configuration")
        let loaded = ConfigurationFile.load(invocation, keepsOrigins: true)
        let build = ConfigurationFile.build(loaded, certificates: .none, progress)
        progress.end()
        Findings.show(build.findings)
        guard let snapshot = build.snapshot, let origins = loaded.origins,
            let index = index(of: host, snapshot, origins)
        else { return .refused }
        let entries = origins.entries(ofHost: index, in: snapshot.configuration)
        ProcessContext.printOutput(entries.map(\.description).joined())
        return .done
    }

    /// Returns the entry that answers for a host, or `nil` after a finding.
    private static func index(
        of host: String, _ snapshot: Snapshot, _ origins: HostOrigins? = nil
    ) -> Int? {
        if let index = snapshot.hostIndex(named: host) { return index }
        let names = snapshot.configuration.hosts.lazy.map(\.pattern)
        Findings.show([
            Diagnostic(
                .error, "host-not-configured",
                "host \(Diagnostic.quoted(host)) is not configured",
                hint: NearestWord.nearest(to: host, among: names)
                    .map { "did you mean '\($0)'?" },
                notes: [origins?.omission(of: host)].compactMap(\.self))
        ])
        return nil
    }

    private static func show(_ host: String, _ snapshot: Snapshot) -> ExitCode {
        guard let index = index(of: host, snapshot) else { return .refused }
        let site = snapshot.site(ofHost: index)
        guard site.isEnabled else {
            Findings.show([disabled(host, index, snapshot.configuration)])
            return .refused
        }
        ProcessContext.printOutput(site.response.body)
        return .done
    }

    /// Returns why a host serves nothing: its environment is off, or an override says so.
    private static func disabled(
        _ host: String, _ index: Int, _ configuration: Configuration
    ) -> Diagnostic {
        let entry = configuration.hosts[index]
        let environment = configuration.environments[entry.environment]
        let isOverride = environment.base.map { configuration.environments[$0].isEnabled } ?? false
        let name = Diagnostic.quoted(environment.name)
        return Diagnostic(
            .error, isOverride ? "host-off" : "environment-disabled",
            "host \(Diagnostic.quoted(host)) serves 404: "
                + (isOverride
                    ? "an override turns it off" : "environment \(name) is not enabled"),
            at: entry.location,
            hint: isOverride
                ? "aasa-origin render --explain \(host) shows which"
                : "remove 'enabled: false' to serve it")
    }

    private static func writeAll(
        _ snapshot: Snapshot, to directory: String, prunes: Bool, _ progress: ProgressLine
    ) -> ExitCode {
        defer { progress.end() }
        progress.begin("writing documents", total: snapshot.hostCount)
        do throws(DocumentDirectory.Failure) {
            let outcome = try DocumentDirectory(directory)
                .write(snapshot, prunes: prunes, advance: progress.advance)
            progress.end()
            ProcessContext.printOutput(text(outcome, directory, prunes: prunes))
            return .done
        } catch {
            progress.end()
            Findings.show([
                Diagnostic(
                    .error, "document-not-written",
                    "cannot write \(Diagnostic.quotedPath(error.path)): \(error.error.reason)")
            ])
            return .failed
        }
    }

    private static func text(
        _ outcome: DocumentDirectory.Outcome, _ directory: String, prunes: Bool
    ) -> String {
        var text = "wrote \(Count.text(outcome.written, "document")) to \(directory)"
        if outcome.unchanged > 0 { text += ", \(Count.text(outcome.unchanged)) unchanged" }
        guard !outcome.gone.isEmpty else { return text + "\n" }
        let verb = prunes ? "removed" : "left"
        text += "\n\(verb) \(Count.text(outcome.gone.count, "file")) of hosts that are gone: "
        return text + HostNames(outcome.gone).text() + (prunes ? "" : " (--prune removes)") + "\n"
    }
}
