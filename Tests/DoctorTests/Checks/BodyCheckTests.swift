import Doctor
import HTTP
import HTTPClient
import Testing

struct `Findings on the file` {
    static func file(_ body: String, _ headers: [Field] = [json]) -> HostObservations {
        SampleHost.answering(SampleHost.answer(200, headers, body: body))
    }

    static let json = Field("Content-Type", "application/json")

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

/// A robots.txt, and the line that keeps the bot out.
struct RobotsCase: Sendable, CustomTestStringConvertible {
    let text: String
    let rule: String?
    var testDescription: String { text }
}
