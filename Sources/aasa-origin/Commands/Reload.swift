import Configuration
import Diagnostics
import HTTP
import HTTPClient
import Origin
import POSIX
import SiteAssociation

extension Command {
    static let reload = Command(
        name: "reload", summary: "Has a running server load its configuration again",
        options: [
            .config, AdminClient.admin, AdminClient.tokenFile, Reload.dryRun, Reload.ifMatch,
            Reload.allowShrink, .json,
        ],
        details: [
            "Asks the admin listener of the configuration, and prints the verdict. Ends with 0",
            "when it was reloaded or unchanged, 1 when it was refused, 3 when the server could",
            "not be reached. With --admin no configuration is read. A configuration that would",
            "lose a host, an app of a host or everything a document says is refused, unless it is",
            "asked for with --allow-shrink.",
        ],
        example: "aasa-origin reload --dry-run --config config/aasa-origin.yaml",
        run: Reload.run)
}

/// The command `reload`.
private enum Reload {
    static let dryRun = Option(name: "--dry-run", summary: "do everything but the swap")
    static let allowShrink = Option(
        name: "--allow-shrink", summary: "also when hosts or apps disappear")
    static let ifMatch = Option(
        name: "--if-match", value: "DIGEST",
        summary: "only when this configuration digest is served now")

    @Sendable static func run(_ invocation: Invocation) -> ExitCode {
        do throws(AdminFailure) {
            let client = try AdminClient(invocation, loaded: Self.loaded(invocation))
            var headers: [Field] = []
            if let digest = invocation.value(ifMatch) {
                headers.append(
                    Field(
                        "If-Match", digest == "*" ? digest : "\"\(digest.filter { $0 != "\"" })\""))
            }
            let parameters = [(dryRun, "dry_run=1"), (allowShrink, "allow_shrink=1")]
            let query = parameters.filter { invocation.has($0.0) }.map(\.1)
            let response = try client.send(
                "POST", "/reload" + (query.isEmpty ? "" : "?" + query.joined(separator: "&")),
                headers: headers)
            return try show(response, client, asJSON: invocation.has(.json))
        } catch {
            Findings.show(error.findings)
            return error.code
        }
    }

    /// The configuration, which no server is asked to load when it can be seen to be broken.
    private static func loaded(_ invocation: Invocation) -> LoadedConfiguration {
        let loaded = ConfigurationFile.load(invocation)
        guard loaded.configuration == nil else { return loaded }
        let note = Diagnostic(
            .error, "reload-not-asked", "the running server was not asked to reload this",
            hint: "what it serves stays; name its address with --admin to ask nevertheless")
        return LoadedConfiguration(nil, findings: loaded.findings + [note])
    }

    private static func show(
        _ response: HTTPClientResponse, _ client: AdminClient, asJSON: Bool
    ) throws(AdminFailure) -> ExitCode {
        let source = SourceFile(name: client.target.name, bytes: response.body)
        let verdict = JSONReader.read(source).root.flatMap(VerdictText.init)
        guard let verdict, [200, 412, 422].contains(response.status) else {
            throw client.refusal(response)
        }
        if asJSON {
            ProcessContext.printOutput(response.body)
        } else {
            Findings.show(verdict.findings)
            let lines = [verdict.summary] + verdict.groups.map { "  \($0)" }
            ProcessContext.printOutput(lines.joined(separator: "\n") + "\n")
        }
        return response.status == 200 ? .done : .refused
    }
}
