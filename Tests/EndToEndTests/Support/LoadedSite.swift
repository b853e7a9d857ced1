import Foundation
import TestSupport

/// A server with everything that runs beside its loops, and the clients that keep it busy.
///
/// Its short deadlines are reached again and again.
struct LoadedSite: Sendable {
    /// Who asks for a load of what was changed.
    enum Trigger: Sendable, CaseIterable {
        case signal
        case watch
    }

    let server: RunningServer
    private let directory: TemporaryDirectory
    private let trigger: Trigger
    /// Chain and key of two certificates for the same names.
    private let pairs: [String]
    private static let paths = ["/a/*", "/b/*"]
    private static let challenge = "token.thumbprint"

    init(_ trigger: Trigger) throws {
        self.trigger = trigger
        let certificates = try Site.certificates.get()
        let leaves = [
            try certificates.leaf("load-\(trigger)-a", names: Site.names),
            try certificates.leaf("load-\(trigger)-b", names: Site.names, key: .rsa(2048)),
        ]
        pairs = try leaves.map { try Fixtures.text(of: $0.combined) }
        directory = try TemporaryDirectory()
        try directory.write(pairs[0], to: "served.pem")
        try directory.write(Self.challenge, to: "acme/.well-known/acme-challenge/token")
        let leaks = ProcessInfo.processInfo.environment["LSAN_OPTIONS"]
        server = try RunningServer(
            Self.configuration(Self.paths[0], trigger), in: directory,
            environment: leaks.map { ["LSAN_OPTIONS": $0] } ?? [:])
    }

    private static func configuration(_ path: String, _ trigger: Trigger) throws -> String {
        let listen = """
            listen:
              - address: 127.0.0.1:0
              - {address: "127.0.0.2:0", plain: refuse, acme_webroot: acme}
              - address: 127.0.0.3:0
                plain: proxied
                trusted_proxies: [127.0.0.0/8]
                proxy_protocol: optional

            """
        return try Site.configuration(path: path, listen: listen, certificates: ["served.pem"])
            .replacing("handshake_timeout: 60s", with: "handshake_timeout: 10s\n  connections: 200")
            .replacing("head_timeout: 60s", with: "head_timeout: 10s")
            .replacing("send_timeout: 60s", with: "send_timeout: 10s")
                + """
                log: {access: "./access.log"}
                admin: {address: "unix:admin.sock"}
                state: record.sqlite
                watch: \(trigger == .watch)

                """
    }

    // MARK: Changes

    /// Changes the certificate and the rules, and waits until the rules are served.
    func change(round: Int) throws {
        try replace("served.pem", with: pairs[round % 2])
        let path = Self.paths[round % 2]
        try replace("aasa-origin.yaml", with: Self.configuration(path, trigger))
        if trigger == .signal { server.send(SIGHUP) }
        let client = try Site.curl(server)
        let deadline = Date(timeIntervalSinceNow: RunningServer.deadlineSeconds)
        while try client.get().body != Site.document(path: path) {
            guard Date() < deadline else {
                throw ServerFailure(description: "'\(path)' is not served:\n\(server.errors.text)")
            }
        }
    }

    /// Puts the access log away, and has the server open another one.
    func rotateLog() throws {
        try move("access.log", to: "access.log.1")
        server.send(SIGUSR1)
    }

    private func replace(_ name: String, with text: String) throws {
        try directory.write(text, to: name + ".new")
        try move(name + ".new", to: name)
    }

    private func move(_ name: String, to other: String) throws {
        guard rename(directory.file(name), directory.file(other)) == 0 || errno == ENOENT else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
    }

    // MARK: Clients

    /// Clients that must all be served.
    var goodClients: [RepeatedWork.Work] {
        [
            .init(name: "one connection") { try fetch(1) },
            .init(name: "keep-alive") { try fetch(50) },
            .init(name: "resumed sessions") { try fetch(5, ["-H", "Connection: close"]) },
            .init(name: "TLS 1.2") { try fetch(2, ["--tls-max", "1.2"]) },
            .init(name: "resumed sessions of TLS 1.2") {
                try fetch(3, ["--tls-max", "1.2", "-H", "Connection: close"])
            },
            .init(name: "a proxy with headers") {
                try fetch(
                    5, ["-H", "X-Forwarded-Proto: https", "-H", "X-Forwarded-For: x, 192.0.2.7"],
                    from: Curl(server: server, listener: 2, security: .plain))
            },
            .init(name: "a proxy with the PROXY protocol") {
                try fetch(
                    1, ["--haproxy-protocol", "-H", "Forwarded: for=192.0.2.7;proto=https"],
                    from: Curl(server: server, listener: 2, security: .plain))
            },
            .init(name: "challenge") { try fetchChallenge() },
            .init(name: "administrator") { try administrate() },
        ]
    }

    /// Clients that get nothing.
    var hostileClients: [RepeatedWork.Work] {
        let names: [String?] = [nil, "unknown.example.com"]
        return HostileConnection.all.map { connection in
            .init(name: connection.name) { try connection.run(server) }
        } + [
            .init(name: "other names") {
                for name in names { _ = try Site.openssl(server).handshake(name) }
            },
            .init(name: "another protocol") {
                _ = try Site.openssl(server).handshake("shop.example.com", ["-alpn", "h2"])
            },
        ]
    }

    private func fetch(_ count: Int, _ arguments: [String] = [], from curl: Curl? = nil) throws {
        let curl = try curl ?? Site.curl(server)
        let text = try CommandRunner.output(
            "curl",
            try curl.command(host: "shop.example.com") + arguments
                + ["--fail", try curl.url(host: "shop.example.com") + "?[1-\(count)]"])
        let documents = Self.paths.map { Site.document(path: $0) }
        let rest = documents.reduce(text) { $0.replacing($1, with: "") }
        guard rest.isEmpty, text.utf8.count == count * documents[0].utf8.count else {
            throw ServerFailure(description: "not \(count) documents: \(text)")
        }
    }

    private func fetchChallenge() throws {
        let curl = Curl(server: server, listener: 1, security: .plain)
        let reply = try curl.get("/.well-known/acme-challenge/token")
        guard reply.status == 200, reply.body == Self.challenge else {
            throw ServerFailure(description: "\(reply)")
        }
    }

    private func administrate() throws {
        let routes = [
            "status", "metrics", "hosts", "fetches", "requests/recent", "readyz",
            "hosts/shop.example.com", "hosts/shop.example.com/versions", "openapi.json",
        ]
        for route in routes {
            try CommandRunner.output(
                "curl",
                [
                    "--silent", "--show-error", "--fail", "--max-time", "30",
                    "--unix-socket", directory.file("admin.sock"), "http://localhost/\(route)",
                ])
        }
    }
}
