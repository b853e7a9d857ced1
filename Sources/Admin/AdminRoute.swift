/// The routes of the admin listener: the one table that requests are matched with.
package enum AdminRoute: CaseIterable, Sendable, Hashable {
    case reload
    case health
    case readiness
    case status
    case hosts
    case host
    case document
    case metrics

    /// The method that the route takes; GET routes take HEAD, too.
    package var method: String { self == .reload ? "POST" : "GET" }

    /// The path, with a name in braces for a part that differs.
    package var path: String {
        switch self {
        case .reload: "/reload"
        case .health: "/healthz"
        case .readiness: "/readyz"
        case .status: "/status"
        case .hosts: "/hosts"
        case .host: "/hosts/{host}"
        case .document: "/hosts/{host}/document"
        case .metrics: "/metrics"
        }
    }

    /// What the route does, in one line.
    package var summary: String {
        switch self {
        case .reload: "Loads the configuration again and serves it when it is sound"
        case .health: "Says that the process lives"
        case .readiness: "Says whether requests are taken"
        case .status: "Shows the configuration, the last reload and the certificates"
        case .hosts: "Lists what every host serves"
        case .host: "Shows what one host serves"
        case .document: "Shows the document of one host, byte by byte"
        case .metrics: "Shows the metrics in the text format of Prometheus"
        }
    }

    /// The statuses that the route answers with, besides those of access.
    package var statuses: [Int] {
        switch self {
        case .reload: [200, 400, 412, 422]
        case .health, .status, .metrics: [200]
        case .hosts: [200, 400]
        case .readiness: [200, 503]
        case .host, .document: [200, 404]
        }
    }

    /// Whether the route asks for the token when one is configured.
    package var needsToken: Bool { self != .health && self != .readiness }

    /// The value of `Allow`.
    package var allow: String { method == "GET" ? "GET, HEAD" : method }

    /// Finds the route of a path.
    ///
    /// - Parameter path: The path as received.
    /// - Returns: The route and what stands for its part in braces, or `nil` without a route.
    static func match(_ path: Substring) -> (route: AdminRoute, parameter: String)? {
        for route in allCases {
            guard let brace = route.path.firstIndex(of: "{") else {
                if path == route.path { return (route, "") }
                continue
            }
            let prefix = route.path[..<brace]
            let suffix = route.path.drop { $0 != "}" }.dropFirst()
            guard path.hasPrefix(prefix), path.hasSuffix(suffix),
                path.count > prefix.count + suffix.count
            else { continue }
            let parameter = path.dropFirst(prefix.count).dropLast(suffix.count)
            guard !parameter.isEmpty, !parameter.contains("/") else { continue }
            return (route, String(parameter))
        }
        return nil
    }
}
