import Doctor
import HTTP
import HTTPClient
import TestSupport
import Testing

struct `Findings on the file` {
    static func file(_ body: String, _ headers: [Field] = [json]) -> HostObservations {
        SampleHost.answering(SampleHost.answer(200, headers, body: body))
    }

    static let json = Field("Content-Type", "application/json")

    static var signed: HostObservations {
        var result = SampleHost.answer()
        result.body = [0x30, 0x82, 0x01, 0x00, 0x06]
        return SampleHost.answering(result)
    }

    static let cases = [
        FindingCase(
            "no type", ["warning: there is no Content-Type [type-missing]"],
            seen: file(SampleHost.document, [])),
        FindingCase(
            "another type", ["warning: the type is 'text/plain; charset=utf-8' [type-other]"],
            seen: file(
                SampleHost.document, [Field("Content-Type", "text/plain; charset=utf-8")])),
        FindingCase(
            "a type with a parameter", [],
            seen: file(
                SampleHost.document, [Field("Content-Type", "application/json; charset=utf-8")])),
        FindingCase(
            "a page", ["error: the body is an HTML page with status 200 [body-html]"],
            seen: file("\n<!DOCTYPE html><html></html>", [Field("Content-Type", "text/html")])),
        FindingCase(
            "nothing", ["error: the body has 0 bytes and no text [body-empty]"], seen: file("")),
        FindingCase(
            "no JSON", ["error: the file is no strict JSON [body-not-json]"], seen: file("{\"a\":}")
        ),
        FindingCase(
            "a signature", ["warning: the file is signed (CMS, DER) [body-signed]"],
            seen: signed),
        FindingCase(
            "a byte order mark", ["error: the file is no strict JSON [body-not-json]"],
            seen: file("\u{FEFF}" + SampleHost.document)),
        FindingCase(
            "another encoding",
            ["error: the encoding is 'br', offered was gzip [encoding-unknown]"],
            seen: file("\u{1}", [json, Field("Content-Encoding", "br")])),
        FindingCase(
            "what the linter finds",
            ["error: app identifier 'com.example.shop' has no team prefix [app-id-without-prefix]"],
            seen: file(#"{"webcredentials":{"apps":["com.example.shop"]}}"#)),
        FindingCase(
            "too large",
            ["error: the file has 131073 bytes [body-too-large]"],
            seen: file(padded(131_073))),
        FindingCase(
            "nearly too large", ["warning: the file has 131072 bytes [body-large]"],
            seen: file(padded(131_072))),
        FindingCase(
            "another file at the root",
            [
                "warning: /apple-app-site-association has other bytes than "
                    + "/.well-known/apple-app-site-association [root-differs]"
            ]
        ) { $0.probes[.root] = SampleHost.answer(body: "{}") },
        FindingCase(
            "a redirect at the root",
            ["note: /apple-app-site-association answers 302 to / [root-redirects]"]
        ) { $0.probes[.root] = SampleHost.answer(302, [Field("Location", "/")], body: "") },
        FindingCase("nothing at the root", []) {
            $0.probes[.root] = SampleHost.answer(404, [], body: "")
        },
    ]

    private static func padded(_ size: Int) -> String {
        String(repeating: " ", count: size - SampleHost.document.utf8.count) + SampleHost.document
    }

    @Test(arguments: cases)
    func `are those of the table`(row: FindingCase) { row.check() }

    @Test func `see gzip that no header speaks of`() {
        var result = SampleHost.answer(200, [Self.json], body: "")
        result.body = [0x1F, 0x8B, 0x08, 0x00]
        let report = Examination.report(on: SampleHost.answering(result))
        #expect(
            report.lines == [
                "error: the body is gzip, and there is no Content-Encoding [encoding-undeclared]"
            ])
    }
}

struct `Encodings of a body` {
    /// `{}` in gzip, as the program gzip writes it.
    static let gzip: [UInt8] = [
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03, 0xAB, 0xAE, 0x05, 0x00, 0x43,
        0xBF, 0xA6, 0xA3, 0x02, 0x00, 0x00, 0x00,
    ]

    func decoded(_ bytes: [UInt8], _ encoding: String?) -> DecodedBody {
        let fields = encoding.map { [Field("Content-Encoding", $0)] } ?? []
        return DecodedBody(ProbeResult(status: 200, headers: fields, body: bytes))
    }

