import Configuration
import Diagnostics
import HTTP
import Origin
import POSIX

extension Command {
    static let render = Command(
        name: "render", summary: "Prints the document of a host, exactly the bytes served",
        operands: "(HOST | --all DIR)", operandCount: 0...1, options: [.config, Render.all],
        details: [
            "HOST is a host or a configured pattern such as '*.example.com'. With --all every",
            "host's document is written to a file named as the host, '*.' as '_wildcard.'.",
            "Certificates are not looked at.",
        ],
        example: "aasa-origin render shop.example.com --config config/aasa-origin.yaml",
        run: Render.run)
}

/// The command `render`.
private enum Render {
    static let all = Option(
        name: "--all", value: "DIR", summary: "write every host's document to a directory")

    @Sendable static func run(_ invocation: Invocation) throws(UsageError) -> ExitCode {
        let directory = invocation.value(all)
        let host = invocation.operands.first
        guard (directory == nil) != (host == nil) else {
            throw UsageError(
                "argument-missing", "give either HOST or --all DIR", for: invocation.command)
        }
        let build = SnapshotBuilder(
            certificates: .none, nowMilliseconds: Clock.nowMilliseconds
        ).build(ConfigurationFile.load(invocation))
        Findings.show(build.findings)
        guard let snapshot = build.snapshot else { return .refused }
        if let directory { return writeAll(snapshot, to: directory) }
        return host.map { show($0, snapshot) } ?? .wrongUsage
    }

    private static func show(_ host: String, _ snapshot: Snapshot) -> ExitCode {
        guard let index = snapshot.hostIndex(named: host) else {
            let names = snapshot.configuration.hosts.lazy.map(\.pattern)
            Findings.show([
                Diagnostic(
                    .error, "host-not-configured",
                    "host \(Diagnostic.quoted(host)) is not configured",
                    hint: NearestWord.nearest(to: host, among: names)
                        .map { "did you mean '\($0)'?" })
            ])
            return .refused
        }
        let site = snapshot.site(ofHost: index)
        guard site.isEnabled else {
            let environment = Diagnostic.quoted(site.environment)
            Findings.show([
                Diagnostic(
                    .error, "environment-disabled",
                    "host \(Diagnostic.quoted(host)) serves 404: environment \(environment) "
                        + "is not enabled",
                    at: snapshot.configuration.hosts[index].location)
            ])
            return .refused
        }
        ProcessContext.printOutput(site.response.body)
        return .done
    }

    private static func writeAll(_ snapshot: Snapshot, to directory: String) -> ExitCode {
        var count = 0
        var path = directory
        do {
            try Files.createDirectory(directory)
            for (index, host) in snapshot.configuration.hosts.enumerated() {
                let site = snapshot.site(ofHost: index)
                guard site.isEnabled else { continue }
                path = "\(directory)/\(host.isWildcard ? "_wildcard." : "")\(host.name)"
                try Files.write(site.response.body, to: path)
                count += 1
            }
        } catch {
            Findings.show([
                Diagnostic(
                    .error, "document-not-written",
                    "cannot write \(Diagnostic.quoted(path)): \(error.reason)")
            ])
            return .failed
        }
        ProcessContext.printOutput(
            "wrote \(count) document\(count == 1 ? "" : "s") to \(directory)\n")
        return .done
    }
}
