import Diagnostics
package import SiteAssociation

extension SiteDiff {
    /// How many changes a summary tells in words.
    private static let wordLimit = 3
    /// How many hosts that are new or gone stand in lines of their own.
    private static let lineLimit = 20

    /// What changes for hosts that stay, in one line; `nil` when their documents mean the same.
    package var changeSummary: String? {
        var counts: [String: Int] = [:]
        var words: [String] = []
        for summary in changes.lazy.map(\.diff.summary) {
            if counts[summary] == nil { words.append(summary) }
            counts[summary, default: 0] += 1
        }
        var parts = words.prefix(Self.wordLimit).map { summary in
            let count = counts[summary] ?? 1
            return count == 1 ? summary : "\(summary), in \(Count.text(count)) ways"
        }
        let rest = words.dropFirst(Self.wordLimit).reduce(0) { $0 + (counts[$1] ?? 1) }
        if rest > 0 { parts.append("\(Count.text(rest, "more document")) changed") }
        if !uncompared.isEmpty {
            parts.append("documents of \(Count.text(uncomparedHosts.count, "host")) not compared")
        }
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }

    /// How many hosts are new, gone, or publish something that means something else.
    package var changedHostCount: Int {
        addedHosts.count + removedHosts.count + uncomparedHosts.count
            + changes.reduce(0) { $0 + $1.hosts.count }
    }

    /// All differences in one line; `no change of meaning` for none.
    package var summary: String {
        var parts: [String] = []
        if !addedHosts.isEmpty { parts.append("\(Count.text(addedHosts.count, "host")) added") }
        if !removedHosts.isEmpty {
            parts.append("\(Count.text(removedHosts.count, "host")) removed")
        }
        if let changeSummary { parts.append(changeSummary) }
        guard !parts.isEmpty else { return "no change of meaning" }
        let all = Count.text(hostCounts.new + removedHosts.count, "host")
        let changed = changedHostCount
        return "\(Count.text(changed)) of \(all) \(changed == 1 ? "changes" : "change"): "
            + parts.joined(separator: "; ")
    }

    /// The differences for people: hosts, then each change with its URLs; empty for none.
    package var text: String {
        var text = Self.lines(addedHosts, "added") + Self.lines(removedHosts, "removed")
        for change in changes {
            text += "\(Self.names(change.hosts)): \(change.diff.summary)\n"
            if !change.isShared {
                text += "  the same edit of documents of their own; of \(change.hosts[0]):\n"
            }
            text += change.diff.text.split(separator: "\n").map { "  \($0)\n" }.joined()
        }
        for hosts in uncompared {
            text += "\(Self.names(hosts)): the same edit, not compared: too many documents differ\n"
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
                        .init("count", JSONValue(change.hosts.count)),
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

    private static func lines(_ hosts: [String], _ verb: String) -> String {
        guard hosts.count > lineLimit else {
            return hosts.map { "host \($0) (\(verb))\n" }.joined()
        }
        return "\(names(hosts)) (\(verb))\n"
    }

    private static func names(_ hosts: [String]) -> String {
        (hosts.count == 1 ? "host " : "hosts ") + HostNames(hosts).text()
    }
}
