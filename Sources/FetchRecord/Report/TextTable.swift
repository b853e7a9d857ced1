import Diagnostics

/// A table in columns of text, for terminals.
struct TextTable {
    /// The longest text of a cell, in characters.
    static let cellLimit = 80

    private var rows: [[String]]

    init(_ headings: [String]) { rows = [headings] }

    /// Adds a row with as many cells as there are headings; `nil` is a dash.
    ///
    /// Texts come from outside: whatever a terminal might take for a command is escaped.
    mutating func add(_ cells: [String?]) {
        rows.append(cells.map { Diagnostic.printable($0 ?? "-", limit: Self.cellLimit) })
    }

    /// The lines, without blanks at their ends.
    var text: String {
        var widths = [Int](repeating: 0, count: rows[0].count)
        for row in rows {
            for (column, cell) in row.enumerated() {
                widths[column] = max(widths[column], cell.unicodeScalars.count)
            }
        }
        var text = ""
        for row in rows {
            var line = ""
            for (column, cell) in row.enumerated() {
                line += cell
                guard column < row.count - 1 else { break }
                let pad = widths[column] - cell.unicodeScalars.count + 2
                line += String(repeating: " ", count: pad)
            }
            while line.hasSuffix(" ") { line.removeLast() }
            text += line + "\n"
        }
        return text
    }
}
