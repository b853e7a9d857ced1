import Diagnostics
package import SiteAssociation

extension SiteDiff {
    /// How many changes a summary tells in words, and how many hosts stand in a line.
    private static let wordLimit = 3

    /// What changes for hosts that stay, in one line; `nil` when their documents mean the same.
    package var changeSummary: String? {
        var parts = changes.prefix(Self.wordLimit).map(\.diff.summary)
        let rest = changes.count - parts.count
        if rest > 0 { parts.append("\(rest) more document\(rest == 1 ? "" : "s") changed") }
        if !uncomparedHosts.isEmpty {
            parts.append("documents of \(Self.counted(uncomparedHosts.count)) not compared")
        }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }

    /// All differences in one line; `no change of meaning` for none.
    package var summary: String {
        var parts: [String] = []
        if !addedHosts.isEmpty { parts.append("\(Self.counted(addedHosts.count)) added") }
        if !removedHosts.isEmpty { parts.append("\(Self.counted(removedHosts.count)) removed") }
        if let changeSummary { parts.append(changeSummary) }
        return parts.isEmpty ? "no change of meaning" : parts.joined(separator: "; ")
    }

    /// The differences for people: hosts, then each change with its URLs; empty for none.
    package var text: String {
        var text = addedHosts.map { "host \($0) (added)\n" }.joined()
        text += removedHosts.map { "host \($0) (removed)\n" }.joined()
        for change in changes {
            text += "\(Self.names(change.hosts)): \(change.diff.summary)\n"
            text += change.diff.text.split(separator: "\n").map { "  \($0)\n" }.joined()
        }
        if !uncomparedHosts.isEmpty {
            text += "\(Self.names(uncomparedHosts)): not compared, too many documents differ\n"
        }
        return text
    }

    /// The differences for machines: `same`, `summary`, `hosts`, `changes`, `not_compared`.
    package var json: JSONValue {
        [
            "same": .bool(isSameMeaning),
            "summary": .string(summary),
            "hosts": ["added": JSONValue(addedHosts), "removed": JSONValue(removedHosts)],
            "changes": .array(
                changes.map { change in
                    var members: [JSONValue.Member] = [
                        .init("hosts", JSONValue(change.hosts)),
                        .init("summary", .string(change.diff.summary)),
                    ]
                    if case .object(let rest) = change.diff.json {
                        members += rest.filter { $0.key != "same" }
                    }
                    return .object(members)
                }),
            "not_compared": JSONValue(uncomparedHosts),
        ]
    }

    private static func names(_ hosts: [String]) -> String {
        let names = hosts.prefix(wordLimit).joined(separator: ", ")
        let rest = hosts.count - wordLimit
        return (hosts.count == 1 ? "host " : "hosts ") + names
            + (rest > 0 ? " and \(rest) more" : "")
    }

    private static func counted(_ count: Int) -> String { "\(count) host\(count == 1 ? "" : "s")" }
}
