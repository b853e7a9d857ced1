import Foundation
import TestSupport
import Testing

/// The example with fifty tenants, as the README walks through it.
struct `The white-label example` {
    private static let folder = "\(Fixtures.configurations)/white-label"

    private static let names = [
        "*.shops.example.com", "*.staging.example.com", "shop.aster.example",
        "shop.fern.example", "shop.kale.example", "shop.poppy.example", "shop.umber.example",
        "shop.alder.example", "shop.fig.example", "shop.kelp.example", "shop.pine.example",
    ]

    private static let leaf = Result {
        try Site.certificates.get().leaf("white-label", names: names)
    }

    /// The example on ports that the system chooses, with a certificate for every label.
    private static let server = Result {
        let directory = try TemporaryDirectory()
        for name in ["tenants.csv", "payments.yaml"] {
            try directory.write(Fixtures.text(of: "\(folder)/\(name)"), to: name)
        }
        return try RunningServer(try configuration(), in: directory)
    }

    private static func configuration() throws -> String {
        let leaf = try leaf.get()
        var text = try Fixtures.text(of: "\(folder)/aasa-origin.yaml")
        let changes = [
            ("127.0.0.1:8443", "127.0.0.1:0"), ("127.0.0.1:9180", "127.0.0.1:0"),
            (
                "self_signed: always  ",
                "self_signed: never\n  certificates: [\"\(leaf.combined)\"]\n"
            ),
            ("  authority: ${AASA_ORIGIN_AUTHORITY:-../../.build/authority}\n", ""),
        ]
        for (part, replacement) in changes {
            #expect(text.contains(part))
            text = text.replacing(part, with: replacement)
        }
        return text
    }

    struct Case: CustomTestStringConvertible, Sendable {
        let host: String
        var status = 200
        var age: String? = "public, max-age=21600"
        var apps: [String] = []
        var rules: [String] = []
        var clips: [String] = []
        var testDescription: String { host }
    }

    private static let rules = ["NOT /help/*", "/products/*"]

    static let cases = [
        Case(
            host: "aster.shops.example.com", age: "public, max-age=300",
            apps: ["ABCDE12345.com.example.aster", "ABCDE12345.com.example.wallet"],
            rules: ["NOT /checkout/*"] + rules + ["/s/aster/*", "/pay/*"],
            clips: ["ABCDE12345.com.example.aster.Clip"]),
        Case(
            host: "shop.fern.example",
            apps: ["ABCDE12345.com.example.fern", "ABCDE12345.com.example.wallet"],
            rules: rules + ["/s/fern/*", "/pay/*"]),
        Case(
            host: "birch.shops.example.com",
            apps: [
                "BIRCH12345.com.birch.shop", "ABCDE12345.com.example.wallet",
                "ABCDE12345.com.example.courier",
            ], rules: rules + ["/s/birch/*", "/pay/*", "/track/*"]),
        Case(
            host: "aster.staging.example.com", age: "no-store",
            apps: ["ABCDE12345.com.example.aster", "ABCDE12345.com.example.wallet"],
            rules: rules + ["/s/aster/*", "/pay/*"],
            clips: ["ABCDE12345.com.example.aster.Clip"]),
        Case(
            host: "zest.staging.example.com", age: "no-store",
            apps: ["ABCDE12345.com.example.zest", "ABCDE12345.com.example.wallet"],
            rules: rules + ["/s/zest/*", "/pay/*"]),
        Case(host: "clover.shops.example.com", status: 404, age: "no-store"),
        Case(host: "zest.shops.example.com", status: 404, age: "no-store"),
        Case(host: "stranger.shops.example.com", status: 404, age: "no-store"),
    ]

    @Test(arguments: cases)
    func `serves each tenant its own document, and unknown labels none`(_ item: Case) throws {
        let curl = Curl(
            server: try Self.server.get(), security: .verified(authority: try Site.authority()))
        let reply = try curl.get(host: item.host)
        #expect(reply.status == item.status)
        #expect(reply["cache-control"] == item.age)
        guard item.status == 200 else { return }
        let object = try JSONSerialization.jsonObject(with: Data(reply.body.utf8))
        let document = try #require(object as? [String: [String: Any]])
        let details = try #require(document["applinks"]?["details"] as? [[String: Any]])
        #expect(details.flatMap { $0["appIDs"] as? [String] ?? [] } == item.apps)
        let rules = details.flatMap { $0["components"] as? [[String: Any]] ?? [] }.map { rule in
            (rule["exclude"] as? Bool == true ? "NOT " : "") + (rule["/"] as? String ?? "")
        }
        #expect(rules == item.rules)
        #expect(document["appclips"]?["apps"] as? [String] ?? [] == item.clips)
    }

    private func run(_ arguments: [String]) throws -> CommandResult {
        try CommandRunner.run(
            RunningServer.program, arguments + ["--config", "aasa-origin.yaml"],
            directory: Self.folder)
    }

