import Foundation
import TestSupport
import Testing

@Suite(.serialized)
struct `The end of a server` {
    @Test func `by SIGTERM under load finishes what it began and exits with 0`() throws {
        let server = try RunningServer(Site.configuration())
        let load = KeepAliveLoad(30, try Site.openssl(server), host: "shop.example.com")
        load.waitUntilServed()
        load.expectEnd()
        server.send(SIGTERM)
        #expect(try server.waitForExit() == 0)
        let report = load.waitUntilEnded()
        #expect(report.failures == [])
        #expect(report.served == 30)
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `does not wait for clients that are idle or stalled in the handshake`(
        signal: Int32
    ) throws {
        let server = try RunningServer(Site.configuration())
        let port = try server.port(0)
        let idle = KeepAliveLoad(5, try Site.openssl(server), host: "shop.example.com")
        idle.waitUntilServed()
        idle.expectEnd()
        let stalled = try (0..<5).map { _ in try RawConnection(port: port) }
        server.send(signal)
        #expect(try server.waitForExit() == 0)
        #expect(stalled.count == 5)
        #expect(idle.waitUntilEnded().failures == [])
    }

    @Test func `comes by SIGTERM also when it is the first process of a container`() throws {
        let wrapper = ["unshare", "--pid", "--fork", "--mount-proc", "--kill-child"]
        let permission = try CommandRunner.run(wrapper[0], wrapper.dropFirst() + ["true"])
        guard permission.exitCode == 0 else {
            // Only root may make a process namespace; continuous integration must be able to.
            #expect(ProcessInfo.processInfo.environment["CI"] == nil, "\(permission.errorText)")
            return
        }
        let server = try RunningServer(Site.configuration(), wrapper: wrapper)
        #expect(try Site.curl(server).get().status == 200)
        let children = try Fixtures.text(
            of: "/proc/\(server.identifier)/task/\(server.identifier)/children")
        let child = try #require(Int32(children.split(separator: " ")[0]))
        kill(child, SIGTERM)
        #expect(try server.waitForExit() == 0)
    }
}

/// A configuration that cannot be started, and what the program must say.
struct StartFailure: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let id: String
    let words: String
    let make: @Sendable (TemporaryDirectory) throws -> String

    init(
        _ description: String, id: String, words: String,
        make: @escaping @Sendable (TemporaryDirectory) throws -> String
    ) {
        testDescription = description
        self.id = id
        self.words = words
        self.make = make
    }

    static let all = [
        StartFailure("a port in use", id: "listen-failed", words: "in use") { _ in
            let port = try Site.server.get().port(0)
            return try Site.configuration(
                listen: "listen: [{address: \"127.0.0.1:\(port)\"}]\n")
        },
        StartFailure("an address of another machine", id: "listen-failed", words: "192.0.2.1") {
            _ in
            try Site.configuration(listen: "listen: [{address: \"192.0.2.1:8443\"}]\n")
        },
        StartFailure("a missing certificate", id: "certificate-unreadable", words: "no such file") {
            _ in
            try Site.configuration(certificates: ["missing.pem"])
        },
        StartFailure("an encrypted key", id: "key-encrypted", words: "encrypted") { directory in
            let leaf = try Site.leaf.get()
            let key = try Site.certificates.get().encryptedKey(of: leaf, passphrase: "secret")
            return try pair(leaf.chain, key)
        },
        StartFailure("a key of another certificate", id: "key-mismatch", words: "does not belong") {
            _ in
            let other = try Site.certificates.get().leaf("start-other", names: ["x.example.com"])
            return try pair(Site.leaf.get().chain, other.key)
        },
        StartFailure("an expired certificate", id: "certificate-expired", words: "expired") { _ in
            let leaf = try Site.certificates.get().leaf(
                "start-expired",
                names: Site.names, validity: .expired)
            return try Site.configuration(certificates: [leaf.combined])
        },
    ]

    private static func pair(_ certificate: String, _ key: String) throws -> String {
        try Site.configuration().replacing(
            try Regex("certificates: .*"),
            with: "certificates: [{cert: \"\(certificate)\", key: \"\(key)\"}]")
    }
}

struct `The start of a server` {
    @Test(arguments: StartFailure.all)
    func `that cannot succeed says why in one finding and exits with 3`(
        _ failure: StartFailure
    ) throws {
        let directory = try TemporaryDirectory()
        let server = try RunningServer(launching: failure.make(directory), in: directory)
        #expect(try server.waitForExit() == 3)
        try server.waitForError("finding") { !$0.isEmpty }
        let text = server.errors.text
        #expect(text.contains("[\(failure.id)]"), "\(text)")
        #expect(text.contains(failure.words), "\(text)")
        #expect(!text.contains("listening on"))
        #expect(!text.contains("PRIVATE KEY"))
    }

    @Test func `with a broken configuration exits with 1 and binds nothing`() throws {
        let directory = try TemporaryDirectory()
        let server = try RunningServer(launching: "hosts: [x]\n", in: directory)
        #expect(try server.waitForExit() == 1)
        #expect(server.output.text.isEmpty)
    }

    @Test(arguments: [["serve", "--nonsense"], ["nonsense"], ["serve", "--config"]])
    func `with a wrong command line exits with 2`(arguments: [String]) throws {
        let result = try CommandRunner.run(RunningServer.program, arguments)
        #expect(result.exitCode == 2)
        #expect(result.output.isEmpty)
        #expect(!result.errors.isEmpty)
    }

    @Test func `is not disturbed by a check of its configuration`() throws {
        let server = try RunningServer(Site.configuration())
        let file = server.directory.file("aasa-origin.yaml")
        let fixed = try Fixtures.text(of: file).replacing(
            "127.0.0.1:0", with: "127.0.0.1:\(try server.port(0))")
        let copy = try server.directory.write(fixed, to: "copy.yaml")
        let check = try CommandRunner.run(RunningServer.program, ["check", "--config", copy])
        #expect(check.exitCode == 0, "\(check.errorText)")
        #expect(try Site.curl(server).get().status == 200)
    }
}
