import Foundation
import TestSupport
import Testing

struct `The page of the admin listener` {
    private let server: RunningServer
    private let address: String

    init() throws {
        let directory = try TemporaryDirectory()
        try directory.write("4f1c0b9a7e\n", to: "token")
        server = try RunningServer(
            Site.configuration() + "admin: {address: \"127.0.0.1:0\", token_file: token}\n",
            in: directory)
        address = "127.0.0.1:\(try server.port(1))"
    }

    private func ask(_ route: String, _ arguments: [String] = []) throws -> HTTPReply {
        let text = try CommandRunner.output(
            "curl",
            ["--silent", "--include", "--noproxy", "*", "http://\(address)\(route)"] + arguments)
        return try #require(HTTPReply(text))
    }

    private func key(_ route: String, _ arguments: [String] = []) throws -> String {
        let body = try ask(route, arguments).body
        let match = body.matches(of: /name="key" value="([0-9a-f]{64})"/).last
        return String(try #require(match).1)
    }

    @Test func `lets in who gives the token, and reloads in two steps`() throws {
        let jar = server.directory.file("jar")
        #expect(try ask("/").status == 401)
        let wrong = try ask("/login", ["--data", "key=\(key("/login"))&token=x"])
        #expect(wrong.status == 401)
        let login = try ask(
            "/login",
            [
                "--data", "key=\(key("/login"))&token=4f1c0b9a7e", "--cookie-jar", jar,
                "-H", "Origin: http://\(address)",
            ])
        #expect(login.status == 200)
        #expect(!login.body.contains("4f1c0b9a7e"))
        #expect(try ask("/", ["--cookie", jar]).body.contains("shop.example.com"))

        try server.write(
            Site.configuration(path: "/b/*")
                + "admin: {address: \"127.0.0.1:0\", token_file: token}\n")
        let reloadKey = try key("/page/reload", ["--cookie", jar])
        let trial = try ask(
            "/page/reload", ["--cookie", jar, "--data", "key=\(reloadKey)&step=try"])
        #expect(trial.status == 200)
        #expect(trial.body.contains("Sound, and it differs from what is served."))
        let expected = try #require(
            trial.body.firstMatch(of: /name="expected" value="([0-9a-f]{64})"/)?.1)
        let reviewed = try #require(
            trial.body.firstMatch(of: /name="reviewed" value="([0-9a-f]{64})"/)?.1)
        let step = "key=\(reloadKey)&step=reload&expected=\(expected)&reviewed=\(reviewed)"
        let reload = try ask("/page/reload", ["--cookie", jar, "--data", step])
        #expect(reload.status == 200)
        #expect(try Site.curl(server).get().body == Site.document(path: "/b/*"))
        #expect(try ask("/page/reload", ["--cookie", jar, "--data", step]).status == 412)
    }

    @Test func `takes bodies up to a limit, whole or in pieces`() throws {
        let large = String(repeating: "x", count: 4_097)
        let reply = try ask("/login", ["--data", large])
        #expect(reply.status == 413)
        #expect(reply.body == "the request body is too large\n")
        let limit = try ask("/login", ["--data", String(large.dropLast())])
        #expect(limit.status == 403)

        let connection = try RawConnection(port: server.port(1))
        let body = "key=\(try key("/login"))&token=4f1c0b9a7e"
        try connection.send(
            "POST /login HTTP/1.1\r\nHost: \(address)\r\nContent-Length: \(body.utf8.count)\r\n"
                + "Content-Type: application/x-www-form-urlencoded\r\n\r\n" + body.prefix(10))
        try connection.send(String(body.dropFirst(10)))
        try connection.send(
            "GET /healthz HTTP/1.1\r\nHost: \(address)\r\nConnection: close\r\n\r\n")
        let answers = try connection.receiveToEnd()
        #expect(answers.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(answers.contains("Set-Cookie: aasa_origin_"))
        #expect(answers.hasSuffix("{\n  \"status\": \"ok\"\n}\n"))
    }

    @Test func `changes nothing for the public listener, which takes no body`() throws {
        let text = try CommandRunner.output(
            "curl",
            [
                "--silent", "--include", "--noproxy", "*", "--cacert", Site.authority(),
                "--resolve", "shop.example.com:\(server.port(0)):127.0.0.1", "--data", "key=x",
                "https://shop.example.com:\(server.port(0))/login",
            ])
        let reply = try #require(HTTPReply(text))
        #expect(reply.status == 400)
        #expect(reply.body == "requests with a body are not accepted\n")
        #expect(try Site.curl(server).get("/").status == 404)
        #expect(try Site.curl(server).get("/assets/page.js").status == 404)
    }
}
