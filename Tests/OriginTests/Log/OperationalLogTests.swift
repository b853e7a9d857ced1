import Diagnostics
import Foundation
import POSIX
import TestSupport
import Testing

@testable import Origin

struct `Operational log` {
    @Test func `writes a line for each event and finding`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("log")
        let log = try OperationalLog(
            LogFile(path: path), nowMilliseconds: { 1_796_001_266_123 })
        log.say(.info, "listening on https://127.0.0.1:8443 (tls)")
        log.say(LogLine(.warn, "say \"it\" \\ \u{1B}[2J\n", [("key", "a b")]))
        log.say(
            Diagnostic(
                .error, "bad-thing", "a thing is bad", at: SampleConfiguration.place(2),
                hint: "repair it",
                notes: [Diagnostic.Note("first seen here", at: SampleConfiguration.place(1))]))
        log.stop()
        let expected = """
            time=2026-11-30T01:14:26.123Z level=info msg="listening on https://127.0.0.1:8443 (tls)"
            time=2026-11-30T01:14:26.123Z level=warn msg="say \\"it\\" \\\\ \\\\u{1b}[2J\\\\u{a}" \
            key="a b"
            time=2026-11-30T01:14:26.123Z level=error msg="test.yaml:2:3: a thing is bad" \
            id="bad-thing" hint="repair it" note="test.yaml:1:3: first seen here"

            """
        #expect(try String(contentsOfFile: path, encoding: .utf8) == expected)
    }
}