    @Test func `is sound, with fifty tenants in two environments and three overrides`() throws {
        let check = try run(["check", "--strict"])
        #expect(check.errorText == "")
        let verdict = "aasa-origin.yaml: sound: 104 hosts, 95 documents, 0 certificates"
        #expect(check.outputText == verdict + "\n")
        let readme = try Fixtures.text(of: "\(Fixtures.configurations)/../README.md")
        #expect(readme.contains("`\(verdict)`"))
        let lines = try run(["hosts", "--json"]).outputText.split(separator: "\n")
        let tenants = lines.compactMap { $0.firstMatch(of: /"tenant":"([^"]*)"/)?.1 }
        #expect(tenants.count == 104)
        #expect(Set(tenants).count == 50)
    }

    @Test func `lists the hosts of one tenant`() throws {
        let hosts = try run(["hosts", "--tenant", "fern"]).outputText.split(separator: "\n")
        #expect(
            hosts.dropFirst().map { $0.prefix { $0 != " " } } == [
                "fern.shops.example.com", "shop.fern.example", "fern.staging.example.com",
            ])
        let unknown = try run(["hosts", "--tenant", "farn"])
        #expect(unknown.exitCode == 1)
        #expect(
            unknown.errorText == """
                error: there is no tenant 'farn' [unknown-tenant]
                  hint: did you mean 'fern'?

                """)
    }

    @Test func `says why the host of a tenant is not there`() throws {
        let result = try run(["render", "--explain", "zest.shops.example.com"])
        #expect(result.exitCode == 1)
        #expect(
            result.errorText == """
                error: host 'zest.shops.example.com' is not configured [host-not-configured]
                tenants.csv:51:47: note: the tenant 'zest' has it, and 'where' of 'production' \
                does not choose it: 'stage' is 'new'

                """)
    }

    @Test func `is explained as the README shows`() throws {
        let text = try run(["render", "--explain", "clover.staging.example.com"]).outputText
        let readme = try Fixtures.text(of: "\(Fixtures.configurations)/../README.md")
        let block = try #require(
            readme.firstMatch(of: /(?s)```\n(clover\.staging\.example\.com\n.*?)```/))
        #expect(text.hasPrefix(block.1))
        #expect(text.hasSuffix("    tenants.csv:4:52: 'clip' is empty\n"))
        for arguments in [["--all", "out"], ["--version", "ab", "a.example.com"]] {
            let wrong = try run(["render", "--explain"] + arguments)
            #expect(wrong.exitCode == 2)
            #expect(
                wrong.errorText.hasPrefix(
                    "error: option '--explain' cannot stand with '\(arguments[0])'"))
        }
        let unknown = try run(["render", "--explain", "clvoer.staging.example.com"])
        #expect(unknown.exitCode == 1)
        #expect(unknown.errorText.contains("did you mean 'clover.staging.example.com'?"))
    }

    @Test func `takes in a new row at a reload, and refuses a broken one`() throws {
        let directory = try TemporaryDirectory()
        let table = try Fixtures.text(of: "\(Self.folder)/tenants.csv")
        try directory.write(table, to: "tenants.csv")
        try directory.write(
            Fixtures.text(of: "\(Self.folder)/payments.yaml"), to: "payments.yaml")
        let server = try RunningServer(try Self.configuration() + "watch: true\n", in: directory)
        let curl = Curl(server: server, security: .verified(authority: try Site.authority()))
        let host = "acorn.shops.example.com"
        #expect(try curl.get(host: host).status == 404)
        try directory.write(
            table + "acorn,Acorn,ABCDE12345,com.example.*,,,live\n", to: "tenants.csv")
        try server.waitForOutcome("refused", count: 1)
        try server.waitForError("place") { lines in
            lines.contains { $0.contains("tenants.csv:52:24") }
        }
        #expect(try curl.get(host: host).status == 404)
        try directory.write(
            table + "acorn,Acorn,ABCDE12345,com.example.acorn,,,live\n", to: "tenants.csv")
        try server.waitForOutcome("reloaded", count: 1)
        let reply = try curl.get(host: host)
        #expect(reply.status == 200)
        #expect(reply.body.contains("\"ABCDE12345.com.example.acorn\""))
    }

    @Test func `names the owner of what another file touches`() throws {
        let directory = try TemporaryDirectory()
        for name in ["tenants.csv", "payments.yaml"] {
            try directory.write(Fixtures.text(of: "\(Self.folder)/\(name)"), to: name)
        }
        let text = try Fixtures.text(of: "\(Self.folder)/aasa-origin.yaml")
        try directory.write(
            text.replacing("rules: [/track/*]", with: "rules: [/track/*, /pay/now]"), to: "c.yaml")
        let check = try CommandRunner.run(
            RunningServer.program, ["check", "--config", "c.yaml"], directory: directory.path)
        #expect(check.exitCode == 1)
        #expect(
            check.errorText == """
                c.yaml:30:23: error: the rule '/pay/now' reaches '/pay/', which belongs to \
                'payments team' [owned-path]
                  30 |     rules: [/track/*, /pay/now]
                     |                       ^
                  hint: put 'NOT /pay/*' before it, or leave the paths to that file
                payments.yaml:5:11: note: they are claimed here
                c.yaml: not sound: 1 error

                """)
    }
}
