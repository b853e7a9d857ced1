import Diagnostics
import HTTP
import SiteAssociation

/// What a client can see of a host, and its environment.
struct HostFace: Hashable {
    let digest: String
    let environment: String
    let isEnabled: Bool
    let cacheControl: String?

    init(_ site: Snapshot.Site) {
        digest = site.digest
        environment = site.environment
        isEnabled = site.isEnabled
        cacheControl = site.response.fields.first { $0.name == "Cache-Control" }?.value
    }

    /// Returns what differs beside the document, in words.
    func changes(to new: HostFace) -> [String] {
        var words: [String] = []
        if environment != new.environment {
            let names = [environment, new.environment].map { Diagnostic.quoted($0) }
            words.append("environment \(names.joined(separator: " -> "))")
        }
        if isEnabled != new.isEnabled {
            words.append(new.isEnabled ? "served again" : "no longer served")
        } else if isEnabled, cacheControl != new.cacheControl {
            words.append("Cache-Control \(cacheControl ?? "") -> \(new.cacheControl ?? "")")
        }
        return words
    }
}

/// Puts hosts with equal changes together.
struct HostGrouping {
    /// How many groups are told apart; hosts beyond are one group more.
    static let groupLimit = 100

    private struct Key: Hashable {
        let kind: HostGroup.Kind
        let document: Int?
        let words: String?
    }

    private var all: [HostGroup] = []
    private var indices: [Key: Int] = [:]
    /// The change of each host's document, and its words.
    private var documents: [String: Int] = [:]
    private var words: [String] = []

    init(_ diff: SiteDiff) {
        for change in diff.changes { note(change.hosts, change.diff.summary) }
        if !diff.equivalentHosts.isEmpty {
            note(diff.equivalentHosts, "another text, same meaning")
        }
        for hosts in diff.uncompared { note(hosts, "another document, not compared") }
    }

    private mutating func note(_ hosts: [String], _ text: String) {
        for host in hosts { documents[host] = words.count }
        words.append(text)
    }

    /// The groups, the largest first; of equal ones the earlier.
    var groups: [HostGroup] {
        all.enumerated()
            .sorted { ($1.element.hosts.count, $0.offset) < ($0.element.hosts.count, $1.offset) }
            .map(\.element)
    }

    /// Adds a host that is new or gone.
    mutating func add(_ host: String, _ kind: HostGroup.Kind) {
        add(host, Key(kind: kind, document: nil, words: nil))
    }

    /// Adds a host that stays and changes.
    mutating func add(_ host: String, from old: HostFace, to new: HostFace) {
        var parts = old.changes(to: new)
        let document = documents[host]
        if let document { parts.append(words[document]) }
        let text = parts.isEmpty ? "another document" : parts.joined(separator: ", ")
        add(host, Key(kind: .changed, document: document, words: text))
    }

    private mutating func add(_ host: String, _ key: Key) {
        if let index = indices[key] { return all[index].hosts.append(host) }
        let isFull = indices.count >= Self.groupLimit
        let key = isFull ? Key(kind: key.kind, document: nil, words: "other changes") : key
        if let index = indices[key] { return all[index].hosts.append(host) }
        indices[key] = all.count
        all.append(HostGroup(kind: key.kind, hosts: [host], words: key.words))
    }
}
