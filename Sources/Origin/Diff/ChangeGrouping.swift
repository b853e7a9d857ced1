import SiteAssociation

/// Puts hosts whose documents change in the same way together.
struct ChangeGrouping {
    /// Hosts with one change.
    struct Group {
        var hosts: [String]
        /// The change on the first host, or `nil` when it was not compared.
        let diff: DocumentDiff?
        /// Whether all of the hosts have the same pair of documents.
        var isShared = true
    }

    private struct Pair: Hashable {
        let old: String
        let new: String
    }

    /// Where groups with the same edit and the same outcome meet.
    private struct Key: Hashable {
        let edit: DocumentShape.Edit
        let summary: String?
    }

    private(set) var groups: [Group] = []
    private let pairLimit: Int
    private var ofPair: [Pair: Int] = [:]
    private var ofShape: [DocumentShape: Int] = [:]
    private var ofKey: [Key: Int] = [:]

    init(pairLimit: Int) { self.pairLimit = pairLimit }

    /// Adds a host whose document changes.
    mutating func add(_ host: String, old: PublishedDocument?, new: PublishedDocument?) {
        let pair = Pair(old: old?.digest ?? "", new: new?.digest ?? "")
        if let index = ofPair[pair] { return groups[index].hosts.append(host) }
        let shape = DocumentShape(
            old: old?.marked() ?? [], new: new?.marked() ?? [], host: host)
        let index = ofShape[shape] ?? group(of: shape, old, new, host: host)
        ofPair[pair] = index
        groups[index].hosts.append(host)
        groups[index].isShared = groups[index].hosts.count == 1
    }

    private mutating func group(
        of shape: DocumentShape, _ old: PublishedDocument?, _ new: PublishedDocument?, host: String
    ) -> Int {
        let isCompared = ofShape.count < pairLimit
        let diff =
            isCompared
            ? DocumentDiff(
                old: Self.document(old), new: Self.document(new), host: Self.urlHost(host)) : nil
        let key = Key(edit: shape.edit, summary: diff?.summary)
        let index = ofKey[key] ?? groups.count
        if index == groups.count { groups.append(Group(hosts: [], diff: diff)) }
        ofKey[key] = index
        // Shapes beyond the limit are not remembered: their edit alone says where they belong.
        if isCompared { ofShape[shape] = index }
        return index
    }

    /// A host without a document is as one whose document says nothing.
    private static func document(_ published: PublishedDocument?) -> Document {
        published?.document() ?? Document(Association())
    }

    /// The host in the URLs that show a difference.
    private static func urlHost(_ pattern: String) -> String {
        pattern.hasPrefix("*.") ? "www." + pattern.dropFirst(2) : pattern
    }
}
