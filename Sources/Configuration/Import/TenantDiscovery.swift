import SiteAssociation

/// Finds files that differ only in identifiers or labels, and makes tables of tenants of them.
///
/// Files with the same skeleton are one kind. Where a word has few values among them, it says
/// what sort of site it is, and each value is a kind of its own; where nearly every file has
/// another one, it is a value of the tenant. Identifiers are values of the tenant always.
struct TenantDiscovery {
    /// How many files of one kind it takes to make a table of them.
    static let leastTenants = 4

    /// A body and the hosts that serve it, in the order of the files.
    typealias Content = (body: ImportedBody, hosts: [String])

    private struct Row {
        var content: Int
        var texts: [ImportedText]
        /// All words of the texts.
        var words: [String]
    }

    /// The tables, with the numbers of the contents that they stand for.
    private(set) var tables: [(table: TenantTemplate, contents: [Int])] = []
    private let contents: [Content]

    init(_ contents: [Content]) {
        self.contents = contents
        var kinds: [ImportedBody: Int] = [:]
        var groups: [[Row]] = []
        for (index, content) in contents.enumerated() {
            var texts: [ImportedText] = []
            let skeleton = content.body.changed { text, kind in
                let text = ImportedText(text, kind)
                texts.append(text)
                return text.skeleton
            }
            let row = Row(content: index, texts: texts, words: texts.flatMap(\.words))
            if let group = kinds[skeleton] {
                groups[group].append(row)
            } else {
                kinds[skeleton] = groups.count
                groups.append([row])
            }
        }
        for group in groups { split(group) }
    }

    /// Makes tables of rows with the same skeleton.
    private mutating func split(_ rows: [Row]) {
        guard rows.count >= Self.leastTenants, let first = rows.first else { return }
        let kinds = first.texts.flatMap { text in text.words.map { _ in text.kind } }
        let telling = kinds.indices.filter { position in
            guard case .pattern = kinds[position] else { return false }
            let values = Set(rows.lazy.map { $0.words[position] }).count
            return values > 1 && values * 2 <= rows.count
        }
        guard !telling.isEmpty else { return splitByHosts(rows) }
        var groups: [[Row]] = []
        var known: [[Spelled<String>]: Int] = [:]
        for row in rows {
            let key = telling.map { Spelled(wrappedValue: row.words[$0]) }
            if let group = known[key] {
                groups[group].append(row)
            } else {
                known[key] = groups.count
                groups.append([row])
            }
        }
        for group in groups { split(group) }
    }

    /// Makes one table of the hosts below the domain that most of them have, and one of the rest.
    private mutating func splitByHosts(_ rows: [Row]) {
        var counts: [Substring: Int] = [:]
        for row in rows {
            for domain in Set(contents[row.content].hosts.compactMap(TenantTemplate.domain)) {
                counts[domain, default: 0] += 1
            }
        }
        let domain = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }
            .flatMap { $0.value >= Self.leastTenants ? String($0.key) : nil }
        let below = rows.filter { row in
            domain != nil
                && contents[row.content].hosts.contains {
                    TenantTemplate.domain(of: $0).map(String.init) == domain
                }
        }
        let numbers = Set(below.map(\.content))
        add(below, domain)
        add(rows.filter { !numbers.contains($0.content) }, nil)
    }

    /// Returns the rows whose words can be values of a table; the others stay by themselves.
    private func regular(_ rows: [Row]) -> [Row] {
        guard let first = rows.first else { return [] }
        let kinds = first.texts.flatMap { text in text.words.map { _ in text.kind } }
        let differing = kinds.indices.filter { position in
            rows.contains { !$0.words[position].isSpelled(like: first.words[position]) }
        }
        return rows.filter { row in
            contents[row.content].hosts.count <= TenantTemplate.hostLimit
                && differing.allSatisfy { Self.canBeValue(row.words[$0], kinds[$0]) }
        }
    }

    private static func canBeValue(_ word: String, _ kind: ImportedBody.TextKind) -> Bool {
        guard !word.isEmpty, TenantColumns.fault(value: Array(word.utf8)[...]) == nil else {
            return false
        }
        switch kind {
        case .identifier, .comment: return true
        case .pattern(let isDecoded):
            return RowValueCheck.fault(Array(word.utf8)[...], isDecoded: isDecoded) == nil
        case .value:
            return RowValueCheck.fault(Array(word.utf8)[...], isDecoded: false) == nil
        }
    }

    private mutating func add(_ all: [Row], _ domain: String?) {
        let rows = regular(all)
        guard rows.count >= Self.leastTenants, let first = rows.first else { return }
        var template = TenantTemplate(
            domain: domain, hosts: rows.map { contents[$0.content].hosts })
        guard template.isUsable else { return }
        var position = 0
        var texts = first.texts[...]
        template.body = contents[first.content].body.changed { _, _ in
            guard let text = texts.popFirst() else { return "" }
            let templates = text.words.indices.map { index in
                defer { position += 1 }
                return template.template(
                    rows.map { $0.words[position] }, text.kind, isFirst: index == 0)
            }
            return text.template(templates)
        }
        guard template.isUsable else { return }
        tables.append((template, rows.map(\.content)))
    }
}
