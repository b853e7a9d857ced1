import Foundation
import TestSupport
import Testing

struct `The command pickup` {
    @Test func `ends with 0, 5 or 1 by what Apple took, and says it`() throws {
        let site = try RecordedSite()
        let never = try site.run("pickup", "shop.example.com")
        #expect(never.exitCode == 5)
        #expect(
            try site.plain(never.outputText) == """
                shop.example.com: never fetched: Apple's CDN has not come; version version-1--- is \
                published since 2026-01-01T00:00:00Z

                """)
        #expect(
            never.errorText.hasSuffix(
                "  hint: Apple comes within a day after a device has first asked for the host\n"))
        try site.fetch()
        #expect(try site.run("pickup", "shop.example.com").exitCode == 0)
        try site.publish(path: "/b/*")
        #expect(try site.run("pickup", "shop.example.com").exitCode == 5)
        try site.fetch()
        #expect(try site.run("pickup", "shop.example.com").exitCode == 0)
        #expect(try site.fetch(method: "DELETE") == 405)
        let refused = try site.run("pickup", "shop.example.com", "--json")
        #expect(refused.exitCode == 1)
        #expect(refused.outputText.contains("\"verdict\": \"refused\""))
        let off = try site.run("pickup", "off.example.com", "--wait", "1h", "--json")
        #expect(off.exitCode == 1)
        #expect(off.outputText.contains("\"verdict\": \"unpublished\""))
    }

    @Test func `waits until Apple comes, also while the server is away`() throws {
        let site = try RecordedSite()
        try site.fetch()
        try site.publish(path: "/b/*")
        let command = try RunningCommand(
            site.arguments(["pickup", "shop.example.com", "--wait", "1h", "--every", "1s"]))
        try command.waitForError("waiting: shop.example.com: stale: ")
        try site.server.stop()
        try command.waitForError("waiting: cannot ask the admin listener at ")
        try site.restart(path: "/b/*")
        try site.fetch()
        #expect(try command.waitForExit() == 0)
        #expect(command.output.text.hasPrefix("shop.example.com: current: "))
    }

    @Test func `waits through an old refusal, and ends at a new one`() throws {
        let site = try RecordedSite()
        try site.fetch(method: "DELETE")
        let first = try RunningCommand(
            site.arguments(["pickup", "shop.example.com", "--wait", "1h", "--every", "1s"]))
        try first.waitForError("waiting: shop.example.com: refused: ")
        try site.fetch()
        #expect(try first.waitForExit() == 0)

        try site.publish(path: "/b/*")
        let second = try RunningCommand(
            site.arguments(["pickup", "shop.example.com", "--wait", "1h", "--every", "1s"]))
        try second.waitForError("waiting: shop.example.com: stale: ")
        try site.fetch(method: "DELETE")
        #expect(try second.waitForExit() == 1)
        #expect(second.output.text.hasPrefix("shop.example.com: refused: "))
    }

    @Test func `ends with 5 when the time is over`() throws {
        let site = try RecordedSite()
        let result = try site.run("pickup", "shop.example.com", "--wait", "1s", "--every", "1s")
        #expect(result.exitCode == 5)
        #expect(result.outputText.hasPrefix("shop.example.com: never fetched: "))
        #expect(result.errorText.contains("waiting: shop.example.com: never fetched: "))
    }

    @Test func `does not wait for a server that has never answered`() throws {
        let directory = try TemporaryDirectory()
        try directory.write(
            try RecordedSite.configuration(path: "/a/*"), to: "aasa-origin.yaml")
        let result = try CommandRunner.run(
            RunningServer.program,
            [
                "pickup", "shop.example.com", "--wait", "1h", "--config",
                directory.file("aasa-origin.yaml"),
            ])
        #expect(result.exitCode == 3)
        #expect(result.errorText.contains("cannot ask the admin listener at"))
    }
}
