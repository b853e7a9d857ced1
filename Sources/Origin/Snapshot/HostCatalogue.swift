import Configuration
import SiteAssociation

/// The hosts of a snapshot, prepared to be searched, sorted and turned over page by page.
///
/// - Threads: Immutable, so any thread may use it.
package final class HostCatalogue: Sendable {
    /// What the order of hosts goes by.
    package enum Order: String, Sendable, Hashable, CaseIterable {
        /// As they stand in the configuration.
        case configuration
        case host
        case environment
        case bytes
        case fetched
        /// By how much the state of a host asks for attention.
        case state
    }

    /// Which hosts are wanted, and in which order.
    package struct Query: Sendable, Hashable {
        /// Words that must all stand in the host; empty for all hosts.
        package var search = ""
        /// The name of the only environment, or `nil` for all.
        package var environment: String?
        /// What the order goes by.
        package var order = Order.configuration
        /// Whether the order is turned around.
        package var isDescending = false

        /// Asks for all hosts in the order of the configuration.
        package init() {}
    }

    /// How many words of a search count.
    package static let wordLimit = 8

    /// The digest of the snapshots whose hosts these are.
    ///
    /// None of them is kept: all that one holds would stay for as long as nobody asks again.
    package let digest: String
    /// Indices of the hosts in the order of their names.
    private let order: [Int32]
    /// The names in that order, each followed by a line feed, and where each begins.
    private let text: [UInt8]
    private let starts: [Int32]

    /// Sorts the hosts.
    ///
    /// - Complexity: O(hosts · log hosts), once for each snapshot.
    package init(_ snapshot: Snapshot) {
        digest = snapshot.digest
        let patterns = Array(snapshot.configuration.hosts.patterns)
        let order = patterns.indices.sorted { patterns[$0] < patterns[$1] }
        var text: [UInt8] = []
        var starts: [Int32] = []
        for index in order {
            starts.append(Int32(clamping: text.count))
            text += patterns[index].utf8
            text.append(UInt8(ascii: "\n"))
        }
        self.order = order.map { Int32(clamping: $0) }
        self.text = text
        self.starts = starts
    }

    /// Returns the hosts that are asked for, as indices into the configuration's hosts.
    ///
    /// - Parameters:
    ///   - query: Which, and in which order; equal ones stand in the order of their names.
    ///   - snapshot: The snapshot that the catalogue was made of, or one with its digest.
    ///   - isWanted: A further condition on the index.
    ///   - fetched: When a host was fetched last, for the order by it.
    ///   - rank: The place of a host's state, for the order by it.
    /// - Returns: The indices.
    /// - Complexity: O(bytes of all names), and a sort for another order than that of names.
    package func hosts(
        _ query: Query, of snapshot: Snapshot, where isWanted: ((Int) -> Bool)? = nil,
        fetched: (Int) -> Int64? = { _ in nil }, rank: (Int) -> Int = { _ in 0 }
    ) -> [Int] {
        precondition(snapshot.digest == digest, "a catalogue is asked about its own snapshot")
        let configuration = snapshot.configuration
        var found = matches(query.search).map { Int(order[$0]) }
        if let name = query.environment {
            let isWanted = configuration.environments.map { $0.name == name }
            found.removeAll { !isWanted[configuration.hosts.environment($0)] }
        }
        if let isWanted { found.removeAll { !isWanted($0) } }
        switch query.order {
        case .configuration: found.sort()
        case .host: break
        case .environment:
            found = Self.sorted(found) {
                configuration.environments[configuration.hosts.environment($0)].name
            }
        case .bytes: found = Self.sorted(found) { snapshot.site(ofHost: $0).sizeBytes }
        case .fetched: found = Self.sorted(found) { fetched($0) ?? .min }
        case .state: found = Self.sorted(found, by: rank)
        }
        return query.isDescending ? found.reversed() : found
    }

    private static func sorted<Key: Comparable>(_ hosts: [Int], by key: (Int) -> Key) -> [Int] {
        // The place decides between equals, since a sort need not keep their order.
        hosts.enumerated().map { (key: key($1), place: $0, host: $1) }
            .sorted { ($0.key, $0.place) < ($1.key, $1.place) }.map(\.host)
    }

    /// Returns the places of the names that contain every word.
    private func matches(_ search: String) -> [Int] {
        let words = search.lowercased().split(whereSeparator: \.isWhitespace)
            .prefix(Self.wordLimit).map { Array($0.utf8) }
        guard !words.isEmpty else { return Array(order.indices) }
        return order.indices.filter { place in
            words.allSatisfy { Self.contains(name(place), $0) }
        }
    }

    private func name(_ place: Int) -> ArraySlice<UInt8> {
        let end = place + 1 < starts.count ? Int(starts[place + 1]) : text.count
        return text[Int(starts[place])..<(end - 1)]
    }

    private static func contains(_ name: ArraySlice<UInt8>, _ word: [UInt8]) -> Bool {
        guard name.count >= word.count else { return false }
        let last = name.endIndex - word.count
        var start = name.startIndex
        while start <= last {
            var length = 0
            while length < word.count, name[start + length] == word[length] { length += 1 }
            if length == word.count { return true }
            start += 1
        }
        return false
    }
}
