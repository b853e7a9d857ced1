import FetchRecord
import Origin
import SiteAssociation

extension AdminRoute {
    /// A parameter of the query.
    struct Parameter: Sendable {
        let name: String
        let words: String
        let schema: Schema
        var isRequired = false
    }

    /// The parameters of the query.
    var parameters: [Parameter] {
        switch self {
        case .hosts: Self.listParameters
        case .fetches:
            [
                Self.listParameters[4], Self.listParameters[5],
                Parameter(name: "host", words: "The only host", schema: .text),
            ]
        case .links: [Parameter(name: "url", words: "The URL", schema: .text, isRequired: true)]
        case .comparison, .comparePage:
            ["old", "new"].map {
                Parameter(
                    name: $0, words: "The digest of a version, or its first digits", schema: .text,
                    isRequired: true)
            }
        case .recentRequests:
            [
                Parameter(
                    name: "after", words: "The number of the last request that is known",
                    schema: .number)
            ] + Self.requestParameters
        case .requestsPage: Self.requestParameters
        case .reload:
            [
                Parameter(
                    name: "dry_run", words: "Does everything but the swap", schema: Self.switches),
                Parameter(
                    name: "allow_shrink", words: "Goes ahead though hosts or apps are lost",
                    schema: Self.switches),
                Parameter(
                    name: "reviewed", words: "The digest of the only configuration to take",
                    schema: .digest),
            ]
        case .hostsPage:
            [
                Self.listParameters[0], Self.listParameters[1], Self.listParameters[2],
                Self.listParameters[3],
                Parameter(name: "page", words: "The page, from 1", schema: .number),
            ]
        case .linksPage: [Parameter(name: "url", words: "The URL", schema: .text)]
        case .signInPage:
            [Parameter(name: "next", words: "The page to go on to", schema: .text)]
        default: []
        }
    }

    private static let switches = Schema.word(["1", "0", "true", "false"])

    private static let requestParameters = [
        Parameter(name: "host", words: "What stands in the host", schema: .text),
        Parameter(
            name: "fetcher", words: "The only kind of client",
            schema: .word(Fetcher.allCases.map(\.rawValue))),
        Parameter(
            name: "status", words: "The only status or class of them, such as 404, 4xx or none",
            schema: .text),
    ]

    private static let listParameters: [Parameter] = {
        let orders = HostCatalogue.Order.allCases.map(\.rawValue)
        return [
            Parameter(name: "search", words: "Words that stand in the host", schema: .text),
            Parameter(name: "environment", words: "The only environment", schema: .text),
            Parameter(
                name: "state", words: "The only pickup state",
                schema: .word(PickupState.Kind.allCases.map(\.rawValue))),
            Parameter(
                name: "sort", words: "The order, with '-' for descending",
                schema: .word(orders + orders.map { "-" + $0 })),
            Parameter(name: "offset", words: "Hosts before the first", schema: .number),
            Parameter(name: "limit", words: "Hosts at most", schema: .number),
            Parameter(
                name: "brief", words: "Says only what it takes to compare",
                schema: .word(["1", "0"])),
        ]
    }()

    /// What the body of an answer is.
    enum Content {
        case json(Schema)
        case other(String)
    }

    /// The body of a success.
    var content: Content {
        switch self {
        case .reload: .json(.named(.verdict))
        case .health, .readiness: .json(.named(.health))
        case .status: .json(.named(.status))
        case .hosts: .json(.named(.hostList))
        case .host: .json(.named(.host))
        case .document, .version: .json(.anything)
        case .versions: .json(.named(.versions))
        case .comparison: .json(.named(.comparison))
        case .fetches: .json(.named(.fetches))
        case .rules: .json(.named(.rules))
        case .links: .json(.named(.links))
        case .recentRequests: .json(.named(.requests))
        case .metrics: .other("text/plain")
        case .description: .json(.anything)
        case .styleSheet: .other("text/css")
        case .script: .other("text/javascript")
        case .icon: .other("image/svg+xml")
        default: .other("text/html")
        }
    }

    /// The body of an answer with a status.
    func content(_ status: Int) -> Content {
        if case .other(let type) = content { return .other(type) }
        switch (self, status) {
        case (_, ..<400), (.reload, 412), (.reload, 422), (.readiness, 503): return content
        default: return .json(.named(.failure))
        }
    }
}
