import Foundation
import TestSupport

/// The built server with an admin listener, run until the object goes.
final class SiteUnderTest: Sendable {
    /// The token of the admin listener.
    static let token = "4f1c0b9a7e-for-tests"

    /// The certificate of one host, made once for all tests; the others are minted.
    private static let leaf = Result {
        let certificates = try TestCertificates()
        return (certificates, try certificates.leaf("site", names: ["shop.example.com"]).combined)
    }

    private let directory: TemporaryDirectory
    private let child: Child
    private let admin: Int
    private let port: Int

    /// Starts a server with hosts beyond those that every test has.
    init(moreHosts: Int = 0) throws {
        directory = try TemporaryDirectory()
        try directory.write(Self.token + "\n", to: "token")
        try directory.write(Self.configuration(moreHosts: moreHosts), to: "site.yaml")
        let tests = URL(fileURLWithPath: CommandLine.arguments[0])
        let program = tests.deletingLastPathComponent().appendingPathComponent("aasa-origin").path
        let errors = directory.file("errors")
        child = try ProcessRegistry.start(
            [program, "serve", "--config", directory.file("site.yaml")],
            streams: ("/dev/null", directory.file("output"), errors))
        let ports: [Int] = try Waiting.value("server that is ready", deadlineSeconds: 120) {
            let text = (try? String(contentsOfFile: errors, encoding: .utf8)) ?? ""
            guard text.contains("msg=\"ready\"") else { return nil }
            return text.matches(of: /listening on https?:\/\/127\.0\.0\.1:([0-9]+)/).compactMap {
                Int($0.1)
            }
        }
        (port, admin) = (ports[0], ports[1])
    }

    deinit {
        child.send(SIGTERM)
        _ = child.wait(deadlineSeconds: 20)
    }

    /// The address of a page.
    func address(_ path: String) -> String { "http://127.0.0.1:\(admin)\(path)" }

    /// Fetches the document of a host as Apple's systems do; for an unknown host the handshake
    /// fails.
    @discardableResult
    func fetch(_ host: String, as agent: String) throws -> String {
        try CommandRunner.run(
            "curl",
            [
                "--silent", "--insecure", "--noproxy", "*", "--user-agent", agent, "--resolve",
                "\(host):\(port):127.0.0.1",
                "https://\(host):\(port)/.well-known/apple-app-site-association",
            ]
        ).outputText
    }

    /// Replaces the configuration's file.
    func change(path: String) throws {
        try directory.write(Self.configuration(path: path), to: "site.yaml")
    }

    /// Breaks the configuration's file.
    func breakConfiguration() throws {
        try directory.write("colour: red\n", to: "site.yaml")
    }

    private static func configuration(
        path: String = "/products/*", moreHosts: Int = 0
    ) throws -> String {
        let more = (0..<moreHosts).map { "      - host\($0).example.net\n" }.joined()
        let certificate = try leaf.get().1
        return """
            listen: ["127.0.0.1:0"]
            tls:
              certificates: [\(certificate)]
              self_signed: always
            admin: {address: "127.0.0.1:0", token_file: token}
            log: {access: off}
            apps:
              shop:
                id: ABCDE12345.com.example.shop
                services: [applinks, webcredentials]
                rules:
                  - NOT /help/*
                  - \(path)
                  - path: /search
                    query: {q: "?*"}
              seller:
                id: ABCDE12345.com.example.seller
                rules: [/sell/*, "*/edit"]
            environments:
              production:
                max_age: 6h
                apps: [shop, seller]
                hosts:
                  - shop.example.com
                  - www.example.com
                  - shops.example.com
                  - "*.shops.example.com"
                  - a-host-with-a-name-that-is-as-long-as-one-label-may-become.example.com

            """ + more + """
                  staging:
                    mode: developer
                    apps: [shop]
                    hosts: [staging.example.com]

                """
    }
}