    /// Returns bytes in gzip without compression, one stored block.
    func packed(_ bytes: [UInt8]) throws -> [UInt8] {
        let directory = try TemporaryDirectory()
        try directory.write(bytes, to: "a")
        try CommandRunner.output("gzip", ["-n", directory.file("a")])
        return try directory.bytes(of: "a.gz")
    }

    @Test func `are taken off`() {
        #expect(decoded(Self.gzip, "gzip").bytes == Array("{}".utf8))
        #expect(decoded(Self.gzip, "GZIP, identity").bytes == Array("{}".utf8))
        #expect(decoded(Array("{}".utf8), nil).bytes == Array("{}".utf8))
        #expect(decoded(Self.gzip, "gzip").fault == nil)
    }

    @Test func `may be applied twice, broken, undeclared or unknown`() throws {
        let twice = try packed(Self.gzip)
        #expect(decoded(twice, "gzip").fault == .twice)
        #expect(decoded(twice, "gzip, gzip").fault == nil)
        #expect(decoded(Self.gzip, nil).fault == .undeclared)
        #expect(decoded(Self.gzip, "br").fault == .unknown("br"))
        #expect(
            decoded(Array(Self.gzip.dropLast(9)), "gzip").fault
                == .broken("gzip", "the gzip data ends too early"))
        #expect(
            decoded(Array("{}".utf8), "gzip").fault
                == .broken("gzip", "it is no valid gzip data (incorrect header check)"))
    }

    @Test func `are taken off only up to a limit`() throws {
        let bomb = try packed([UInt8](repeating: 0x20, count: DecodedBody.limitBytes + 1))
        let seen = SampleHost.answering(
            ProbeResult(
                status: 200,
                headers: [
                    Field("Content-Type", "application/json"), Field("Content-Encoding", "gzip"),
                ], body: bomb))
        #expect(
            Examination.report(on: seen).lines == [
                "error: the file has more than 4194304 bytes after decoding [body-too-large]"
            ])
    }

    @Test func `come to findings`() throws {
        let json = Field("Content-Type", "application/json")
        func lines(_ bytes: [UInt8]) -> [String] {
            let seen = SampleHost.answering(
                ProbeResult(
                    status: 200, headers: [json, Field("Content-Encoding", "gzip")], body: bytes))
            return Examination.report(on: seen).lines
        }
        #expect(
            try lines(packed(Self.gzip)) == [
                "error: after decoding gzip the body is still gzip [encoding-twice]"
            ])
        #expect(
            lines([1, 2, 3]) == ["error: the body is not gzip [encoding-broken]"])
        #expect(
            try lines(packed(Array(SampleHost.document.utf8))) == [
                "warning: without Accept-Encoding the body comes as 'gzip' [encoding-unasked]"
            ])
    }
}

/// A robots.txt, and the line that keeps the bot out.
struct RobotsCase: Sendable, CustomTestStringConvertible {
    let text: String
    let rule: String?
    var testDescription: String { text }
}

struct `The rules for robots` {
    static let cases = [
        RobotsCase(text: "", rule: nil),
        RobotsCase(text: "User-agent: *\nDisallow:", rule: nil),
        RobotsCase(text: "User-agent: *\nDisallow: /", rule: "/"),
        RobotsCase(text: "user-AGENT: *\r\ndisallow: /.well-known/ # all", rule: "/.well-known/"),
        RobotsCase(text: "User-agent: *\nDisallow: /\nAllow: /.well-known/", rule: nil),
        RobotsCase(
            text: "User-agent: *\nDisallow: /x\nDisallow: /*-association$",
            rule: "/*-association$"),
        RobotsCase(text: "User-agent: *\nDisallow: /*.json$", rule: nil),
        RobotsCase(
            text: "User-agent: *\nDisallow: /\n\nUser-agent: AASA-Bot\nDisallow:",
            rule: nil),
        RobotsCase(text: "User-agent: Googlebot\nUser-agent: aasa-bot\nDisallow: /", rule: "/"),
        RobotsCase(text: "User-agent: Googlebot\nDisallow: /", rule: nil),
    ]

    @Test(arguments: cases)
    func `are those of the bot, else those of all`(row: RobotsCase) {
        var seen = SampleHost.seen
        seen.probes[.robots] = SampleHost.answer(200, [], body: row.text)
        let expected = row.rule.map { ["note: robots.txt has 'Disallow: \($0)' [robots]"] } ?? []
        #expect(Examination.report(on: seen).lines == expected)
    }
}
