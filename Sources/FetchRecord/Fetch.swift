package import HTTP
import SiteAssociation

/// One answer on the paths of the association file, as the record counts it.
package struct Fetch: Sendable, Hashable {
    /// The longest user agent that is kept, in characters.
    package static let userAgentLimit = 200

    /// The host that was asked for, in lower case.
    package var host: String
    /// Who, by the user agent.
    package var fetcher: Fetcher
    /// The status.
    package var status: Int
    /// The first 12 digits of the digest of the document that the client now has, or `nil`.
    package var document: String?
    /// How it ended, in the word of the access log; empty where nobody knows.
    package var outcome: String
    /// When it began, in milliseconds since 1970 in UTC.
    package var timeMilliseconds: Int64
    /// The client's address.
    package var client: String
    /// The user agent, or `nil` when none was sent.
    package var userAgent: String?

    /// Creates a fetch.
    package init(
        host: String, fetcher: Fetcher, status: Int, document: String?, outcome: String,
        timeMilliseconds: Int64, client: String, userAgent: String?
    ) {
        self.host = host
        self.fetcher = fetcher
        self.status = status
        self.document = document
        self.outcome = outcome
        self.timeMilliseconds = timeMilliseconds
        self.client = client
        // Counting characters takes long, and a text has no more of them than bytes.
        self.userAgent = userAgent.map {
            $0.utf8.count <= Self.userAgentLimit ? $0 : String($0.prefix(Self.userAgentLimit))
        }
    }

    /// Takes what the record counts of a request; `nil` when it asked for something else.
    ///
    /// A document counts as taken when the client has it now: it was sent whole, or it was
    /// the one that the client had.
    package init?(_ exchange: Exchange) {
        guard exchange.connection.kind != .admin, exchange.status > 0, let host = exchange.host,
            let target = exchange.target, AssociationPath.isNamed(by: target)
        else { return nil }
        let isTaken =
            exchange.method == "GET"
            && (exchange.outcome == .ok || exchange.outcome == .notModified)
        self.init(
            host: host, fetcher: Fetcher(userAgent: exchange.userAgent, target: target),
            status: exchange.status, document: isTaken ? exchange.document : nil,
            outcome: exchange.outcome.rawValue, timeMilliseconds: exchange.timeMilliseconds,
            client: exchange.client, userAgent: exchange.userAgent)
    }
}

/// The fetches of one host by one kind of client that ended alike, counted.
package struct FetchCount: Sendable, Hashable {
    /// Who, by the user agent.
    package var fetcher: Fetcher
    /// The status.
    package var status: Int
    /// The first 12 digits of the digest of the document that was taken, or `nil`.
    package var document: String?
    /// How the last one ended, in the word of the access log; empty where nobody knows.
    package var outcome: String
    /// How many.
    package var count: Int64
    /// When the first one began, in milliseconds since 1970 in UTC.
    package var firstMilliseconds: Int64
    /// When the last one began.
    package var lastMilliseconds: Int64
    /// The client's address at the last one.
    package var lastClient: String
    /// The user agent at the last one, or `nil` when none was sent.
    package var lastUserAgent: String?

    /// Begins to count with a first fetch.
    package init(_ fetch: Fetch) {
        fetcher = fetch.fetcher
        status = fetch.status
        document = fetch.document
        outcome = fetch.outcome
        count = 1
        firstMilliseconds = fetch.timeMilliseconds
        lastMilliseconds = fetch.timeMilliseconds
        lastClient = fetch.client
        lastUserAgent = fetch.userAgent
    }

    /// Adds the numbers of others that ended alike.
    package mutating func add(_ other: FetchCount) {
        count += other.count
        firstMilliseconds = min(firstMilliseconds, other.firstMilliseconds)
        guard other.lastMilliseconds >= lastMilliseconds else { return }
        lastMilliseconds = other.lastMilliseconds
        lastClient = other.lastClient
        lastUserAgent = other.lastUserAgent
        outcome = other.outcome
    }
}
