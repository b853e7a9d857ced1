import Foundation
import TestSupport
import Testing

/// A server with `watch: true` takes changes of its files without being asked to.
@Suite(.serialized)
struct `A server that watches its files` {
    private static func configuration(
        path: String = "/products/*", certificates: [String]? = nil
    ) throws -> String {
        try Site.configuration(path: path, certificates: certificates) + "watch: true\n"
    }

    @Test func `takes a changed configuration, and survives a broken one`() throws {
        let server = try RunningServer(Self.configuration())
        let curl = try Site.curl(server)
        try server.write(try Self.configuration(path: "/a/*"))
        try server.waitForOutcome("reloaded", count: 1)
        #expect(try curl.get().body.contains("\"/a/*\""))
        try server.write("environments: [")
        try server.waitForOutcome("refused", count: 1)
        #expect(try curl.get().body.contains("\"/a/*\""))
        try FileManager.default.removeItem(atPath: server.directory.file("aasa-origin.yaml"))
        try server.waitForOutcome("refused", count: 2)
        #expect(try curl.get().body.contains("\"/a/*\""))
        try server.write(try Self.configuration(path: "/b/*"))
        try server.waitForOutcome("reloaded", count: 2)
        #expect(try curl.get().body.contains("\"/b/*\""))
    }

    @Test func `takes a renewed pair when key and chain fit again`() throws {
        let certificates = try Site.certificates.get()
        let first = try certificates.leaf("watch-1", names: Site.names)
        let second = try certificates.leaf("watch-2", names: Site.names)
        let directory = try TemporaryDirectory()
        try directory.write(Fixtures.text(of: first.chain), to: "chain.pem")
        try directory.write(Fixtures.text(of: first.key), to: "key.pem")
        let configuration = try Self.configuration().replacing(
            try Regex("certificates: .*"),
            with: "certificates: [{cert: chain.pem, key: key.pem}]")
        let server = try RunningServer(configuration, in: directory)
        let client = try Site.openssl(server)
        try directory.write(Fixtures.text(of: second.key), to: "key.pem")
        try server.waitForOutcome("refused", count: 1)
        #expect(try client.serial() == OpenSSLClient.serial(ofFile: first.certificate))
        try directory.write(Fixtures.text(of: second.chain), to: "chain.pem")
        try server.waitForOutcome("reloaded", count: 1)
        #expect(try client.serial() == OpenSSLClient.serial(ofFile: second.certificate))
    }

    @Test func `takes a certificate that a pattern matches from now on`() throws {
        let certificates = try Site.certificates.get()
        let most = try certificates.leaf("glob-1", names: Site.names)
        let more = try certificates.leaf("glob-2", names: ["shop.example.com"])
        let directory = try TemporaryDirectory()
        try directory.write(Fixtures.text(of: most.combined), to: "one.pem")
        let server = try RunningServer(
            Self.configuration(certificates: ["\"*.pem\""]), in: directory)
        try directory.write(Fixtures.text(of: more.combined), to: "two.pem")
        try server.waitForOutcome("reloaded", count: 1)
        #expect(try Site.curl(server).get().status == 200)
    }

    /// Root has rights to every file, unless it gives them up.
    private static var withoutRights: [String] {
        let rights = "-dac_override,-dac_read_search"
        return getuid() == 0 ? ["setpriv", "--bounding-set", rights, "--inh-caps", rights] : []
    }

    @Test func `names a directory that it may no longer list, and loses nothing by it`() throws {
        let directory = try TemporaryDirectory()
        try directory.write(Fixtures.text(of: Site.leaf.get().combined), to: "tls/site.pem")
        let team = """
            apps: {help: {id: ABCDE12345.com.example.help, rules: [/faq]}}
            environments: {help: {apps: [help], hosts: [help.shops.example.com]}}

            """
        try directory.write(team, to: "teams/help.yaml")
        let configuration = try Self.configuration(certificates: ["\"tls/*.pem\""])
        let server = try RunningServer(
            configuration + "include: [\"teams/*.yaml\"]\nguard: off\n", in: directory,
            wrapper: Self.withoutRights)
        let curl = try Site.curl(server)
        for (number, name) in ["tls", "teams"].enumerated() {
            #expect(chmod(directory.file(name), 0) == 0)
            try server.waitForOutcome("refused", count: number + 1)
            try server.waitForError("reason") { lines in
                lines.contains { $0.contains("/\(name)': permission denied") }
            }
            #expect(try curl.get(host: "help.shops.example.com").body.contains("/faq"))
            #expect(chmod(directory.file(name), 0o700) == 0)
            try server.waitForOutcome("unchanged", count: number + 1)
        }
    }

