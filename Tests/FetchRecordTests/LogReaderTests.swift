import Diagnostics
import Foundation
import POSIX
import TestSupport
import Testing

@testable import FetchRecord

struct `The reader of access logs` {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private static func line(
        _ host: String = "shop.example.com", second: Int = 0, status: Int = 200,
        document: Character? = "a", agent: String = "AASA-Bot/1.0.0", method: String = "GET"
    ) -> String {
        let digest = document.map { "\"\(String(repeating: $0, count: 12))\"" } ?? "null"
        return "{\"time\":\"2026-11-30T00:00:\(second < 10 ? "0" : "")\(second).000Z\","
            + "\"client\":\"192.0.2.1\",\"host\":\"\(host)\",\"method\":\"\(method)\","
            + "\"target\":\"/.well-known/apple-app-site-association\",\"status\":\(status),"
            + "\"user_agent\":\"\(agent)\",\"document\":\(digest),\"outcome\":\"ok\"}\n"
    }

    private func read(_ name: String, _ text: String, only: String? = nil) throws -> (
        AccessLogReader, [Diagnostic]
    ) {
        var reader = AccessLogReader(LogTally(only: only))
        let findings = reader.read(try directory.write(text, to: name)).findings
        return (reader, findings)
    }

    private static func fetches(_ reader: AccessLogReader) -> [HostFetches] {
        reader.tally.fetches(quietAfterMilliseconds: 14 * Sample.day)
    }

