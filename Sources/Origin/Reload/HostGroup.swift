/// Hosts that a reload changes in the same way.
package struct HostGroup: Sendable, Hashable {
    /// The kind of a change.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case added
        case removed
        case changed
    }

    /// How many names stand in an answer or a line of the log.
    package static let nameLimit = 3

    /// The kind of the change.
    package var kind: Kind
    /// The hosts.
    package var hosts: HostNames
    /// What changes, in words; `nil` for hosts that are new or gone.
    package var words: String?

    /// The group in one line: `4,812 hosts changed: links of 1 app changed`.
    package var summary: String {
        "\(Count.text(hosts.count, "host")) \(kind.rawValue)" + (words.map { ": \($0)" } ?? "")
    }
}