    @Test func `survives the loss of its rights to a file, and takes what comes after`() throws {
        let server = try RunningServer(Self.configuration(), wrapper: Self.withoutRights)
        let file = server.directory.file("aasa-origin.yaml")
        #expect(chmod(file, 0) == 0)
        try server.waitForError("reason") { lines in
            lines.contains { $0.contains("cannot read the configuration: permission denied") }
        }
        #expect(try Site.curl(server).get().status == 200)
        #expect(chmod(file, 0o600) == 0)
        try server.waitForOutcome("unchanged", count: 1)
        try server.write(try Self.configuration(path: "/new/*"))
        try server.waitForOutcome("reloaded", count: 1)
    }

    @Test func `outlives a pipe among its certificates that nobody writes to`() throws {
        let leaf = try Site.certificates.get().leaf("pipe", names: Site.names)
        let directory = try TemporaryDirectory()
        try directory.write(Fixtures.text(of: leaf.combined), to: "tls/one.pem")
        let server = try RunningServer(Self.configuration(certificates: ["tls"]), in: directory)
        let pipe = directory.file("tls/pipe.pem")
        try #require(mkfifo(pipe, 0o600) == 0)
        try server.waitForError("reason") { lines in
            lines.contains {
                $0.contains("/tls/pipe.pem': no data available")
            }
        }
        #expect(try Site.curl(server).get().status == 200)
        try FileManager.default.removeItem(atPath: pipe)
        try server.waitForOutcome("unchanged", count: 1)
        try server.write(try Self.configuration(path: "/new/*", certificates: ["tls"]))
        try server.waitForOutcome("reloaded", count: 1)
    }

    @Test func `takes a renewal of certbot, which turns one link after the other`() throws {
        let certificates = try Site.certificates.get()
        let leaves = try (1...2).map { try certificates.leaf("live-\($0)", names: Site.names) }
        let directory = try TemporaryDirectory()
        // What certbot puts there besides the certificates.
        try directory.write("This directory contains your keys.\n", to: "live/README")
        try FileManager.default.createDirectory(
            atPath: directory.file("live/shop"), withIntermediateDirectories: true)
        func turn(_ name: String, _ version: Int) throws {
            let link = directory.file("live/shop/\(name).pem")
            try? FileManager.default.removeItem(atPath: link)
            try FileManager.default.createSymbolicLink(
                atPath: link, withDestinationPath: "../../archive/shop/\(name)\(version).pem")
        }
        func issue(_ version: Int) throws {
            let leaf = leaves[version - 1]
            let files = [
                "cert": leaf.certificate, "privkey": leaf.key, "fullchain": leaf.chain,
                "chain": certificates.root,
            ]
            for name in ["cert", "privkey", "chain", "fullchain"] {
                try directory.write(
                    Fixtures.text(of: files[name] ?? ""), to: "archive/shop/\(name)\(version).pem")
                try turn(name, version)
            }
        }
        try issue(1)
        let server = try RunningServer(
            Self.configuration(certificates: ["\"live/*\""]), in: directory)
        let client = try Site.openssl(server)
        #expect(try client.serial() == OpenSSLClient.serial(ofFile: leaves[0].certificate))
        try issue(2)
        try server.waitForOutcome("reloaded", count: 1)
        #expect(try client.serial() == OpenSSLClient.serial(ofFile: leaves[1].certificate))
    }

    @Test func `takes a renewed secret that is mounted as a directory`() throws {
        let certificates = try Site.certificates.get()
        let first = try certificates.leaf("mount-1", names: Site.names)
        let second = try certificates.leaf("mount-2", names: Site.names)
        let directory = try TemporaryDirectory()
        for (version, leaf) in [("..1", first), ("..2", second)] {
            try directory.write(Fixtures.text(of: leaf.chain), to: "secret/\(version)/tls.crt")
            try directory.write(Fixtures.text(of: leaf.key), to: "secret/\(version)/tls.key")
            try directory.write(
                Fixtures.text(of: certificates.root), to: "secret/\(version)/ca.crt")
        }
        // As a kubelet does: the names lead through one link, which is swapped.
        let files = FileManager.default
        let secret = directory.file("secret")
        try files.createSymbolicLink(atPath: secret + "/..data", withDestinationPath: "..1")
        for name in ["tls.crt", "tls.key", "ca.crt"] {
            try files.createSymbolicLink(
                atPath: secret + "/" + name, withDestinationPath: "..data/" + name)
        }
        let server = try RunningServer(
            Self.configuration(certificates: ["secret"]), in: directory)
        let client = try Site.openssl(server)
        #expect(try client.serial() == OpenSSLClient.serial(ofFile: first.certificate))
        try files.createSymbolicLink(atPath: secret + "/..next", withDestinationPath: "..2")
        #expect(rename(secret + "/..next", secret + "/..data") == 0)
        try server.waitForOutcome("reloaded", count: 1)
        #expect(try client.serial() == OpenSSLClient.serial(ofFile: second.certificate))
    }
}