    struct State: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var lines: [String]
        var kind: PickupState.Kind?
        var explanation: String?
    }

    static let states = [
        State(
            testDescription: "current", lines: [line(), line(second: 1, document: "b")],
            kind: .current,
            explanation: "Apple's CDN took this version, bbbbbbbbbbbb, at 2026-11-30T00:00:01Z"),
        State(
            testDescription: "stale, by what somebody else was served later, in any order",
            lines: [line(second: 9, document: "b", agent: "curl"), line()], kind: .stale,
            explanation: "Apple's CDN took version aaaaaaaaaaaa at 2026-11-30T00:00:00Z; version "
                + "bbbbbbbbbbbb is published since 2026-11-30T00:00:09Z and is expected by about "
                + "2026-11-30T06:00:00Z"),
        State(
            testDescription: "refused, without any version",
            lines: [line(status: 404, document: nil)], kind: .refused,
            explanation: "Apple's CDN was answered 404 (ok) at 2026-11-30T00:00:00Z"),
        State(
            testDescription: "never fetched, without any version",
            lines: [line(document: nil, agent: "curl")], kind: .neverFetched,
            explanation: "Apple's CDN has not come"),
        State(
            testDescription: "not known, where no line names a version",
            lines: [line(document: nil)]),
        State(
            testDescription: "not known, where only others were seen to take one",
            lines: [line(document: nil, method: "HEAD"), line(agent: "curl")]),
    ]

    @Test(arguments: states)
    func `derives the state as far as lines tell`(state: State) throws {
        let (reader, findings) = try read("log", state.lines.joined())
        #expect(findings == [])
        let host = try #require(Self.fetches(reader).first)
        #expect(host.pickup?.kind == state.kind)
        #expect(host.pickup?.explanation == state.explanation)
    }

    @Test func `names every line that is of no access log, and goes on`() throws {
        let (reader, findings) = try read(
            "log",
            "what\n" + Self.line() + "{\n" + String(repeating: "x", count: 70_000) + "\n\n"
                + Self.line() + "{\"msg\":\"started\"}")
        #expect(
            DiagnosticText().text(for: findings).replacing(directory.path + "/", with: "") == """
                log:1:1: warning: the line is of no access log: there is neither JSON nor a time \
                in brackets [log-line]
                log:3:2: warning: the line is of no access log: no JSON: the file ends inside an \
                object [log-line]
                log:4:1: warning: the line is of no access log: it has more than 65536 bytes \
                [log-line]

                """)
        #expect(reader.badLines == 3)
        #expect(reader.requests == 2)
        #expect(Self.fetches(reader).map { $0.counts.map(\.count) } == [[2]])
    }

    @Test func `counts bad lines beyond a screenful`() throws {
        let (reader, findings) = try read("log", String(repeating: "no\n", count: 1_000))
        #expect(reader.badLines == 1_000)
        #expect(findings.count == 50)
        #expect(
            DiagnosticText().text(for: findings.suffix(1))
                .replacing(directory.path + "/", with: "") == """
                    log:1000:1: warning: 951 more lines are of no access log, the last here [log-lines]

                    """)
    }

    @Test func `reads logs that were packed, also one behind the other`() throws {
        let plain = try directory.write(Self.line() + Self.line(second: 1), to: "access.log")
        try CommandRunner.output("gzip", ["--keep", plain])
        try CommandRunner.output(
            "sh", ["-c", "cat access.log.gz access.log.gz > both.gz"], directory: directory.path)
        var reader = AccessLogReader(LogTally())
        for name in ["access.log", "access.log.gz", "both.gz"] {
            let outcome = reader.read(directory.file(name))
            #expect(outcome.isWhole)
            #expect(outcome.findings == [])
        }
        #expect(Self.fetches(reader).map { $0.counts.map(\.count) } == [[8]])
    }

    @Test func `says what it cannot read, and counts what is before that`() throws {
        let lines = (0..<2_000).map { Self.line("h\($0).example.com") }.joined()
        let plain = try directory.write(lines, to: "access.log")
        try CommandRunner.output("gzip", ["--keep", plain])
        let packed = try directory.bytes(of: "access.log.gz")
        try directory.write(Array(packed.prefix(packed.count / 2)), to: "half.gz")
        var broken = packed
        for index in 5_000..<5_100 { broken[index] = 0xFF }
        try directory.write(broken, to: "broken.gz")
        try directory.write([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00, 0x00], to: "access.log.xz")
        let rows = [
            ("half.gz", "the gzip data ends too early"), ("broken.gz", "it is no valid gzip data"),
            ("access.log.xz", "it is packed, and not with gzip (xz unpacks it)"),
            ("missing", "no such file or directory"), (".", "is a directory"),
        ]
        for (name, reason) in rows {
            var reader = AccessLogReader(LogTally())
            let outcome = reader.read(directory.file(name))
            #expect(!outcome.isWhole)
            let last = try #require(outcome.findings.last)
            #expect(last.severity == .error)
            #expect(last.message.contains(reason), "\(last.message)")
            #expect(name.hasSuffix(".gz") == (reader.requests > 100), "\(name)")
        }
    }

    @Test func `takes lines without a host for those of the only host`() throws {
        let text = """
            192.0.2.1 - - [30/Nov/2026:00:00:00 +0000] "GET /apple-app-site-association HTTP/1.1" \
            200 1 "-" "AASA-Bot/1.0.0"

            """
        let other = Self.line("other.example.com")
        let (only, _) = try read("log", text + other, only: "Shop.example.com")
        #expect(Self.fetches(only).map(\.host) == ["shop.example.com"])
        #expect(only.tally.hostless == 0)
        let (all, _) = try read("log", text + other)
        #expect(Self.fetches(all).map(\.host) == ["-", "other.example.com"])
        #expect(all.tally.hostless == 1)
    }

    @Test func `is bounded in kinds of fetches, and counts what is left out`() {
        var tally = LogTally()
        var entry = LogEntry(
            timeMilliseconds: Sample.start, host: "shop.example.com", client: "192.0.2.1", status: 0
        )
        entry.target = "/apple-app-site-association"
        entry.method = "GET"
        for status in 100..<200 {
            entry.status = status
            tally.add(entry)
        }
        #expect(tally.dropped == 100 - LogLimits.countsPerHost)
        for number in 0..<LogLimits.hosts {
            entry.host = "h\(number).example.com"
            tally.add(entry)
        }
        #expect(tally.dropped == 100 - LogLimits.countsPerHost + 1)
    }

    @Test func `unpacks no more than a piece at a time`() throws {
        // 64 MiB of zeros in 64 KiB: one line that is too long.
        let packed = try CommandRunner.run(
            "sh", ["-c", "head -c 67108864 /dev/zero | gzip -9"], directory: directory.path
        ).output
        try directory.write(packed, to: "zeros.gz")
        var reader = AccessLogReader(LogTally())
        let outcome = reader.read(directory.file("zeros.gz"))
        #expect(outcome.isWhole)
        #expect(
            outcome.findings.map(\.message) == [
                "the line is of no access log: it has more than 65536 bytes"
            ])
    }
}
