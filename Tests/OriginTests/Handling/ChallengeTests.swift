import Foundation
import HTTP
import TestSupport
import Testing

@testable import Configuration
@testable import Origin

/// A request to a refusing listener with a webroot, and what it must get.
struct ChallengeCase: CustomTestStringConvertible, Sendable {
    static let prefix = "/.well-known/acme-challenge/"

    let testDescription: String
    var method = "GET"
    let target: String
    var status = 403
    var body = "{\"error\":\"https required\"}\n"
    var outcome: String? = "plain_refused"

    static let all = [
        ChallengeCase(
            testDescription: "a token", target: prefix + "Token_1-x", status: 200,
            body: "Token_1-x.thumbprint\n", outcome: nil),
        ChallengeCase(
            testDescription: "HEAD", method: "HEAD", target: prefix + "Token_1-x", status: 200,
            body: "Token_1-x.thumbprint\n", outcome: nil),
        ChallengeCase(
            testDescription: "a file of the limit", target: prefix + "full", status: 200,
            body: String(repeating: "x", count: 4_096), outcome: nil),
        ChallengeCase(
            testDescription: "the longest token",
            target: prefix + String(repeating: "t", count: 256),
            status: 404, body: notFound, outcome: "unknown_path"),
        ChallengeCase(
            testDescription: "no such token", target: prefix + "missing", status: 404,
            body: notFound, outcome: "unknown_path"),
        ChallengeCase(
            testDescription: "a directory", target: prefix + "directory", status: 404,
            body: notFound, outcome: "unknown_path"),
        ChallengeCase(
            testDescription: "a link to a file outside", target: prefix + "outside", status: 404,
            body: notFound, outcome: "unknown_path"),
        ChallengeCase(
            testDescription: "a link to a file inside", target: prefix + "inside", status: 404,
            body: notFound, outcome: "unknown_path"),
        ChallengeCase(
            testDescription: "a pipe", target: prefix + "pipe", status: 404, body: notFound,
            outcome: "unknown_path"),
        ChallengeCase(
            testDescription: "a file over the limit", target: prefix + "large", status: 500,
            body: "{\"error\":\"not readable\"}\n", outcome: nil),
        ChallengeCase(
            testDescription: "a token too long",
            target: prefix
                + String(
                    repeating: "t", count: 257)),
        ChallengeCase(testDescription: "the directory itself", target: prefix),
        ChallengeCase(
            testDescription: "the directory without a slash",
            target: "/.well-known/acme-challenge"),
        ChallengeCase(testDescription: "a dot", target: prefix + "."),
        ChallengeCase(testDescription: "two dots", target: prefix + ".."),
        ChallengeCase(testDescription: "a way out", target: prefix + "../../secret"),
        ChallengeCase(testDescription: "an encoded way out", target: prefix + "%2e%2e%2fsecret"),
        ChallengeCase(testDescription: "a file with a dot", target: prefix + "secret.txt"),
        ChallengeCase(testDescription: "a slash behind", target: prefix + "Token_1-x/"),
        ChallengeCase(testDescription: "a query", target: prefix + "Token_1-x?a"),
        ChallengeCase(testDescription: "two slashes", target: prefix + "/Token_1-x"),
        ChallengeCase(testDescription: "a letter of Unicode", target: prefix + "tökén"),
        ChallengeCase(testDescription: "NUL", target: prefix + "Token_1-x%00"),
        ChallengeCase(
            testDescription: "other letters", target: "/.WELL-KNOWN/acme-challenge/Token_1-x"),
        ChallengeCase(
            testDescription: "POST", method: "POST", target: prefix + "Token_1-x"),
        ChallengeCase(
            testDescription: "the association file",
            target: "/.well-known/apple-app-site-association"),
    ]

    private static let notFound = "{\"error\":\"not found\"}\n"
}

struct `A refusing listener with a webroot` {
    private let directory: TemporaryDirectory
    private let snapshot: Snapshot

