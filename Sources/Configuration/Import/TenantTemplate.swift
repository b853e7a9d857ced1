import SiteAssociation

/// A table of tenants that is made of files, and the environment that uses it.
struct TenantTemplate {
    /// How many hosts of one tenant become columns.
    static let hostLimit = 8
    /// How many columns a table may get; files that differ in more have little in common.
    static let columnLimit = 24

    private(set) var columns: [(name: String, values: [String])] = []
    /// The hosts, with placeholders.
    private(set) var hosts: [String] = []
    /// The columns that may be empty.
    private(set) var optional: [String] = []
    /// The domain of all tenants, or the first host where they have none in common.
    let site: String
    /// What the tenants say, with placeholders.
    var body = ImportedBody(apps: [], defaults: Defaults(), hasLegacyPaths: false)

    /// Makes the columns of hosts: the label below a domain that all have, and the rest whole.
    init(domain: String?, hosts rows: [[String]]) {
        site = domain ?? rows.first?.first ?? ""
        var rest = rows
        if let domain {
            var labels: [String] = []
            for index in rest.indices {
                let place = rest[index].firstIndex {
                    Self.domain(of: $0).map(String.init) == domain
                }
                let host = place.map { rest[index].remove(at: $0) } ?? ""
                labels.append(String(host.dropLast(domain.count + 1)))
            }
            columns.append(("name", labels))
            hosts.append("{name}.\(domain)")
        }
        let count = rest.map(\.count).max() ?? 0
        for index in 0..<count {
            let values = rest.map { $0.count > index ? $0[index] : "" }
            let name = index == 0 ? "host" : "host\(index + 1)"
            columns.append((name, values))
            hosts.append("{\(name)}")
            if values.contains("") { optional.append(name) }
        }
    }

    /// Whether a table can be made at all.
    var isUsable: Bool { !columns.isEmpty && columns.count <= Self.columnLimit }

    /// Returns what a host stands below, or `nil` for a wildcard and a name of two labels.
    static func domain(of host: String) -> Substring? {
        guard !host.hasPrefix("*."), let dot = host.firstIndex(of: ".") else { return nil }
        let rest = host[host.index(after: dot)...]
        return rest.contains(".") ? rest : nil
    }

    /// Returns the template for a word of every row, adding a column where it takes one.
    ///
    /// - Parameters:
    ///   - values: The word of each row.
    ///   - kind: The text that it stands in.
    ///   - isFirst: Whether it is the first of that text.
    /// - Returns: The template, or `nil` for a word that is the same in all rows.
    mutating func template(
        _ values: [String], _ kind: ImportedBody.TextKind, isFirst: Bool
    ) -> String? {
        guard let first = values.first, !values.allSatisfy({ $0.isSpelled(like: first) }) else {
            return nil
        }
        for column in columns where !column.values.contains("") {
            if let template = Self.template(values, column) { return template }
        }
        let base =
            switch kind {
            case .identifier: isFirst ? "team" : "bundle"
            case .pattern: "word"
            case .comment: "comment"
            case .value(let name): TenantColumns.fault(name) == nil ? name : "value"
            }
        var name = base
        var number = 1
        while columns.contains(where: { $0.name == name }) {
            number += 1
            name = "\(base)\(number)"
        }
        columns.append((name, values))
        return "{\(name)}"
    }

    /// Returns words as a column with the same text before and after each of its values, or
    /// `nil` where they are not.
    private static func template(
        _ values: [String], _ column: (name: String, values: [String])
    ) -> String? {
        guard let word = values.first, let value = column.values.first,
            let range = word.ranges(of: value).last
        else { return nil }
        let before = String(word[..<range.lowerBound])
        let after = String(word[range.upperBound...])
        let isSame = zip(values, column.values).allSatisfy {
            $0.isSpelled(like: before + $1 + after)
        }
        guard isSame else { return nil }
        return ImportedText.escaped(before) + "{\(column.name)}" + ImportedText.escaped(after)
    }

    // MARK: Writing

    /// The rows, with an empty text for no value.
    var rows: [[String]] {
        (columns.first?.values ?? []).indices.map { row in columns.map { $0.values[row] } }
    }

    /// The table as CSV.
    var csv: String {
        ([columns.map(\.name)] + rows).map { row in
            row.map(Self.cell).joined(separator: ",") + "\n"
        }.joined()
    }

    private static func cell(_ value: String) -> String {
        let isPlain = !value.contains { ",\"\r\n".contains($0) || $0 == "\r\n" }
        return isPlain ? value : "\"" + value.replacing("\"", with: "\"\"") + "\""
    }
}
