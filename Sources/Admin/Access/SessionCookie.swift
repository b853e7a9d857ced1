import HTTP

/// The cookie of a session: for this host only, out of reach of scripts and of other sites.
///
/// Cookies do not tell ports apart, so the port stands in the name; two servers of one
/// machine then do not sign each other out.
enum SessionCookie {
    /// How many cookies of the name are looked at.
    static let limit = 4

    /// The name for a request.
    static func name(_ request: Request) -> String {
        let host = request.fields.first("host") ?? ""
        let port = host.reversed().prefix { $0.isASCII && $0.isNumber }
        let hasPort = host.dropLast(port.count).hasSuffix(":")
        return "aasa_origin_" + (hasPort ? String(port.reversed()) : "session")
    }

    /// The ids that a request carries.
    static func ids(_ request: Request) -> [Substring] {
        let name = name(request)
        let pairs = request.fields.values("cookie").flatMap { $0.split(separator: ";") }
        let values = pairs.compactMap { pair -> Substring? in
            let parts = pair.drop { $0 == " " }.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return parts.count == 2 && parts[0] == name ? parts[1] : nil
        }
        return Array(values.prefix(limit))
    }

    /// The field that sets it.
    static func set(_ session: Sessions.Session, _ request: Request) -> Field {
        Field("Set-Cookie", "\(name(request))=\(session.id)" + attributes(request))
    }

    /// The field that takes it back.
    static func clear(_ request: Request) -> Field {
        Field("Set-Cookie", "\(name(request))=; Max-Age=0" + attributes(request))
    }

    /// `Secure` would keep a browser from sending it over plain HTTP, which is how the listener
    /// speaks; a proxy with TLS in front shows in the origin that the browser names.
    private static func attributes(_ request: Request) -> String {
        let isSecure =
            request.connection.tlsVersion != nil
            || request.fields.first("origin")?.hasPrefix("https://") == true
        return "; Path=/; HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "")
    }
}