    init() throws {
        directory = try TemporaryDirectory()
        let challenges = "webroot/.well-known/acme-challenge"
        try directory.write("Token_1-x.thumbprint\n", to: "\(challenges)/Token_1-x")
        try directory.write(String(repeating: "x", count: 4_096), to: "\(challenges)/full")
        try directory.write(String(repeating: "x", count: 4_097), to: "\(challenges)/large")
        try directory.write("secret\n", to: "\(challenges)/directory/secret")
        try directory.write("secret\n", to: "\(challenges)/secret.txt")
        try directory.write("secret\n", to: "webroot/secret")
        try directory.write("secret\n", to: "secret")
        for (name, target) in [("outside", "../../../secret"), ("inside", "Token_1-x")] {
            try FileManager.default.createSymbolicLink(
                atPath: directory.file("\(challenges)/\(name)"), withDestinationPath: target)
        }
        guard mkfifo(directory.file("\(challenges)/pipe"), 0o644) == 0 else {
            throw CocoaError(.fileWriteUnknown)
        }
        snapshot = try Self.snapshot(webroot: directory.file("webroot"))
    }

    private static func snapshot(webroot: String?) throws -> Snapshot {
        var sample = SampleConfiguration.table()
        var listener = SampleConfiguration.listener(":80", .refuse)
        listener.acmeWebroot = webroot
        sample.value.listeners = [listener, SampleConfiguration.listener(":81", .refuse)]
        return try Building.snapshot(sample.value)
    }

    private static func answer(
        _ snapshot: Snapshot, _ method: String, _ target: String, listener: String = ":80",
        kind: ListenerKind = .refuse
    ) -> Reply {
        let connection = Connection(
            listener: listener, kind: kind, client: "127.0.0.1", peer: "127.0.0.1")
        let request = Request(
            method: method, target: target, host: "shop.example.com", connection: connection)
        switch OriginHandler(snapshot).handling(of: request) {
        case .reply(let reply): return reply
        case .deferred(let work): return work()
        }
    }

    @Test(arguments: ChallengeCase.all)
    func `answers challenges and nothing else`(_ example: ChallengeCase) {
        let reply = Self.answer(snapshot, example.method, example.target)
        #expect(reply.status == example.status)
        #expect(String(decoding: reply.response.body, as: UTF8.self) == example.body)
        #expect(reply.outcome?.rawValue == example.outcome)
        let type = example.status == 200 ? "application/octet-stream" : "application/json"
        #expect(
            reply.response.fields == [
                Field("Content-Type", type), Field("Cache-Control", "no-store"),
                Field("X-Content-Type-Options", "nosniff"),
            ])
    }

    @Test(arguments: [(":81", ListenerKind.refuse), (":80", .tls), (":80", .proxied)])
    func `is the only one that answers them`(listener: String, kind: ListenerKind) {
        let reply = Self.answer(
            snapshot, "GET", ChallengeCase.prefix + "Token_1-x", listener: listener, kind: kind)
        #expect([403, 404].contains(reply.status))
    }

    @Test func `answers each request from the file as it is then`() throws {
        let target = ChallengeCase.prefix + "later"
        #expect(Self.answer(snapshot, "GET", target).status == 404)
        try directory.write("first", to: "webroot/.well-known/acme-challenge/later")
        #expect(Self.answer(snapshot, "GET", target).response.body == Array("first".utf8))
        try directory.write("second", to: "webroot/.well-known/acme-challenge/later")
        let reply = Self.answer(snapshot, "GET", target)
        #expect(reply.response.body == Array("second".utf8))
        // The server must not keep its own copy of it.
        #expect(!reply.response.isReusable)
    }

    @Test func `finds nothing behind a link on the way to the challenges`() throws {
        try FileManager.default.createDirectory(
            atPath: directory.file("linked"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: directory.file("linked/.well-known"),
            withDestinationPath: directory.file("webroot/.well-known"))
        let linked = try Self.snapshot(webroot: directory.file("linked"))
        #expect(Self.answer(linked, "GET", ChallengeCase.prefix + "Token_1-x").status == 404)
    }

    @Test func `serves a webroot that is a link itself`() throws {
        try FileManager.default.createSymbolicLink(
            atPath: directory.file("link"), withDestinationPath: "webroot")
        let linked = try Self.snapshot(webroot: directory.file("link"))
        #expect(Self.answer(linked, "GET", ChallengeCase.prefix + "Token_1-x").status == 200)
    }

    @Test func `has nothing to answer with when the webroot is gone`() throws {
        let snapshot = try Self.snapshot(webroot: directory.file("nowhere"))
        #expect(Self.answer(snapshot, "GET", ChallengeCase.prefix + "Token_1-x").status == 404)
    }
}
