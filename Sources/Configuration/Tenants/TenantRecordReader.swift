import Diagnostics
import SiteAssociation
import YAML

/// Reads tables whose rows name their columns themselves: lists in YAML, and JSON lines.
///
/// The columns are all keys, in the order in which they first appear; what a row leaves out is
/// empty there.
struct TenantRecordReader {
    private struct Value {
        var column: Int
        var text: String
        var location: Location
    }
    private struct Record {
        var location: Location
        var values: [Value]
        /// Whether nothing in it is at fault.
        var isGood = true
    }

    private let source: SourceFile
    private var columns: [String] = []
    private var indices: [String: Int] = [:]
    private var records: [Record] = []
    private var hasBadRecord = false
    private var isTooWide = false
    private(set) var findings: [Diagnostic] = []

    init(_ source: SourceFile) { self.source = source }

    /// The table.
    var rows: TenantRows {
        var rows = TenantRows(source: source)
        rows.columns = columns
        rows.isWhole = findings.isEmpty && !hasBadRecord
        for record in records {
            var byColumn = [Value?](repeating: nil, count: columns.count)
            for value in record.values { byColumn[value.column] = value }
            for value in byColumn {
                let place = value?.location ?? record.location
                rows.append(
                    Array((value?.text ?? "").utf8), line: place.line ?? 0,
                    column: place.column ?? 0)
            }
        }
        return rows
    }

    // MARK: YAML

    /// Reads the rows of a list.
    ///
    /// - Parameters:
    ///   - items: The rows, mappings of columns to values.
    ///   - text: Returns the text of a scalar, or `nil` after a finding.
    mutating func read(_ items: [Node], text: (Node) -> String?) {
        for item in items {
            guard isWithinLimits(at: item.location) else { return }
            guard case .mapping(let entries) = item.content else {
                report(
                    "wrong-type", "a row is a mapping of columns to values, not \(item.kind)",
                    at: item.location)
                continue
            }
            var record = Record(location: item.location, values: [])
            for entry in entries {
                guard let column = column(entry.key, at: entry.location) else {
                    record.isGood = false
                    continue
                }
                switch entry.value.content {
                case .scalar(let scalar) where scalar.isNull: continue
                case .scalar:
                    guard let text = text(entry.value) else {
                        record.isGood = false
                        continue
                    }
                    add(text, column, at: entry.value.location, to: &record)
                default:
                    report(
                        "wrong-type", "a value of a row is text, not \(entry.value.kind)",
                        at: entry.value.location)
                    record.isGood = false
                }
            }
            append(record)
        }
    }

    // MARK: JSON lines

    /// Reads a file with one JSON object on each line.
    mutating func readLines() {
        if let fault = TenantColumns.fault(file: source.bytes) {
            let place = Location(source, line: 1, column: 1)
            return report(fault.id, fault.message, at: place, hint: fault.hint)
        }
        var number = 0
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let bytes = source.bytes.starts(with: mark) ? source.bytes.dropFirst(3) : source.bytes[...]
        guard !isArray(bytes) else { return }
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            guard findings.count < TenantLimits.findings else { return }
            guard !line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) else { continue }
            let reading = JSONReader.read(SourceFile(name: source.name, bytes: Array(line)))
            let start = Location(source, line: number, column: 1)
            guard isWithinLimits(at: start) else { return }
            findings += reading.findings.map { finding in
                var finding = finding
                finding.location = moved(finding.location, to: number)
                finding.notes = []
                return finding
            }
            guard let root = reading.root, !reading.findings.containsError else { continue }
            guard let members = root.members else {
                report("wrong-type", "a row is an object, not \(root.kind)", at: start)
                continue
            }
            read(members, start, number)
        }
    }

    /// Reports a file that is one array, whose lines would all be faults.
    private mutating func isArray(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let first = bytes.first(where: { !" \t\r\n".utf8.contains($0) }),
            first == UInt8(ascii: "[")
        else { return false }
        report(
            "wrong-type", "JSON lines are an object in each line, not an array",
            at: Location(source, line: 1, column: 1),
            hint: "write the rows without the brackets and commas around them, as jq -c '.[]' does")
        return true
    }

    private mutating func read(_ members: [JSONNode.Member], _ start: Location, _ number: Int) {
        var record = Record(location: start, values: [])
        for member in members {
            let place = moved(member.location, to: number)
            guard let column = column(member.key, at: place) else {
                record.isGood = false
                continue
            }
            let text: String
            switch member.value.content {
            case .null: continue
            case .string(let value), .number(let value): text = value
            case .bool(let isTrue): text = isTrue ? "true" : "false"
            case .array, .object:
                report(
                    "wrong-type", "a value of a row is text, not \(member.value.kind)",
                    at: moved(member.value.location, to: number))
                record.isGood = false
                continue
            }
            add(text, column, at: moved(member.value.location, to: number), to: &record)
        }
        append(record)
    }

    /// Returns a place in a line as a place in the file.
    private func moved(_ location: Location?, to line: Int) -> Location {
        Location(source, line: line, column: location?.column ?? 1)
    }

    // MARK: Both

    private mutating func append(_ record: Record) {
        if record.isGood {
            records.append(record)
        } else {
            hasBadRecord = true
        }
    }

    private mutating func column(_ name: String, at location: Location) -> Int? {
        if let index = indices[name] { return index }
        if let fault = TenantColumns.fault(name) {
            report(fault.id, fault.message, at: location, hint: fault.hint)
            return nil
        }
        guard columns.count < TenantLimits.columns else {
            guard !isTooWide else { return nil }
            isTooWide = true
            report(
                "tenant-limit", "a table has at most \(TenantLimits.columns) columns",
                at: location)
            return nil
        }
        indices[name] = columns.count
        columns.append(name)
        return columns.count - 1
    }

    private mutating func add(
        _ text: String, _ column: Int, at location: Location, to record: inout Record
    ) {
        if let fault = TenantColumns.fault(value: Array(text.utf8)[...]) {
            report(fault.id, fault.message, at: location, hint: fault.hint)
            record.isGood = false
        }
        record.values.append(Value(column: column, text: text, location: location))
    }

    private mutating func isWithinLimits(at location: Location) -> Bool {
        guard records.count >= TenantLimits.rows else { return true }
        report("tenant-limit", "a table has at most \(TenantLimits.rows) rows", at: location)
        return false
    }

    private mutating func report(
        _ id: String, _ message: String, at location: Location, hint: String? = nil
    ) {
        findings.append(Diagnostic(.error, id, message, at: location, hint: hint))
    }
}
