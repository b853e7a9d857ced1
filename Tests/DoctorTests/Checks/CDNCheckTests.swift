import Doctor
import HTTP
import HTTPClient
import Testing

struct `Findings on Apple's copy` {
    static let url = "https://app-site-association.cdn-apple.com/a/v1/shop.example.com"

    static func copy(
        _ status: Int, _ headers: [(String, String)] = [], body: String = SampleHost.document
    ) -> CDNCopy {
        CDNCopy(
            url: url, status: status, headers: headers.map { Field($0.0, $0.1) },
            body: Array(body.utf8))
    }

    static func failure(_ reason: String, _ details: String? = nil) -> CDNCopy {
        var headers = [("Apple-Failure-Reason", reason)]
        if let details { headers.append(("Apple-Failure-Details", details)) }
        return copy(404, headers, body: "Not Found")
    }

    static func row(_ text: String, _ lines: [String], _ copy: CDNCopy) -> FindingCase {
        FindingCase(text, lines) { $0.cdn = copy }
    }

    static let old = SampleHost.document.replacing("/products/*", with: "/old/*")

    static let cases = [
        row("the same file", [], copy(200)),
        row(
            "another spelling of the same", [],
            copy(200, body: "{\"x\":1," + SampleHost.document.dropFirst())),
        row(
            "an older file", ["stale: Apple's copy is older: links of 1 app changed [cdn-stale]"],
            copy(200, body: old)),
        row(
            "no JSON", ["warning: Apple's copy is no strict JSON [cdn-unreadable]"],
            copy(200, body: "{")),
        row("nothing", ["stale: Apple's servers hold no copy [cdn-missing]"], copy(404)),
        row(
            "a refusal that only Apple meets",
            ["error: Apple's servers: SWCERR00101 Bad HTTP Response: 403 Forbidden [cdn-blocked]"],
            failure(
                "SWCERR00101 Bad HTTP Response: 403 Forbidden", #"{"status":"403 Forbidden"}"#)),
        row(
            "a 404 that is mended",
            [
                "stale: Apple's servers: SWCERR00101 Bad HTTP Response: 404 Not Found "
                    + "[cdn-failure-kept]"
            ], failure("SWCERR00101 Bad HTTP Response: 404 Not Found")),
        row(
            "a private address",
            [
                "error: Apple's servers: SWCERR00202 Connections to private/reserved IP addresses "
                    + "are not allowed [cdn-private]"
            ],
            failure("SWCERR00202 Connections to private/reserved IP addresses are not allowed")),
        row(
            "a time limit", ["error: Apple's servers: SWCERR00301 Timeout [cdn-timeout]"],
            failure("SWCERR00301 Timeout")),
        row(
            "bad JSON", ["stale: Apple's servers: SWCERR00401 Bad JSON content [cdn-bad-json]"],
            failure("SWCERR00401 Bad JSON content")),
        row(
            "an unknown code", ["error: Apple's servers: SWCERR00999 Whatever [cdn-failed]"],
            failure("SWCERR00999 Whatever")),
        row(
            "no answer",
            ["warning: no answer from \(url) [cdn-unreachable]"],
            CDNCopy(
                url: url, status: nil, failure: HTTPClientError(.timedOut, "timed out"))),
        row(
            "another answer", ["warning: \(url) answers 302 [cdn-unreachable]"], copy(302)),
        FindingCase(
            "a failure that the host explains",
            [
                "error: the answer is 403 [forbidden]",
                "stale: Apple's servers: SWCERR00101 Bad HTTP Response: 403 Forbidden "
                    + "[cdn-failure-kept]",
            ], seen: SampleHost.answering(SampleHost.answer(403, [], body: ""))
        ) { $0.cdn = failure("SWCERR00101 Bad HTTP Response: 403 Forbidden") },
        FindingCase(
            "a copy of a file that is gone",
            [
                "error: the answer is 404 [not-found]",
                "note: Apple's copy is still there [cdn-keeps]",
            ], seen: SampleHost.answering(SampleHost.answer(404, [], body: ""))
        ) { $0.cdn = copy(200) },
    ]

    @Test(arguments: cases)
    func `are those of the table`(row: FindingCase) { row.check() }

    @Test func `say how old the copy is, what differs and until when to wait`() throws {
        var seen = SampleHost.seen
        seen.cdn = Self.copy(
            200, [("Age", "7200"), ("Cache-Control", "max-age=21600,public")], body: Self.old)
        let report = Examination.report(on: seen)
        #expect(report.verdict == .stale)
        #expect(
            report.findings.first?.details == [
                "fetched 2 h ago", "wait until about 12:00 UTC, in 4 h",
                "app ABCDE12345.com.example.shop (kept)",
                "  https://shop.example.com/old: match -> none",
                "    old: matched by applinks.details[0].components[0]",
                "    new: the only rule of applinks.details[0] does not match",
                "  https://shop.example.com/products: none -> match",
                "    old: the only rule of applinks.details[0] does not match",
                "    new: matched by applinks.details[0].components[0]",
            ])
    }

    @Test func `say in plain words what a code means and what devices are told`() throws {
        var seen = SampleHost.seen
        seen.cdn = Self.copy(
            404,
            [
                ("Apple-Failure-Reason", "SWCERR00301 Timeout"),
                ("Apple-Failure-Details", #"{"cause":"context deadline exceeded"}"#),
                ("Apple-Try-Direct", "true"), ("Cache-Control", "max-age=3600,public"),
                ("Age", "1200"),
            ], body: "Not Found")
        #expect(
            Examination.report(on: seen).findings.first?.details == [
                "SWCERR00301: the host did not connect or answer in time",
                #"details: {"cause":"context deadline exceeded"}"#,
                "Apple-Try-Direct: true, so some devices may ask the host themselves",
                "fetched 20 min ago", "wait until about 08:40 UTC, in 40 min",
            ])
    }

    @Test func `take any header for what it is`() {
        for value in ["", " ", "-1", "999999999999999999999", "max-age", "max-age=", "x=\u{1}"] {
            var seen = SampleHost.seen
            let names = [
                "Age", "Cache-Control", "Apple-Failure-Reason", "Apple-Failure-Details",
                "Apple-Try-Direct",
            ]
            seen.cdn = Self.copy(404, names.map { ($0, value) })
            #expect(!Examination.report(on: seen).findings.isEmpty)
        }
    }
}

struct `Findings on Android's file` {
    static let fingerprint = Array(repeating: "AB", count: 32).joined(separator: ":")
    static let json = [Field("Content-Type", "application/json")]

