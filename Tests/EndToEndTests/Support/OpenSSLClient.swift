import TestSupport

/// The real `openssl s_client`, connected to a server of this machine.
struct OpenSSLClient {
    /// The server, which runs for as long as this is used.
    let server: RunningServer
    /// The file of the authority that must have signed the server's certificate.
    let authority: String

    /// Makes one handshake and ends the connection.
    ///
    /// - Parameters:
    ///   - name: The server name to ask for; `nil` for none.
    ///   - arguments: Further arguments, such as `-tls1_2`.
    /// - Returns: What the program printed.
    /// - Throws: ``CommandFailure`` when it is missing or does not end.
    func handshake(_ name: String?, _ arguments: [String] = []) throws -> CommandResult {
        try CommandRunner.run("openssl", try command(name) + ["-showcerts"] + arguments)
    }

    /// Sends bytes as they are and returns everything that comes back until the server closes.
    ///
    /// - Parameters:
    ///   - request: What to send after the handshake.
    ///   - name: The server name to ask for.
    /// - Returns: What came back.
    /// - Throws: ``CommandFailure`` when the server does not close in time.
    func exchange(_ request: String, name: String) throws -> String {
        let arguments = try command(name) + ["-quiet", "-ign_eof", "-verify_quiet"]
        let result = try CommandRunner.run(
            "openssl", arguments, input: Array(request.utf8), deadlineSeconds: 30)
        return result.outputText
    }

    /// The arguments that connect.
    func command(_ name: String?) throws -> [String] {
        let serverName = name.map { ["-servername", $0] } ?? ["-noservername"]
        return ["s_client", "-connect", "127.0.0.1:\(try server.port(0))", "-CAfile", authority]
            + serverName
    }
}

extension OpenSSLClient {
    /// Returns the serial number of the certificate that the server shows.
    func serial() throws -> String {
        let shown = try handshake("shop.example.com").outputText
        return try CommandRunner.output(
            "openssl", ["x509", "-noout", "-serial"], input: Array(shown.utf8))
    }

    /// Returns the serial number of the certificate in a file.
    static func serial(ofFile file: String) throws -> String {
        try CommandRunner.output("openssl", ["x509", "-noout", "-serial", "-in", file])
    }
}
