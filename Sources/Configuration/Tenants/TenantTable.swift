import Diagnostics

/// The rows of a table of tenants: one tenant each, with a value for each column.
///
/// The values lie one after the other in a single buffer, so that a hundred thousand rows cost
/// little more than their text. An empty value stands for none.
///
/// - Threads: Immutable, so any thread may use it.
final class TenantTable: Sendable {
    /// A value: a range of the buffer, and where it was written.
    struct Cell: Sendable {
        var start: UInt32
        var count: UInt32
        var line: UInt32
        var column: UInt32
    }

    let name: String
    /// Where the table is defined.
    let location: Location
    /// The file that the rows stand in.
    let source: SourceFile
    let columns: [String]
    /// Whether every row could be read, so that what is missing is missing.
    let isWhole: Bool
    /// The column whose values name the tenants.
    let keyColumn: Int
    private let text: [UInt8]
    private let cells: [Cell]
    private let optional: Set<Int>
    private let indices: [String: Int]

    init(
        name: String, location: Location, rows: TenantRows, keyColumn: Int, optional: Set<Int>
    ) {
        self.name = name
        self.location = location
        source = rows.source
        columns = rows.columns
        isWhole = rows.isWhole
        self.keyColumn = keyColumn
        self.optional = optional
        text = rows.text
        cells = rows.cells
        indices = Dictionary(
            rows.columns.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }

    var rowCount: Int { columns.isEmpty ? 0 : cells.count / columns.count }

    func column(named name: String) -> Int? { indices[name] }

    /// Whether a row may leave a column empty.
    func isOptional(_ column: Int) -> Bool { optional.contains(column) }

    /// Returns a value; the empty text for none.
    func value(_ row: Int, _ column: Int) -> String {
        String(decoding: bytes(row, column), as: UTF8.self)
    }

    /// Returns the bytes of a value.
    func bytes(_ row: Int, _ column: Int) -> ArraySlice<UInt8> {
        let cell = cells[row * columns.count + column]
        return text[Int(cell.start)..<Int(cell.start) + Int(cell.count)]
    }

    func isEmpty(_ row: Int, _ column: Int) -> Bool {
        cells[row * columns.count + column].count == 0
    }

    /// Returns where a value was written, or where it is missing.
    func location(_ row: Int, _ column: Int) -> Location {
        let cell = cells[row * columns.count + column]
        return Location(source, line: Int(cell.line), column: Int(cell.column))
    }

    /// The name of a tenant.
    func tenant(_ row: Int) -> String { value(row, keyColumn) }
}

/// A table while it is read: columns, and the cells of each row, one after the other.
struct TenantRows: Sendable {
    let source: SourceFile
    var columns: [String] = []
    /// Whether every row could be read; those with faults are left out.
    var isWhole = true
    fileprivate(set) var text: [UInt8] = []
    fileprivate(set) var cells: [TenantTable.Cell] = []

    init(source: SourceFile) { self.source = source }

    var rowCount: Int { columns.isEmpty ? 0 : cells.count / columns.count }

    /// Makes room for as many values as a file of some size may hold.
    mutating func reserve(bytes: Int) { text.reserveCapacity(bytes) }

    /// Adds the next value of the row that is being read.
    mutating func append(_ value: some Collection<UInt8>, line: Int, column: Int) {
        cells.append(
            TenantTable.Cell(
                start: UInt32(clamping: text.count), count: UInt32(clamping: value.count),
                line: UInt32(clamping: line), column: UInt32(clamping: column)))
        text.append(contentsOf: value)
    }

    /// Takes back the values of a row that is not whole.
    mutating func dropLast(_ count: Int) { cells.removeLast(count) }
}

/// The row of a table that a host was made of.
package struct TenantRow: Sendable, Hashable {
    /// An index into the configuration's tables.
    var table: Int32
    /// The number of the row, counted from 0.
    var row: Int32
}
