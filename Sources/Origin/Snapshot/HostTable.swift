/// Finds the entry of a host: exact names before wildcards, longer wildcards before shorter.
package struct HostTable: Sendable {
    /// The longest host that is looked up, in bytes (RFC 1035, section 2.3.4).
    package static let nameLimitBytes = 253

    private var exact: [String: Int32] = [:]
    private var wildcards: [String: Int32] = [:]

    /// Creates an empty table with room for some names.
    package init(capacity: Int = 0) {
        exact.reserveCapacity(capacity)
    }

    /// Enters a host.
    ///
    /// - Parameters:
    ///   - name: The name in lower case; a wildcard without its `*.`.
    ///   - isWildcard: Whether it stands for the names below it, and not for itself.
    ///   - entry: What look-ups return.
    package mutating func insert(_ name: String, isWildcard: Bool, entry: Int) {
        if isWildcard {
            wildcards[name] = Int32(clamping: entry)
        } else {
            exact[name] = Int32(clamping: entry)
        }
    }

    /// Finds the entry for a host of a request.
    ///
    /// - Parameter host: The name in lower case, without port and trailing dot.
    /// - Returns: What was entered, or `nil` when no name and no wildcard fits.
    /// - Complexity: O(labels of the host).
    package func entry(for host: String) -> Int? {
        guard host.utf8.count <= Self.nameLimitBytes else { return nil }
        if let entry = exact[host] { return Int(entry) }
        if wildcards.isEmpty { return nil }
        var rest = host[...]
        while let dot = rest.utf8.firstIndex(of: UInt8(ascii: ".")) {
            // A wildcard stands for one label or more, so an empty one matches nothing.
            if dot == rest.startIndex { return nil }
            rest = rest[rest.utf8.index(after: dot)...]
            if let entry = wildcards[String(rest)] { return Int(entry) }
        }
        return nil
    }
}
