/// The routes of the admin listener: the one table that requests are matched with.
package enum AdminRoute: CaseIterable, Sendable, Hashable {
    case reload
    case health
    case readiness
    case status
    case hosts
    case host
    case document
    case versions
    case version
    case comparison
    case fetches
    case rules
    case links
    case recentRequests
    case metrics
    case description
    case hostsPage
    case hostPage
    case comparePage
    case linksPage
    case requestsPage
    case reloadPage
    case reloadForm
    case signInPage
    case signIn
    case signOut
    case styleSheet
    case script
    case icon

    /// What a route is for.
    package enum Kind: Sendable, Hashable {
        /// Programs: answers are JSON, or text.
        case programs
        /// People: answers are HTML.
        case page
        /// What a browser loads for pages.
        case asset
    }

    /// What the route is for.
    package var kind: Kind {
        switch self {
        case .reload, .health, .readiness, .status, .hosts, .host, .document, .versions,
            .version, .comparison, .fetches, .rules, .links, .recentRequests, .metrics,
            .description:
            .programs
        case .hostsPage, .hostPage, .comparePage, .linksPage, .requestsPage, .reloadPage,
            .reloadForm,
            .signInPage, .signIn, .signOut:
            .page
        case .styleSheet, .script, .icon: .asset
        }
    }

    /// The method that the route takes; GET routes take HEAD, too.
    package var method: String {
        switch self {
        case .reload, .reloadForm, .signIn, .signOut: "POST"
        default: "GET"
        }
    }

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
        case .versions: "/hosts/{host}/versions"
        case .version: "/hosts/{host}/versions/{digest}"
        case .comparison: "/hosts/{host}/comparison"
        case .fetches: "/fetches"
        case .rules: "/hosts/{host}/rules"
        case .links: "/links"
        case .recentRequests: "/requests/recent"
        case .metrics: "/metrics"
        case .description: "/openapi.json"
        case .hostsPage: "/"
        case .hostPage: "/page/hosts/{host}"
        case .comparePage: "/page/hosts/{host}/versions"
        case .linksPage: "/page/links"
        case .requestsPage: "/page/requests"
        case .reloadPage, .reloadForm: "/page/reload"
        case .signInPage, .signIn: "/login"
        case .signOut: "/logout"
        case .styleSheet: "/assets/page.css"
        case .script: "/assets/page.js"
        case .icon: "/assets/icon.svg"
        }
    }

    /// What the route does, in one line.
    package var summary: String {
        switch self {
        case .reload: "Loads the configuration again and serves it when it is sound"
        case .health: "Says that the process lives"
        case .readiness: "Says whether requests are taken"
        case .status: "Shows the configuration, the last reload and the certificates"
        case .hosts: "Lists what every host serves, or some of them in an order"
        case .host: "Shows what one host serves"
        case .document: "Shows the document of one host, byte by byte"
        case .versions: "Lists the versions that one host served, the latest first"
        case .version: "Shows the document of one version, byte by byte"
        case .comparison: "Says what differs between two versions of one host"
        case .fetches: "Lists who fetched what, with the pickup state of every host"
        case .rules: "Shows the apps of one host and their rules in words"
        case .links: "Says which app a URL opens, by which rule, and why not the others"
        case .recentRequests: "Shows the latest requests, or those after a number"
        case .metrics: "Shows the metrics in the text format of Prometheus"
        case .description: "Describes these routes in OpenAPI"
        case .hostsPage: "The page of all hosts"
        case .hostPage: "The page of one host"
        case .comparePage: "The page of what differs between two versions"
        case .linksPage: "The page that tests links"
        case .requestsPage: "The page of requests as they happen"
        case .reloadPage: "The page that reloads"
        case .reloadForm: "Tries a reload, or reloads what was tried, for a browser"
        case .signInPage: "The page to sign in on"
        case .signIn: "Begins a session for who gives the token"
        case .signOut: "Ends a session"
        case .styleSheet: "How pages look"
        case .script: "What pages do beyond reading"
        case .icon: "The icon of the pages"
        }
    }

    /// The statuses that the route answers with, besides those of access.
    package var statuses: [Int] {
        switch self {
        case .reload, .reloadForm: [200, 400, 412, 422]
        case .health, .status, .metrics, .description, .hostsPage, .requestsPage,
            .reloadPage,
            .signInPage, .signOut:
            [200]
        case .styleSheet, .script, .icon: [200, 304]
        case .readiness: [200, 503]
        case .hosts, .fetches, .linksPage, .recentRequests: [200, 400]
        case .host, .document, .versions, .version, .comparison, .rules, .hostPage, .comparePage:
            [200, 404]
        case .links: [200, 400]
        case .signIn: [200, 400]
        }
    }

    /// Whether the route asks for the token when one is configured.
    package var needsToken: Bool {
        switch self {
        case .health, .readiness, .signInPage, .signIn: false
        default: kind != .asset
        }
    }

    /// Whether the route is sent a form, with the key of its page.
    var takesForm: Bool { kind == .page && method == "POST" }

    /// The value of `Allow` for a path with these routes.
    static func allow(_ routes: [AdminRoute]) -> String {
        let methods = Set(routes.map(\.method))
        return (methods.contains("GET") ? ["GET", "HEAD"] : []).joined(separator: ", ")
            + (methods == ["GET", "POST"] ? ", " : "") + (methods.contains("POST") ? "POST" : "")
    }

    /// The value of `Allow` for the route's path.
    package var allow: String { Self.allow(Self.allCases.filter { $0.path == path }) }

    /// Whether the route takes a method.
    func takes(_ method: String) -> Bool {
        method == self.method || (method == "HEAD" && self.method == "GET")
    }

    /// Finds the routes of a path.
    ///
    /// - Parameter path: The path as received.
    /// - Returns: The routes, one for each method, and what stands for their parts in braces.
    static func match(_ path: Substring) -> (routes: [AdminRoute], parameters: [String]) {
        let words = path.split(separator: "/", omittingEmptySubsequences: false)
        var found: [String] = []
        let routes = allCases.filter { route in
            guard let parameters = route.parameters(in: words) else { return false }
            found = parameters
            return true
        }
        return (routes, found)
    }

    /// Returns what stands for the parts in braces, or `nil` when the path is another.
    private func parameters(in words: [Substring]) -> [String]? {
        let pattern = path.split(separator: "/", omittingEmptySubsequences: false)
        guard pattern.count == words.count else { return nil }
        var parameters: [String] = []
        for (part, word) in zip(pattern, words) {
            if part.hasPrefix("{") {
                guard !word.isEmpty else { return nil }
                parameters.append(String(word))
            } else if part != word {
                return nil
            }
        }
        return parameters
    }
}
