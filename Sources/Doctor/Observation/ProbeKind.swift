/// The requests that are made to a host.
package enum ProbeKind: String, Sendable, Hashable, CaseIterable {
    /// The file as Apple's servers ask for it; the others are compared with this one.
    case apple
    /// The file as a device asks for it in the alternate modes.
    case device
    /// The file as a browser asks for it.
    case browser
    /// The file with no user agent and no encoding.
    case plain
    /// The file over IPv4 only.
    case version4
    /// The file over IPv6 only.
    case version6
    /// The file with TLS 1.2 only.
    case tls12
    /// The file with TLS 1.3 only.
    case tls13
    /// The head of the file alone.
    case head
    /// The place of iOS 9.
    case root
    /// The rules for robots.
    case robots
    /// The file of Android.
    case assetLinks

    /// The path that is asked for.
    package var path: String {
        switch self {
        case .root: ProbeTarget.rootPath
        case .robots: "/robots.txt"
        case .assetLinks: ProbeTarget.assetLinks
        default: ProbeTarget.wellKnown
        }
    }

    /// The method.
    package var method: String { self == .head ? "HEAD" : "GET" }

    /// The user agent, or `nil` for none.
    package var userAgent: String? {
        switch self {
        case .plain: nil
        case .device: "swcd (unknown version) CFNetwork/1568.200.51 Darwin/24.1.0"
        case .browser:
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 "
                + "(KHTML, like Gecko) Version/18.1 Safari/605.1.15"
        case .assetLinks: "GoogleAssociationService"
        default: "AASA-Bot/1.0.0"
        }
    }

    /// The value of `Accept-Encoding`, or `nil` for none.
    package var acceptEncoding: String? { self == .plain ? nil : "gzip" }

    /// Who asks, in words that follow "asked by".
    package var asker: String {
        switch self {
        case .device: "a device (swcd)"
        case .browser: "a browser"
        case .plain: "a client without a user agent"
        case .assetLinks: "Google"
        default: "AASA-Bot/1.0.0"
        }
    }
}
