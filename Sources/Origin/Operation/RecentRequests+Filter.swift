package import FetchRecord
import HTTP

extension RecentRequests {
    /// Which requests are shown; one that says nothing lets all through.
    package struct Filter: Sendable, Hashable {
        /// What stands in the host, in lower case; empty for every host.
        package var host: String
        /// The only kind of client, or `nil` for all.
        package var fetcher: Fetcher?
        /// The only status, or `nil` for all.
        package var status: StatusFilter?

        /// Creates a filter.
        ///
        /// - Parameters:
        ///   - host: What stands in the host, in any case.
        ///   - fetcher: The only kind of client, or `nil` for all.
        ///   - status: The only status, or `nil` for all.
        package init(host: String = "", fetcher: Fetcher? = nil, status: StatusFilter? = nil) {
            self.host = host.lowercased()
            self.fetcher = fetcher
            self.status = status
        }

        /// Whether it lets every request through.
        package var admitsAll: Bool { self == Filter() }

        /// Whether it lets a request through.
        func admits(_ entry: Entry) -> Bool {
            if let fetcher, fetcher != entry.fetcher { return false }
            if let status, !status.admits(entry.exchange.status) { return false }
            guard !host.isEmpty else { return true }
            let name = entry.exchange.host ?? entry.exchange.connection.serverName ?? ""
            return name.lowercased().contains(host)
        }
    }

    /// A status, a class of them, or none at all.
    package struct StatusFilter: Sendable, Hashable {
        /// The words that a page offers.
        package static let words = ["2xx", "3xx", "4xx", "5xx", "none"]

        /// `404`, `4xx`, or `none` for a connection without an answer.
        package let word: String
        private let range: Range<Int>

        /// Reads a word; `nil` for anything else.
        package init?(_ word: String) {
            self.word = word
            if word == "none" {
                range = 0..<1
            } else if word.count == 3, word.hasSuffix("xx"), let digit = Int(word.prefix(1)) {
                range = digit * 100..<(digit + 1) * 100
            } else if word.utf8.count == 3, let status = Int(word), status >= 100 {
                range = status..<(status + 1)
            } else {
                return nil
            }
            guard word == "none" || (100..<600).contains(range.lowerBound) else { return nil }
        }

        func admits(_ status: Int) -> Bool { range.contains(status) }
    }
}
