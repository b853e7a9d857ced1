import Foundation
import TestSupport
import Testing

@Suite(.serialized)
struct `A reload` {
    @Test func `loses no request of 100 connections while it happens 50 times`() throws {
        let server = try RunningServer(Site.configuration(path: "/a/*"))
        let load = KeepAliveLoad(100, try Site.openssl(server), host: "shop.example.com")
        load.waitUntilServed()
        for number in 1...50 {
            try server.write(try Site.configuration(path: number % 2 == 0 ? "/a/*" : "/b/*"))
            try server.reload(expecting: "reloaded", count: number)
        }
        let report = load.finish()
        #expect(report.failures == [])
        #expect(report.served == 100)
        // Each answer is wholly of the one or wholly of the other configuration.
        #expect(report.kinds.count == 2)
        #expect(try server.stop() == 0)
    }

    @Test func `makes new bytes and a new entity tag live on both paths at once`() throws {
        let server = try RunningServer(Site.configuration(path: "/a/*"))
        let curl = try Site.curl(server)
        let old = try curl.get()
        let oldTag = try #require(old["etag"])
        for (number, path) in [(1, "/b/*"), (2, "/a/*"), (3, "/b/*")] {
            try server.write(try Site.configuration(path: path))
            try server.reload(expecting: "reloaded", count: number)
            let new = try curl.get(arguments: ["-H", "If-None-Match: \(oldTag)"])
            let root = try curl.get(RequestTable.root)
            #expect(new.status == (path == "/a/*" ? 304 : 200))
            #expect(root.body.contains("\"\(path)\""))
            #expect(root["etag"] == new["etag"])
        }
    }

    @Test(arguments: [
        ("", "no configuration"), ("environments: [", "yaml"), ("colour: red\n", "colour"),
    ])
    func `that fails changes nothing and names the place and the reason`(
        text: String, word: String
    ) throws {
        let server = try RunningServer(Site.configuration())
        let curl = try Site.curl(server)
        try server.write(text)
        try server.reload(expecting: "refused", count: 1)
        try server.waitForError("place and reason") { lines in
            lines.contains {
                $0.contains("level=error msg=\"\(server.directory.path)/aasa-origin.yaml:")
                    && $0.lowercased().contains(word)
            }
        }
        #expect(try curl.get().body == Site.document())
        try server.write(try Site.configuration(path: "/fixed/*"))
        try server.reload(expecting: "reloaded", count: 1)
        #expect(try curl.get().body.contains("/fixed/*"))
    }

    @Test func `with nothing new says so`() throws {
        let server = try RunningServer(Site.configuration())
        try server.reload(expecting: "unchanged", count: 1)
    }

    @Test func `takes a renewed certificate for new handshakes and leaves old ones alone`() throws {
        let certificates = try Site.certificates.get()
        let first = try certificates.leaf("renewal-1", names: Site.names)
        let second = try certificates.leaf("renewal-2", names: Site.names)
        let directory = try TemporaryDirectory()
        try directory.write(Fixtures.text(of: first.combined), to: "site.pem")
        let server = try RunningServer(
            Site.configuration(certificates: ["site.pem"]), in: directory)
        let client = try Site.openssl(server)
        let load = KeepAliveLoad(5, client, host: "shop.example.com")
        load.waitUntilServed()
        let before = load.report.answers
        #expect(try client.serial() == OpenSSLClient.serial(ofFile: first.certificate))
        try directory.write(Fixtures.text(of: second.combined), to: "site.pem")
        try server.reload(expecting: "reloaded", count: 1)
        #expect(try client.serial() == OpenSSLClient.serial(ofFile: second.certificate))
        let report = load.finish()
        #expect(report.failures == [])
        #expect(report.answers > before)
    }

    @Test func `keeps the old pair while key and certificate do not match`() throws {
        let certificates = try Site.certificates.get()
        let first = try certificates.leaf("race-1", names: Site.names)
        let second = try certificates.leaf("race-2", names: Site.names)
        let directory = try TemporaryDirectory()
        try directory.write(Fixtures.text(of: first.chain), to: "chain.pem")
        try directory.write(Fixtures.text(of: first.key), to: "key.pem")
        let configuration = try Site.configuration().replacing(
            try Regex("certificates: .*"),
            with: "certificates: [{cert: chain.pem, key: key.pem}]")
        let server = try RunningServer(configuration, in: directory)
        let client = try Site.openssl(server)
        try directory.write(Fixtures.text(of: second.key), to: "key.pem")
        try server.reload(expecting: "refused", count: 1)
        #expect(try client.serial() == OpenSSLClient.serial(ofFile: first.certificate))
        try directory.write(Fixtures.text(of: second.chain), to: "chain.pem")
        try server.reload(expecting: "reloaded", count: 1)
        #expect(try client.serial() == OpenSSLClient.serial(ofFile: second.certificate))
    }

    @Test func `with a missing certificate keeps every host as it was`() throws {
        let directory = try TemporaryDirectory()
        try directory.write(Fixtures.text(of: Site.leaf.get().combined), to: "site.pem")
        let server = try RunningServer(
            Site.configuration(certificates: ["site.pem"]), in: directory)
        try FileManager.default.removeItem(atPath: directory.file("site.pem"))
        try server.reload(expecting: "refused", count: 1)
        try server.waitForError("reason") { lines in
            lines.contains { $0.contains("id=\"certificate-unreadable\"") }
        }
        let client = try Site.openssl(server)
        #expect(try client.handshake("shop.example.com", ["-verify_return_error"]).exitCode == 0)
    }

