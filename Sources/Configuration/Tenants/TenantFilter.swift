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
            var missing = Dictionary(
                draft.values.map { ($0.value, $0.location) }, uniquingKeysWith: { a, _ in a })
            var known: Set<String> = []
            for row in 0..<table.rowCount {
                let value = table.value(row, column)
                missing[value] = nil
                if known.count < 1_000 { known.insert(value) }
            }
            for value in draft.values where missing[value.value] != nil {
                decoder.report(
                    Diagnostic(
                        .warning, "where-without-match",
                        "no row has \(quoted(value.value)) as its '\(draft.column.value)'",
                        at: value.location,
                        hint: decoder.didYouMean(value.value, among: known.sorted())))
            }
            conditions.append((column, Set(draft.values.map(\.value))))
        }
        self.conditions = conditions
    }

    /// Whether a row is chosen.
    func accepts(_ row: Int, _ table: TenantTable) -> Bool {
        conditions.allSatisfy { $0.values.contains(table.value(row, $0.column)) }
    }
}
