import Configuration
import Diagnostics
import HTTP
import HTTPClient
import Origin
import POSIX
import SiteAssociation

/// Why a running server was not asked, or gave no answer that can be used.
struct AdminFailure: Error {
    let findings: [Diagnostic]
    let code: ExitCode
}

/// Asks the admin listener of a running server.
struct AdminClient {
    static let admin = Option(
        name: "--admin", value: "ADDRESS",
        summary: "the admin listener: HOST:PORT, an http URL, or unix:PATH")
    static let tokenFile = Option(
        name: "--token-file", value: "FILE", summary: "the file of the bearer token")

    /// How long an answer may take; that to a reload is the slowest.
    static let timeoutMilliseconds = 120_000
    /// The largest answer that is read.
    static let bodyLimitBytes = JSONReader.sizeLimitBytes
    /// The largest token file that is read.
    static let tokenLimitBytes = 4_096

    let target: AdminTarget
    private let authorization: [Field]

    /// Finds the listener that the options name, or that of a configuration.
    ///
    /// - Parameters:
    ///   - invocation: The options.
    ///   - loaded: The configuration; it is loaded only when no option names the listener.
    /// - Throws: The findings of the configuration, `admin-off` and `token-unreadable`.
    init(
        _ invocation: Invocation, loaded: @autoclosure () -> LoadedConfiguration
    ) throws(AdminFailure) {
        let target = try Self.target(invocation, loaded)
        self.target = target
        let token = try Self.token(invocation) ?? target.token
        authorization =
            token.map {
                [Field("Authorization", "Bearer " + String(decoding: $0, as: UTF8.self))]
            } ?? []
    }

    /// Sends a request and returns the answer, whatever its status.
    func send(
        _ method: String, _ path: String, headers: [Field] = [],
        timeoutMilliseconds: Int = timeoutMilliseconds
    ) throws(AdminFailure) -> HTTPClientResponse {
        do {
            return try HTTPClient.send(
                method: method, url: target.url + path,
                unixSocket: target.unixSocket, headers: authorization + headers,
                timeoutMilliseconds: timeoutMilliseconds, bodyLimitBytes: Self.bodyLimitBytes)
        } catch {
            throw AdminFailure(
                findings: [
                    Diagnostic(
                        .error, "admin-unreachable",
                        "cannot ask the admin listener at \(Diagnostic.quotedPath(target.name)): "
                            + error.reason,
                        hint: "is the server running with this configuration?")
                ], code: .failed)
        }
    }

    /// The failure for an answer of another status than was hoped for.
    func refusal(_ response: HTTPClientResponse) -> AdminFailure {
        AdminFailure(
            findings: [
                Diagnostic(
                    .error, "admin-refused",
                    "the admin listener at \(Diagnostic.quotedPath(target.name)) answered "
                        + "\(response.status)",
                    hint: response.status == 401 ? "name the token with --token-file" : nil)
            ], code: .failed)
    }

    private static func target(
        _ invocation: Invocation, _ loaded: () -> LoadedConfiguration
    ) throws(AdminFailure) -> AdminTarget {
        if let address = invocation.value(admin) { return AdminTarget(address) }
        let loaded = loaded()
        guard let configuration = loaded.configuration else {
            throw AdminFailure(findings: loaded.findings, code: .refused)
        }
        guard let admin = configuration.admin, let target = AdminTarget(admin) else {
            throw AdminFailure(
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

    private static func token(_ invocation: Invocation) throws(AdminFailure) -> [UInt8]? {
        guard let path = invocation.value(tokenFile) else { return nil }
        do {
            let bytes = try Files.read(path, limitBytes: tokenLimitBytes)
            return bytes.filter { (0x21...0x7E).contains($0) }
        } catch {
            throw AdminFailure(
                findings: [
                    Diagnostic(
                        .error, "token-unreadable",
                        "cannot read the token in \(Diagnostic.quotedPath(path)): \(error.reason)")
                ], code: .failed)
        }
    }
}