    @Test func `follows a symbolic link that was turned to another file`() throws {
        let directory = try TemporaryDirectory()
        let server = try RunningServer(Site.configuration(path: "/a/*"), in: directory)
        let file = directory.file("aasa-origin.yaml")
        try directory.write(try Site.configuration(path: "/b/*"), to: "next/new.yaml")
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.createSymbolicLink(
            atPath: file, withDestinationPath: directory.file("next/new.yaml"))
        try server.reload(expecting: "reloaded", count: 1)
        #expect(try Site.curl(server).get().body.contains("/b/*"))
    }

    @Test func `keeps the process, its threads and its listeners`() throws {
        let server = try RunningServer(Site.configuration(path: "/a/*"))
        try server.write(try Site.configuration(path: "/b/*"))
        try server.reload(expecting: "reloaded", count: 1)
        let before = try ProcessFacts(of: server)
        for number in 2...20 {
            try server.write(try Site.configuration(path: "/\(number)/*"))
            try server.reload(expecting: "reloaded", count: number)
        }
        let after = try ProcessFacts(of: server)
        #expect(after.threads == before.threads)
        #expect(!after.threads.isEmpty)
        #expect(after.listeners == before.listeners)
        #expect(after.listeners.count == 1)
    }

    @Test func `works at once while clients stall`() throws {
        let server = try RunningServer(Site.configuration(path: "/a/*"))
        let port = try server.port(0)
        let stalled = try (0..<20).map { _ in try RawConnection(port: port) }
        for client in stalled { try client.send("\u{16}\u{3}\u{1}") }
        try server.write(try Site.configuration(path: "/b/*"))
        try server.reload(expecting: "reloaded", count: 1)
        #expect(try Site.curl(server).get().body.contains("/b/*"))
        #expect(stalled.count == 20)
    }

    @Test func `fails no handshake while certificates are loaded again and again`() throws {
        let certificates = try Site.certificates.get()
        let leaves = try (1...8).map {
            try certificates.leaf("again-\($0)", names: ["n\($0).shops.example.com"])
        }
        let files = try [Site.leaf.get().combined] + leaves.map(\.combined)
        let server = try RunningServer(Site.configuration(path: "/a/*", certificates: files))
        let client = try Site.openssl(server)
        for number in 1...16 {
            try server.write(
                try Site.configuration(path: "/\(number)/*", certificates: files))
            server.send(SIGHUP)
            let result = try client.handshake(
                "n\((number - 1) % 8 + 1).shops.example.com", ["-verify_return_error"])
            #expect(result.exitCode == 0, "\(result.errorText)")
        }
        // Signals that come during a load are one, so nobody knows how many loads there were.
        try server.waitForOutcome("reloaded", count: 1)
    }
}

extension RunningServer {
    /// Asks for a reload by signal and waits for its outcome.
    ///
    /// - Parameters:
    ///   - outcome: The first word of the verdict.
    ///   - count: How many lines with that outcome there must be then.
    /// - Throws: ``ServerFailure`` when there are not.
    func reload(expecting outcome: String, count: Int) throws {
        send(SIGHUP)
        try waitForOutcome(outcome, count: count)
    }

    /// Waits for a verdict, whoever asked for it.
    ///
    /// - Parameters:
    ///   - outcome: The first word of the verdict.
    ///   - count: How many lines with that outcome there must be.
    /// - Throws: ``ServerFailure`` when there are not.
    func waitForOutcome(_ outcome: String, count: Int) throws {
        try waitForError("reload number \(count) with the outcome '\(outcome)'") { lines in
            lines.count { $0.contains("msg=\"\(outcome):") } >= count
        }
    }
}

/// What of a process must stay the same while it runs.
struct ProcessFacts: Equatable {
    /// The threads of the event loops.
    var threads: Set<String>
    /// The sockets that listen, by inode.
    var listeners: Set<String>

    init(of server: RunningServer) throws {
        let folder = "/proc/\(server.identifier)"
        let files = FileManager.default
        // Threads that work on a load come and go.
        threads = Set(
            try files.contentsOfDirectory(atPath: "\(folder)/task").filter { task in
                let name = try? Fixtures.text(of: "\(folder)/task/\(task)/comm")
                return name?.hasPrefix("aasa-loop") == true
            })
        let descriptors = try files.contentsOfDirectory(atPath: "\(folder)/fd").compactMap {
            try? files.destinationOfSymbolicLink(atPath: "\(folder)/fd/\($0)")
        }
        // The kernel's table skips rows when other sockets come and go while it is read.
        listeners = []
        for _ in 0..<100 where listeners.isEmpty {
            listeners = Set(descriptors).intersection(try Self.listening("\(folder)/net/tcp"))
        }
    }

    /// The sockets that listen, by inode, of a table of the kernel.
    private static func listening(_ table: String) throws -> [String] {
        let rows = try Fixtures.text(of: table).split(separator: "\n").map {
            $0.split(separator: " ")
        }
        return rows.compactMap { row in
            row.count > 9 && row[3] == "0A" ? "socket:[\(row[9])]" : nil
        }
    }
}
