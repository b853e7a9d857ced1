import Foundation
import TestSupport
import Testing

struct `Commands of the fetch record` {
    @Test func `show hosts and versions, the same from the server and from its file`() throws {
        let site = try RecordedSite()
        try site.fetch()
        try site.fetch("a.shops.example.com", as: "swcd (unknown version) CFNetwork/1568 Darwin/24")
        try site.fetch("off.example.com")
        try site.publish(path: "/b/*")
        try site.fetch(as: "curl/8.5.0")
        #expect(try site.plain(site.run("fetches").outputText) == Self.overview)
        #expect(try site.plain(site.run("fetches", "shop.example.com").outputText) == Self.details)
        #expect(try site.plain(site.run("history", "shop.example.com").outputText) == Self.history)
        let lines = try site.run("fetches", "--json").outputText.split(separator: "\n")
        try #require(lines.count == 6)
        #expect(try JSONLine.fields(of: lines[0])["host"] == "shop.example.com")

        try site.server.stop()
        let details = try site.runOnFile("fetches", "shop.example.com").outputText
        #expect(details.contains("shop.example.com: stale: Apple's CDN took version"))
        #expect(
            try site.runOnFile("fetches").outputText.split(separator: "\n").map { $0.prefix(15) }
                == [
                    "HOST           ", "*.deep.shops.ex", "*.shops.example", "off.example.com",
                    "own.shops.examp", "shop.example.co", "staging.example",
                ])
        #expect(
            try site.runOnFile("history", "shop.example.com").outputText
                .split(separator: "\n").count == 3)
    }

    private static let overview = """
        HOST                      PICKUP         APPLE CAME            STATUS  TOOK          TIMES  OTHERS
        shop.example.com          stale          2026-01-01T00:00:00Z  200     version-1---  1      1
        *.shops.example.com       never_fetched  -                     -       -             0      1
        staging.example.com       never_fetched  -                     -       -             0      0
        own.shops.example.com     never_fetched  -                     -       -             0      0
        *.deep.shops.example.com  never_fetched  -                     -       -             0      0
        off.example.com           refused        2026-01-01T00:00:00Z  404     -             1      0

        """

    private static let details = """
        shop.example.com: stale: Apple's CDN took version version-1--- at 2026-01-01T00:00:00Z; \
        version version-2--- is published since 2026-01-01T00:00:00Z and is expected by about \
        2026-01-01T00:00:00Z

        FETCHER    STATUS  VERSION       TIMES  FIRST                 LAST                  CLIENT     USER AGENT
        other      200     version-2---  1      2026-01-01T00:00:00Z  2026-01-01T00:00:00Z  127.0.0.1  curl/8.5.0
        apple-cdn  200     version-1---  1      2026-01-01T00:00:00Z  2026-01-01T00:00:00Z  127.0.0.1  AASA-Bot/1.0.0

        """

    private static let history = """
        VERSION       LIVE                  REPLACED              TAKEN BY APPLE        BYTES  CONFIGURATION
        version-2---  2026-01-01T00:00:00Z  -                     -                     97     ............
        version-1---  2026-01-01T00:00:00Z  2026-01-01T00:00:00Z  2026-01-01T00:00:00Z  97     ............

        """

    @Test func `print a version that was replaced, and say what differs between two`() throws {
        let site = try RecordedSite()
        try site.publish(path: "/b/*")
        let versions = try site.versions()
        try #require(versions.count == 2)
        let host = "shop.example.com"
        let old = try site.run("render", host, "--version", versions[1])
        #expect(old.outputText == Site.document(path: "/a/*"))
        #expect(
            try site.runOnFile("render", host, "--version", String(versions[1].prefix(6)))
                .outputText == Site.document(path: "/a/*"))
        let diff = try site.run("diff", "\(host)@\(versions[1])", "\(host)@\(versions[0])")
        #expect(diff.exitCode == 1)
        #expect(
            diff.outputText == """
                links of 1 app changed
                app ABCDE12345.com.example.shop (kept)
                  https://shop.example.com/a: match -> none
                    old: matched by applinks.details[0].components[0]
                    new: the only rule of applinks.details[0] does not match
                  https://shop.example.com/b: none -> match
                    old: the only rule of applinks.details[0] does not match
                    new: matched by applinks.details[0].components[0]

                """)
        let same = try site.run(
            "diff", "\(host)@\(versions[0])", site.directory.file("aasa-origin.yaml"))
        #expect(same.exitCode == 0)
        #expect(same.outputText == "no change of meaning\n")
    }

    struct Wrong: CustomTestStringConvertible, Sendable {
        var words: [String]
        var exitCode: Int32
        var errors: String
        var testDescription: String { words.joined(separator: " ") }
    }

    static let wrong = [
        Wrong(
            words: ["fetches", "none.example.org"], exitCode: 1,
            errors: """
                error: the record knows no host 'none.example.org' [host-unknown]
                  hint: it has the hosts of the configuration, and those that were asked for

                """),
        Wrong(
            words: ["history", "none.example.org"], exitCode: 1,
            errors: "error: the record knows no version of host 'none.example.org' [host-unknown]\n"
        ),
        Wrong(
            words: ["pickup", "none.example.org", "--wait", "1h"], exitCode: 3,
            errors: """
                error: the record knows no host 'none.example.org' [host-unknown]
                  hint: it has the hosts of the configuration, and those that were asked for

                """),
        Wrong(
            words: ["render", "shop.example.com", "--version", "000000"], exitCode: 1,
            errors: """
                error: no version '000000' of host 'shop.example.com' is kept [version-unknown]
                  hint: aasa-origin history HOST lists the versions

                """),
        Wrong(
            words: ["diff", "shop.example.com@000000", "shop.example.com@111111"], exitCode: 3,
            errors: """
                error: no version '000000' of host 'shop.example.com' is kept [version-unknown]
                  hint: aasa-origin history HOST lists the versions

                """),
        Wrong(
            words: ["render", "shop.example.com", "--version", "latest"], exitCode: 1,
            errors: """
                error: no version 'latest' of host 'shop.example.com' is kept [version-unknown]
                  hint: a version is named by 6 to 64 of its hexadecimal digits

                """),
        Wrong(
            words: ["pickup", "shop.example.com", "--wait", "soon"], exitCode: 2,
            errors: """
                error: 'soon' is no time [option-value]
                  hint: such as 45s, 30m or 6h, at most 30d
                  usage: aasa-origin pickup [OPTION...] HOST

                """),
        Wrong(
            words: ["pickup", "shop.example.com", "--every", "1s"], exitCode: 2,
            errors: """
                error: option '--every' stands only with '--wait' [option-conflict]
                  usage: aasa-origin pickup [OPTION...] HOST

                """),
        Wrong(
            words: ["render", "--all", "out", "--version", "000000"], exitCode: 2,
            errors: """
                error: option '--version' cannot stand with '--all' [option-conflict]
                  usage: aasa-origin render [OPTION...] (HOST | --all DIR)

                """),
        Wrong(
            words: ["render", "shop.example.com", "--state-file", "x"], exitCode: 2,
            errors: """
                error: option '--state-file' stands only with '--version' [option-conflict]
                  usage: aasa-origin render [OPTION...] (HOST | --all DIR)

                """),
        Wrong(
            words: ["fetches", "--state-file", "missing.db"], exitCode: 3,
            errors: """
                error: cannot open 'missing.db': unable to open database file [state-not-opened]
                  hint: its directory must exist, and the user must be able to write there

                """),
    ]

    @Test(arguments: wrong)
    func `say what they do not find, each with its exit code`(row: Wrong) throws {
        let result = try Self.shared.get().run(row.words)
        #expect(result.exitCode == row.exitCode)
        #expect(
            result.errorText
                .replacing(/[^\n]*\[wildcard-without-parent\]\n(  [^\n]*\n)*/, with: "")
                == row.errors)
        #expect(result.outputText == "")
    }

    /// A server for all tests that only ask.
    static let shared = Result { try RecordedSite() }

    @Test func `read the file of the configuration where there is no admin listener`() throws {
        let site = try RecordedSite(admin: false)
        try site.fetch()
        try site.server.stop()
        let result = try site.run("pickup", "shop.example.com")
        #expect(result.exitCode == 0)
        #expect(
            try site.plain(result.outputText) == """
                shop.example.com: current: Apple's CDN took this version, version-1---, at \
                2026-01-01T00:00:00Z

                """)
        try site.directory.write(try Site.configuration(), to: "aasa-origin.yaml")
        let none = try site.run("pickup", "shop.example.com")
        #expect(none.exitCode == 3)
        #expect(
            none.errorText.hasPrefix(
                "error: the configuration has neither an admin listener nor a file of 'state' "
                    + "[record-nowhere]\n"))
    }

    @Test func `read a record of more hosts than one answer has`() throws {
        let directory = try TemporaryDirectory()
        let names = (1...1_201).map { "h\($0).shops.example.com" }
        let server = try RunningServer(
            RecordedSite.configuration(path: "/a/*").replacing(
                "[shop.example.com,", with: "[shop.example.com, \(names.joined(separator: ", ")),"),
            in: directory)
        let result = try CommandRunner.run(
            RunningServer.program,
            ["fetches", "--json", "--admin", "unix:" + directory.file("admin.sock")])
        #expect(result.errorText == "")
        let hosts = try result.outputText.split(separator: "\n").map {
            try JSONLine.fields(of: $0)["host"]
        }
        #expect(hosts.count == 1_207)
        #expect(Set(hosts).count == 1_207)
        #expect(try server.stop() == 0)
    }
}
