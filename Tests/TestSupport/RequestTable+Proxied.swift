extension RequestTable {
    static let proxied =
        [
            behind("serves https by X-Forwarded-Proto", [("X-Forwarded-Proto", "https")]),
            behind("takes the scheme in any letter case", [("X-Forwarded-Proto", "HTTPS")]),
            behind("takes the last scheme of a list", [("X-Forwarded-Proto", "http, https")]),
            behind(
                "takes the last of several lines",
                [("X-Forwarded-Proto", "http"), ("X-Forwarded-Proto", "https")]),
            behind("serves https by Forwarded", [("Forwarded", "for=192.0.2.9;proto=https")]),
            behind(
                "takes the last element of Forwarded",
                [("Forwarded", "for=\"a,b\";proto=http, for=192.0.2.9; Proto=\"https\"")]),
            behind(
                "ignores a malformed Forwarded beside a good scheme",
                [("X-Forwarded-Proto", "https"), ("Forwarded", "\"=;,proto")]),
        ]
        + ["", ",", " , ,", "unknown", String(repeating: ",", count: 4000), "[::1]:99"].map {
            list in
            behind(
                "serves for X-Forwarded-For '\(list.prefix(12))'",
                [("X-Forwarded-Proto", "https"), ("X-Forwarded-For", list)])
        }
        + [
            insecure("refuses without a scheme", []),
            insecure("refuses http", [("X-Forwarded-Proto", "http")]),
            insecure("refuses a list that ends in http", [("X-Forwarded-Proto", "https,http")]),
            insecure("refuses a scheme it does not know", [("X-Forwarded-Proto", "on")]),
            insecure("refuses an empty scheme", [("X-Forwarded-Proto", "")]),
            insecure(
                "refuses when Forwarded disagrees",
                [("X-Forwarded-Proto", "https"), ("Forwarded", "proto=http")]),
            insecure("refuses X-Forwarded-Ssl alone", [("X-Forwarded-Ssl", "on")]),
            RequestCase(
                name: "refuses a peer that is no trusted proxy", listener: .strangersProxied,
                method: "GET", target: wellKnown, host: "shop.example.com",
                fields: [("X-Forwarded-Proto", "https")], status: 403, body: httpsRequired,
                cacheControl: "no-store", allow: nil, outcome: "proxy_not_trusted"),
        ]

    private static func behind(
        _ name: String, _ fields: [(name: String, value: String)]
    ) -> RequestCase {
        var row = found(name, "GET", wellKnown, fields: fields)
        row.listener = .proxied
        return row
    }

    private static func insecure(
        _ name: String, _ fields: [(name: String, value: String)]
    ) -> RequestCase {
        RequestCase(
            name: name, listener: .proxied, method: "GET", target: wellKnown,
            host: "shop.example.com", fields: fields, status: 403, body: httpsRequired,
            cacheControl: "no-store", allow: nil, outcome: "proxy_not_secure")
    }

    static func found(
        _ name: String, _ method: String, _ target: String, host: String = "shop.example.com",
        status: Int = 200, fields: [(name: String, value: String)] = [],
        body: RequestCase.Body? = nil, cacheControl: String = "public, max-age=3600",
        outcome: String = "ok"
    ) -> RequestCase {
        RequestCase(
            name: name, listener: .tls, method: method, target: target, host: host,
            fields: fields, status: status, body: body ?? .document(of: host),
            cacheControl: cacheControl, allow: nil, outcome: outcome)
    }

    static func missing(
        _ name: String, _ target: String, host: String = "shop.example.com", outcome: String
    ) -> RequestCase {
        RequestCase(
            name: name, listener: .tls, method: "GET", target: target, host: host, fields: [],
            status: 404, body: notFound, cacheControl: "no-store", allow: nil, outcome: outcome)
    }
}
