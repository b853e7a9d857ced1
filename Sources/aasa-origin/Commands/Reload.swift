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
            .config, Reload.admin, Reload.tokenFile, Reload.dryRun, Reload.ifMatch, .json,
        ],
        details: [
            "Asks the admin listener of the configuration, and prints the verdict. Ends with 0",
            "when it was reloaded or unchanged, 1 when it was refused, 3 when the server could",
            "not be reached. With --admin no configuration is read.",
        ],
        example: "aasa-origin reload --dry-run --config config/aasa-origin.yaml",
        run: Reload.run)
}

/// The command `reload`.
private enum Reload {
    static let admin = Option(
        name: "--admin", value: "ADDRESS",
        summary: "the admin listener: HOST:PORT, an http URL, or unix:PATH")
    static let tokenFile = Option(
        name: "--token-file", value: "FILE", summary: "the file of the bearer token")
    static let dryRun = Option(name: "--dry-run", summary: "do everything but the swap")
    static let ifMatch = Option(
        name: "--if-match", value: "DIGEST",
        summary: "only when this configuration digest is served now")

    /// How long a reload may take.
    static let timeoutMilliseconds = 120_000
    /// The largest verdict that is read.
    static let bodyLimitBytes = JSONReader.sizeLimitBytes
    /// The largest token file that is read.
    static let tokenLimitBytes = 4_096

    @Sendable static func run(_ invocation: Invocation) -> ExitCode {
        do throws(Failure) {
            let target = try target(invocation)
            var headers: [Field] = []
            if let token = try token(invocation) ?? target.token {
                headers.append(
                    Field("Authorization", "Bearer " + String(decoding: token, as: UTF8.self)))
            }
            if let digest = invocation.value(ifMatch) {
                headers.append(
                    Field(
                        "If-Match", digest == "*" ? digest : "\"\(digest.filter { $0 != "\"" })\""))
            }
            let query = invocation.has(dryRun) ? "?dry_run=1" : ""
            let response = try send(target, query: query, headers: headers)
            return show(response, target, asJSON: invocation.has(.json))
        } catch {
            Findings.show(error.findings)
            return error.code
        }
    }

    /// Why the server was not asked.
    private struct Failure: Error {
        let findings: [Diagnostic]
        let code: ExitCode
    }

    private static func send(
        _ target: AdminTarget, query: String, headers: [Field]
    ) throws(Failure) -> HTTPClientResponse {
        do {
            return try HTTPClient.send(
                method: "POST", url: target.url + "/reload" + query,
                unixSocket: target.unixSocket, headers: headers,
                timeoutMilliseconds: timeoutMilliseconds, bodyLimitBytes: bodyLimitBytes)
        } catch {
            throw Failure(
                findings: [
                    Diagnostic(
                        .error, "admin-unreachable",
                        "cannot ask the admin listener at \(Diagnostic.quoted(target.name)): "
                            + error.reason,
                        hint: "is the server running with this configuration?")
                ], code: .failed)
        }
    }

    private static func target(_ invocation: Invocation) throws(Failure) -> AdminTarget {
        if let address = invocation.value(admin) { return AdminTarget(address) }
        let loaded = ConfigurationFile.load(invocation)
        guard let configuration = loaded.configuration else {
            let note = Diagnostic(
                .error, "reload-not-asked", "the running server was not asked to reload this",
                hint: "what it serves stays; name its address with --admin to ask nevertheless")
            throw Failure(findings: loaded.findings + [note], code: .refused)
        }
        guard let admin = configuration.admin, let target = AdminTarget(admin) else {
            throw Failure(
                findings: [
                    Diagnostic(
                        .error, "admin-off",
                        configuration.admin == nil
                            ? "the configuration has no admin listener"
                            : "the admin listener's port is chosen by the system",
                        at: configuration.admin?.location,
                        hint: "send SIGHUP to the server, or name its address with --admin")
                ], code: .failed)
        }
        return target
    }

    private static func token(_ invocation: Invocation) throws(Failure) -> [UInt8]? {
        guard let path = invocation.value(tokenFile) else { return nil }
        do {
            let bytes = try Files.read(path, limitBytes: tokenLimitBytes)
            return bytes.filter { (0x21...0x7E).contains($0) }
        } catch {
            throw Failure(
                findings: [
                    Diagnostic(
                        .error, "token-unreadable",
                        "cannot read the token in \(Diagnostic.quoted(path)): \(error.reason)")
                ], code: .failed)
        }
    }

    private static func show(
        _ response: HTTPClientResponse, _ target: AdminTarget, asJSON: Bool
    ) -> ExitCode {
        let source = SourceFile(name: target.name, bytes: response.body)
        let verdict = JSONReader.read(source).root.flatMap(VerdictText.init)
        guard let verdict, [200, 412, 422].contains(response.status) else {
            Findings.show([
                Diagnostic(
                    .error, "admin-refused",
                    "the admin listener at \(Diagnostic.quoted(target.name)) answered "
                        + "\(response.status)",
                    hint: response.status == 401 ? "name the token with --token-file" : nil)
            ])
            return .failed
        }
        if asJSON {
            ProcessContext.printOutput(response.body)
        } else {
            Findings.show(verdict.findings)
            ProcessContext.printOutput(verdict.summary + "\n")
        }
        return response.status == 200 ? .done : .refused
    }
}
