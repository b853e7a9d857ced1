import Configuration
import Diagnostics
import HTTP
import TestSupport
import Testing

@testable import Origin

struct `Origin handler` {
    let snapshot: Snapshot

    init() throws {
        var sample = SampleConfiguration.table()
        sample.value.listeners += [
            SampleConfiguration.listener(":80", .refuse),
            SampleConfiguration.listener(
                "proxied",
                .proxied(trusted: [IPNetwork(address: [127, 0, 0, 0], prefixLength: 8)])),
            SampleConfiguration.listener(
                "strangersProxied",
                .proxied(trusted: [IPNetwork(address: [192, 0, 2, 0], prefixLength: 24)])),
        ]
        var assuming = SampleConfiguration.listener(
            "assuming",
            .proxied(trusted: [IPNetwork(address: [127, 0, 0, 0], prefixLength: 8)]))
        assuming.assumesHTTPS = true
        sample.value.listeners.append(assuming)
        snapshot = try Building.snapshot(sample.value)
    }

    @Test(arguments: RequestTable.cases)
    func `answers as the table says`(row: RequestCase) throws {
        let tag = snapshot.site(for: row.host)?.entityTag ?? ""
        let reply = OriginHandler(snapshot).reply(to: request(row, tag: tag))
        #expect(reply.status == row.status)
        #expect((reply.outcome ?? Outcome(status: reply.status)).rawValue == row.outcome)
        #expect(body(of: reply, to: row) == expectedBody(row))
        var expected = [
            Field("Content-Type", "application/json"), Field("Cache-Control", row.cacheControl),
            Field("X-Content-Type-Options", "nosniff"),
        ]
        if row.status == 200 || row.status == 304 { expected.append(Field("ETag", tag)) }
        if let allow = row.allow { expected.append(Field("Allow", allow)) }
        #expect(
            reply.response.fields.sorted { $0.name < $1.name }
                == expected.sorted { $0.name < $1.name })
    }

    @Test func `keeps one response for all hosts of a document`() throws {
        let handler = OriginHandler(snapshot)
        let first = handler.reply(to: request(host: "a.shops.example.com"))
        let second = handler.reply(to: request(host: "shop.example.com"))
        #expect(first.response === second.response)
    }

    @Test func `names environment and document for the log`() throws {
        let reply = OriginHandler(snapshot).reply(to: request(host: "staging.example.com"))
        let site = try #require(snapshot.site(for: "staging.example.com"))
        #expect(reply.response.environment == "staging")
        #expect(reply.response.document == String(site.digest.prefix(12)))
    }

    struct PreambleCase: Sendable, CustomTestStringConvertible {
        var listener: String
        var client: String
        var fields: [(String, String)]
        var status: Int
        var logged: String?
        var testDescription: String { "\(client) at \(listener) with \(fields)" }
    }

    @Test(arguments: [
        PreambleCase(
            listener: "assuming", client: "198.51.100.7", fields: [], status: 200, logged: nil),
        PreambleCase(
            listener: "assuming", client: "198.51.100.7",
            fields: [("X-Forwarded-For", "192.0.2.66"), ("X-Forwarded-Proto", "http")],
            status: 200, logged: nil),
        PreambleCase(
            listener: "assuming", client: "127.0.0.9",
            fields: [("X-Forwarded-For", "192.0.2.66")], status: 200, logged: "192.0.2.66"),
        PreambleCase(
            listener: "proxied", client: "198.51.100.7",
            fields: [("X-Forwarded-For", "192.0.2.66"), ("X-Forwarded-Proto", "https")],
            status: 403, logged: nil),
        PreambleCase(
            listener: "proxied", client: "127.0.0.9",
            fields: [("X-Forwarded-For", "192.0.2.66"), ("X-Forwarded-Proto", "https")],
            status: 200, logged: "192.0.2.66"),
    ])
    func `believes the fields of whom the PROXY header names only if they are trusted`(
        row: PreambleCase
    ) {
        let connection = Connection(
            listener: row.listener, kind: .proxied, client: row.client, peer: "127.0.0.1")
        let reply = OriginHandler(snapshot).reply(
            to: Request(
                target: RequestTable.wellKnown, host: "shop.example.com",
                fields: HTTP.Fields(row.fields.map { HTTP.Field($0.0, $0.1) }),
                connection: connection))
        #expect(reply.status == row.status)
        #expect(reply.client == row.logged)
    }

    @Test func `understands an absolute-form target`() {
        let handler = OriginHandler(snapshot)
        let rows = [
            ("https://shop.example.com\(RequestTable.wellKnown)?x", 200),
            ("HTTP://shop.example.com:443\(RequestTable.root)", 200),
            ("https://shop.example.com", 404),
            ("https:\(RequestTable.root)", 404),
            ("ftp://shop.example.com\(RequestTable.root)", 404),
            ("*", 404),
        ]
        for (target, status) in rows {
            let reply = handler.reply(to: request(target: target, host: "shop.example.com"))
            #expect(reply.status == status, "\(target)")
        }
    }

    @Test func `answers 404 without a host`() {
        let reply = OriginHandler(snapshot).reply(to: request(host: nil))
        #expect(reply.status == 404)
        #expect(reply.outcome == .unknownHost)
    }

    private func request(
        target: String = RequestTable.wellKnown, host: String?
    ) -> Request {
        Request(
            target: target, host: host,
            connection: Connection(
                listener: ":443", kind: .tls, client: "192.0.2.1", peer: "192.0.2.1"))
    }

    private func request(_ row: RequestCase, tag: String) -> Request {
        let kind: ListenerKind =
            switch row.listener {
            case .tls: .tls
            case .refuse: .refuse
            case .proxied, .strangersProxied: .proxied
            }
        let opaque = tag.filter { $0 != "\"" }
        let fields = row.fields.map {
            Field($0.name, $0.value.replacing(RequestTable.currentTag, with: opaque))
        }
        return Request(
            method: row.method, target: row.target, host: row.host, fields: Fields(fields),
            connection: Connection(
                listener: row.listener.rawValue, kind: kind, client: "127.0.0.1",
                peer: "::ffff:127.0.0.1"))
    }

    /// The body as a server sends it.
    private func body(of reply: Reply, to row: RequestCase) -> [UInt8] {
        reply.isNotModified || row.method == "HEAD" ? [] : reply.response.body
    }

    private func expectedBody(_ row: RequestCase) -> [UInt8] {
        switch row.body {
        case .document(let host): snapshot.site(for: host)?.response.body ?? []
        case .text(let text): Array(text.utf8)
        case .empty: []
        }
    }
}