    static func file(_ relations: String, count: Int = 2) -> String {
        let prints = Array(repeating: "\"\(fingerprint)\"", count: count).joined(separator: ",")
        return "[{\"relation\":[\(relations)],\"target\":{\"namespace\":\"android_app\","
            + "\"package_name\":\"com.example.shop\",\"sha256_cert_fingerprints\":[\(prints)]}}]"
    }

    static let both =
        #""delegate_permission/common.handle_all_urls","#
        + #""delegate_permission/common.get_login_creds""#

    static func row(_ text: String, _ lines: [String], _ result: ProbeResult) -> FindingCase {
        FindingCase(text, lines) { $0.probes[.assetLinks] = result }
    }

    static let cases = [
        row("as it should be", [], SampleHost.answer(body: file(both))),
        row(
            "a redirect",
            [
                "error: /.well-known/assetlinks.json answers 301 to https://www.example.com/ "
                    + "[android-redirect]"
            ], SampleHost.answer(301, [Field("Location", "https://www.example.com/")], body: "")),
        row(
            "a refusal",
            ["warning: /.well-known/assetlinks.json answers 403 [android-status]"],
            SampleHost.answer(403, [], body: "")),
        row(
            "another type",
            ["warning: /.well-known/assetlinks.json has the type 'text/html' [android-type]"],
            SampleHost.answer(200, [Field("Content-Type", "text/html")], body: file(both))),
        row(
            "a page",
            [
                "warning: /.well-known/assetlinks.json is an HTML page with status 200 "
                    + "[android-html]"
            ], SampleHost.answer(200, [Field("Content-Type", "text/html")], body: "<html>")),
        row(
            "no array",
            [
                "error: /.well-known/assetlinks.json is no strict JSON array [android-not-json]"
            ], SampleHost.answer(body: "{}")),
        row(
            "a malformed statement",
            ["error: a statement is an object, not a number [android-form]"],
            SampleHost.answer(body: "[1]")),
        row(
            "one fingerprint",
            ["note: 'com.example.shop' has one fingerprint [android-fingerprints]"],
            SampleHost.answer(body: file(both, count: 1))),
        row(
            "no passwords",
            [
                "note: webcredentials has apps, assetlinks.json has no get_login_creds "
                    + "[android-credentials]"
            ],
            SampleHost.answer(body: file(#""delegate_permission/common.handle_all_urls""#))),
    ]

    @Test(arguments: cases)
    func `are those of the table`(row: FindingCase) { row.check() }
}
