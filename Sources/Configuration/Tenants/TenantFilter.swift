import Diagnostics

/// Chooses the rows of an environment: every column of its `where` has one of the values.
struct TenantFilter {
    private let conditions: [(column: Int, values: Set<String>)]

    /// Reads the conditions, and reports those that no row can meet.
    init(_ drafts: [WhereDraft], _ table: TenantTable, _ decoder: NodeDecoder) {
        var conditions: [(column: Int, values: Set<String>)] = []
        for draft in drafts {
            guard let column = table.column(named: draft.column.value) else {
                decoder.error(
                    "tenant-column-unknown",
                    "the table \(quoted(table.name)) has no column \(quoted(draft.column.value))",
                    at: draft.column.location,
                    hint: decoder.didYouMean(draft.column.value, among: table.columns)
                        ?? "its columns are \(table.columns.prefix(20).joined(separator: ", "))")
                continue
            }
            Self.check(draft, column, table, decoder)
            conditions.append((column, Set(draft.values.map(\.value))))
        }
        self.conditions = conditions
    }

    /// How many other values of a column are looked at.
    private static let otherLimit = 1_000

    /// Reports values that no row has, and rows that are left out only for capital letters.
    private static func check(
        _ draft: WhereDraft, _ column: Int, _ table: TenantTable, _ decoder: NodeDecoder
    ) {
        let wanted = Set(draft.values.map(\.value))
        var missing = wanted
        var others: [String: (row: Int, count: Int)] = [:]
        for row in 0..<table.rowCount {
            let value = table.value(row, column)
            missing.remove(value)
            guard !wanted.contains(value),
                others.count < otherLimit || others[value] != nil
            else { continue }
            others[value, default: (row, 0)].count += 1
        }
        for value in draft.values where table.isWhole && missing.remove(value.value) != nil {
            decoder.warning(
                "where-without-match",
                "no row has \(quoted(value.value)) as its '\(draft.column.value)'",
                at: value.location,
                hint: decoder.didYouMean(value.value, among: others.keys.sorted()))
        }
        let folded = Set(wanted.map { $0.lowercased() })
        for (value, rows) in others.sorted(by: { $0.value.row < $1.value.row })
        where folded.contains(value.lowercased()) {
            let subject = rows.count == 1 ? "1 row has" : "\(rows.count) rows have"
            decoder.warning(
                "where-other-case",
                "\(subject) \(quoted(value)) as '\(draft.column.value)', which 'where' does not choose",
                at: table.location(rows.row, column),
                hint: "'where' compares letter by letter, capital ones too")
        }
    }

    /// Whether a row is chosen.
    func accepts(_ row: Int, _ table: TenantTable) -> Bool {
        conditions.allSatisfy { $0.values.contains(table.value(row, $0.column)) }
    }
}
