import Diagnostics
import SiteAssociation

/// The row that fills in the texts of a host, or none for a host of its own.
struct RowValues {
    private let row: (table: TenantTable, row: Int)?

    init(_ row: (table: TenantTable, row: Int)?) { self.row = row }

    /// The name of the tenant.
    var tenant: String? { row.map { $0.table.tenant($0.row) } }

    /// Returns a text as it is served, or `nil` when an empty value leaves it out.
    func text(_ text: String) -> String? {
        guard let row, let template = template(text) else { return text }
        let isWhole = template.columns.allSatisfy { !row.table.isEmpty(row.row, $0) }
        return isWhole ? template.text(row.row, row.table) : nil
    }

    /// Whether a host came of a text.
    func isHost(_ host: HostName, _ text: String) -> Bool {
        guard let text = self.text(text),
            let name = try? HostName(text, allowsSingleLabels: true)
        else { return false }
        return name.name == host.name && name.isWildcard == host.isWildcard
    }

    /// Returns the values of the row that a text names, with their places.
    func cells(of text: String) -> [OriginEntry.Place] {
        guard let row, let template = template(text) else { return [] }
        return template.columns.map { cell($0, row) }
    }

    /// Returns the values of the row that a rule names, with their places.
    func cells(of component: Component) -> [OriginEntry.Place] {
        (VariableUse.patterns(of: component) + [component.comment].compactMap(\.self))
            .flatMap(cells)
    }

    /// Returns the empty values that leave out a text.
    func empty(of text: String) -> [OriginEntry.Place] {
        guard let row, let template = template(text) else { return [] }
        return template.columns.filter { row.table.isEmpty(row.row, $0) }.map { cell($0, row) }
    }

    /// Returns the empty values that leave out a rule.
    func empty(of component: Component) -> [OriginEntry.Place] {
        VariableUse.patterns(of: component).flatMap(empty)
    }

    /// Returns the conditions that chose the row, each with the value that meets it.
    func conditions(_ filters: [WhereDraft]) -> [OriginEntry.Place] {
        guard let row else { return [] }
        return filters.compactMap { filter in
            let words = row.table.column(named: filter.column.value).map { cell($0, row).words }
            return words.map {
                OriginEntry.Place(
                    location: filter.column.location, words: "'where' chooses the row: \($0)")
            }
        }
    }

    /// Returns the value that keeps a condition from choosing the row, or `nil`.
    func unmet(_ filters: [WhereDraft]) -> OriginEntry.Place? {
        guard let row else { return nil }
        for filter in filters {
            guard let column = row.table.column(named: filter.column.value) else { continue }
            let value = row.table.value(row.row, column)
            if !filter.values.contains(where: { $0.value == value }) { return cell(column, row) }
        }
        return nil
    }

    private func cell(_ column: Int, _ row: (table: TenantTable, row: Int)) -> OriginEntry.Place {
        let value = row.table.value(row.row, column)
        return OriginEntry.Place(
            location: row.table.location(row.row, column),
            words: quoted(row.table.columns[column]) + " is "
                + (value.isEmpty ? "empty" : quoted(value)))
    }

    private func template(_ text: String) -> TemplateText? {
        guard let row, TemplateText.isNeeded(for: text) else { return nil }
        return try? TemplateText(text, row.table)
    }
}
