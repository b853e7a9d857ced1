import Doctor
import HTTP
import HTTPClient
import Testing

struct `Findings on answers` {
    static func redirect(to location: String, status: Int = 301) -> HostObservations {
        SampleHost.answering(SampleHost.answer(status, [Field("Location", location)], body: ""))
    }

    static let file = "https://shop.example.com/.well-known/apple-app-site-association"

    static let statuses: [(Int, String)] = [
        (401, "forbidden"), (403, "forbidden"), (404, "not-found"), (410, "not-found"),
        (400, "refused"), (429, "refused"), (500, "server-error"), (503, "server-error"),
        (204, "odd-status"), (304, "odd-status"),
    ]

    @Test(arguments: statuses)
    func `tell the kinds of status apart`(status: Int, id: String) {
        let seen = SampleHost.answering(SampleHost.answer(status, [], body: ""))
        #expect(
            Examination.report(on: seen).lines == ["error: the answer is \(status) [\(id)]"])
    }

    static let cases = [
        FindingCase(
            "a redirect",
            ["error: the answer is 301 to https://www.shop.example.com/ [redirect]"],
            seen: redirect(to: "https://www.shop.example.com/")
        ) {
            $0.hops = [
                .init(url: file, status: 301, location: "https://www.shop.example.com/"),
                .init(url: "https://www.shop.example.com/", status: 200),
            ]
        },
        FindingCase(
            "a redirect to itself",
            ["error: the answer is 308 to /.well-known/apple-app-site-association [redirect-loop]"],
            seen: redirect(to: "/.well-known/apple-app-site-association", status: 308)
        ) {
            $0.hops = [.init(url: file, status: 308), .init(url: file, status: nil)]
        },
        FindingCase(
            "a redirect to plain http",
            [
                "error: the redirect leads to http://shop.example.com/ [redirect-insecure]",
                "error: the answer is 302 to http://shop.example.com/ [redirect]",
            ], seen: redirect(to: "http://shop.example.com/", status: 302)
        ) {
            $0.hops = [
                .init(url: file, status: 302),
                .init(url: "http://shop.example.com/", status: 200),
            ]
        },
        FindingCase(
            "403 for Apple alone",
            ["error: AASA-Bot gets 403, a browser gets 200 [apple-blocked]"]
        ) { $0.probes[.apple] = SampleHost.answer(403, [], body: "") },
        FindingCase(
            "403 for devices alone",
            ["warning: a device (swcd) gets 403, AASA-Bot gets 200 [device-blocked]"]
        ) { $0.probes[.device] = SampleHost.answer(403, [], body: "") },
        FindingCase(
            "403 for nobody in particular",
            [
                "note: a client without a user agent gets 403, AASA-Bot gets 200 "
                    + "[anonymous-blocked]"
            ]
        ) { $0.probes[.plain] = SampleHost.answer(403, [], body: "") },
        FindingCase(
            "another file for browsers",
            ["warning: a browser gets other bytes than AASA-Bot [agents-differ]"]
        ) { $0.probes[.browser] = SampleHost.answer(body: "{}") },
        FindingCase("no HEAD", ["warning: HEAD gets 405, GET gets 200 [head-differs]"]) {
            $0.probes[.head] = SampleHost.answer(405, [], body: "")
        },
        FindingCase(
            "another length",
            ["warning: HEAD says 0 bytes, GET sends \(SampleHost.document.count) [head-differs]"]
        ) { $0.probes[.head] = SampleHost.answer(200, [Field("Content-Length", "0")], body: "") },
        FindingCase("a cookie", ["note: the cookie 'session' is set [cookie]"]) {
            $0.probes[.apple]?.headers.append(Field("Set-Cookie", "session=1; Path=/"))
        },
        FindingCase("a year of caching", ["note: max-age is 365 d [cache-long]"]) {
            $0.probes[.apple]?.headers.append(Field("Cache-Control", "public, max-age=31536000"))
        },
        FindingCase(
            "robots kept out", ["note: robots.txt has 'Disallow: /.well-known/' [robots]"]
        ) {
            $0.probes[.robots] = SampleHost.answer(
                200, [], body: "User-agent: *\nDisallow: /.well-known/\n")
        },
        FindingCase(
            "a www host that redirects",
            [
                "note: www.shop.example.com answers 301 to https://shop.example.com/ "
                    + "[sibling-fails]"
            ]
        ) {
            $0.sibling = .init(
                host: "www.shop.example.com",
                result: SampleHost.answer(
                    301, [Field("Location", "https://shop.example.com/")], body: ""))
        },
    ]

    @Test(arguments: cases)
    func `are those of the table`(row: FindingCase) { row.check() }
}
