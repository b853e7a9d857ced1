/// One request to a public listener and the answer it must get, as plain data.
///
/// The handler tests run the table without a socket and the end-to-end tests run it against
/// the built server, so it says nothing of types or connections.
package struct RequestCase: Sendable, CustomStringConvertible {
    /// The listener that the request comes to.
    package enum Listener: String, Sendable {
        case tls
        case refuse
        /// A listener whose peer, the loopback address, is a trusted proxy.
        case proxied
        /// A listener that trusts only addresses the test does not have.
        case strangersProxied
    }

    /// The body of the answer.
    package enum Body: Sendable, Equatable {
        /// The document of a host of the table's configuration.
        case document(of: String)
        /// This text.
        case text(String)
        /// No body.
        case empty
    }

    /// What the case is about.
    package var name: String
    package var listener: Listener
    package var method: String
    package var target: String
    package var host: String
    package var fields: [(name: String, value: String)]
    package var status: Int
    package var body: Body
    /// `Cache-Control` of the answer.
    package var cacheControl: String
    /// `Allow` of the answer.
    package var allow: String?
    /// The word of the access log.
    package var outcome: String

    package var description: String { name }
}

/// What every public listener must answer, row by row.
package enum RequestTable {
    /// The path that Apple asks for.
    package static let wellKnown = "/.well-known/apple-app-site-association"
    /// The path of older systems.
    package static let root = "/apple-app-site-association"

    /// Stands in `If-None-Match` values for the opaque part of the current entity tag.
    package static let currentTag = "CURRENT"

    /// All rows.
    package static let cases: [RequestCase] =
        served + conditional + otherHosts + otherSpellings + otherMethods + userAgents + plain
        + proxied

    static let notFound = RequestCase.Body.text("{\"error\":\"not found\"}\n")
    static let httpsRequired = RequestCase.Body.text("{\"error\":\"https required\"}\n")

    private static let served = [
        found("serves the well-known path", "GET", wellKnown),
        found("serves the root path with the same bytes", "GET", root),
        found("ignores a query", "GET", wellKnown + "?v=1&x=%00"),
        found("ignores an empty query", "GET", wellKnown + "?"),
        found("ignores a query with a slash and a question mark", "GET", root + "?a/../b?c"),
        found("answers HEAD with the head of GET", "HEAD", wellKnown, body: .empty),
        found("answers HEAD at the root path", "HEAD", root, body: .empty),
        found("serves a host below a wildcard", "GET", wellKnown, host: "a.shops.example.com"),
        found("serves a host far below a wildcard", "GET", root, host: "c.b.a.shops.example.com"),
        found(
            "prefers an exact host to a wildcard", "GET", wellKnown,
            host: "own.shops.example.com", cacheControl: "no-store"),
        found(
            "prefers the longer wildcard", "GET", wellKnown, host: "x.deep.shops.example.com",
            cacheControl: "no-store"),
        found(
            "serves a developer host without caching", "GET", wellKnown,
            host: "staging.example.com", cacheControl: "no-store"),
        found(
            "serves one host whatever X-Forwarded-Host says", "GET", wellKnown,
            fields: [
                ("X-Forwarded-Host", "staging.example.com"),
                ("Forwarded", "host=staging.example.com"),
            ]),
        found(
            "never redirects for X-Forwarded-Proto", "GET", wellKnown,
            fields: [("X-Forwarded-Proto", "http"), ("X-Forwarded-Port", "80")]),
        found(
            "asks nobody for credentials", "GET", wellKnown,
            fields: [("Authorization", "Basic bm8xOm5vMQ==")]),
    ]

    private static let conditional =
        [
            "\"CURRENT\"", "W/\"CURRENT\"", "*", " * ", "\"a\", \"CURRENT\"",
            "\"CURRENT\",W/\"b\"", "\"with, comma\", \"CURRENT\"", ",, \"CURRENT\",",
            "garbage, \"CURRENT\"",
        ].map { value in
            found(
                "says not modified for If-None-Match \(value)", "GET", wellKnown, status: 304,
                fields: [("If-None-Match", value)], body: .empty, outcome: "not_modified")
        }
        + [
            "\"a\"", "CURRENT", "\"a, CURRENT\"", "", "\"CURRENT", "w/\"CURRENT\"",
            "\"current\"", "**", "\"*\"",
        ].map { value in
            found(
                "sends the document for If-None-Match \(value)", "GET", wellKnown,
                fields: [("If-None-Match", value)])
        } + [
            found(
                "says not modified when the second line has the tag", "GET", root, status: 304,
                fields: [("If-None-Match", "\"a\""), ("If-None-Match", "\"CURRENT\"")],
                body: .empty, outcome: "not_modified"),
            found(
                "says not modified to HEAD", "HEAD", root, status: 304,
                fields: [("If-None-Match", "\"CURRENT\"")], body: .empty, outcome: "not_modified"),
        ]

    private static let otherHosts =
        [
            "unknown.example.com", "example.com", "shops.example.com", "a.shop.example.com",
            "xshop.example.com", ".shops.example.com", "192.0.2.1", "localhost",
        ].map { host in
            missing("knows no host \(host)", wellKnown, host: host, outcome: "unknown_host")
        } + [
            missing(
                "hides a disabled environment", wellKnown, host: "off.example.com",
                outcome: "disabled")
        ]

    private static let otherSpellings = [
        wellKnown + "/", wellKnown + ".json", root + ".json", root + "/", "/" + wellKnown,
        "/" + root, "/.well-known//apple-app-site-association",
        "/./.well-known/apple-app-site-association",
        "/x/../.well-known/apple-app-site-association",
        "/%2e%2e/../.well-known/apple-app-site-association",
        "/.Well-Known/apple-app-site-association", "/.well-known/Apple-App-Site-Association",
        "/%2ewell-known/apple-app-site-association", "/.well-known%2fapple-app-site-association",
        "/.well-known/apple-app-site-associatio%6e", wellKnown + "%00", wellKnown + "%00.png",
        wellKnown + ";x", root + ";x=1", wellKnown + "#x", "/.well-known", "/.well-known/",
        "/", "/robots.txt", "/index.html", "/.well-known/assetlinks.json", "/%0d%0aFAKE",
    ].map { missing("finds nothing at \($0)", $0, outcome: "unknown_path") }

    private static let otherMethods = ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "get", "BREW"]
        .flatMap { method in
            [wellKnown, root].map { path in
                RequestCase(
                    name: "refuses \(method) at \(path)", listener: .tls, method: method,
                    target: path, host: "shop.example.com", fields: [], status: 405,
                    body: .text("{\"error\":\"method not allowed\"}\n"),
                    cacheControl: "no-store", allow: "GET, HEAD", outcome: "method_not_allowed")
            }
        }

    private static let userAgents = [
        "AASA-Bot/1.0.0", "swcd (unknown version) CFNetwork/1568.100.1 Darwin/24.0.0",
        "Google-Read-Aloud GoogleAssociationService", "curl/8.5.0", "Mozilla/5.0", "", "\u{FF}\"",
    ].map { agent in
        found(
            "serves the agent '\(agent)' like any other", "GET", wellKnown,
            fields: [("User-Agent", agent)])
    }

    private static let plain = ["GET", "HEAD", "POST"].flatMap { method in
        [wellKnown, "/"].map { path in
            RequestCase(
                name: "refuses plain \(method) at \(path)", listener: .refuse, method: method,
                target: path, host: "shop.example.com", fields: [], status: 403,
                body: method == "HEAD" ? .empty : httpsRequired, cacheControl: "no-store",
                allow: nil, outcome: "plain_refused")
        }
    }
}
