import Diagnostics

/// Reads CSV as RFC 4180 describes it, and TSV by the same rules with a tab for the comma.
///
/// The first line names the columns. A value in quotes may hold separators, line breaks, and
/// quotes that are doubled. Lines without any value are passed over, since spreadsheets write
/// such lines at the end.
struct DelimitedReader {
    private let source: SourceFile
    private let bytes: [UInt8]
    private let separator: UInt8
    private var offset = 0
    private var line = 1
    private var lineStart = 0
    private(set) var rows: TenantRows
    private(set) var findings: [Diagnostic] = []
    /// Whether the columns could be read, so that findings are those of rows.
    private(set) var hasColumns = false

    private static let quote = UInt8(ascii: "\"")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")

    /// Where a value begins and what it is.
    private struct Value {
        var line: Int
        var column: Int
        var text: [UInt8]
    }

    init(_ source: SourceFile, separator: UInt8) {
        self.source = source
        self.separator = separator
        bytes = source.bytes
        rows = TenantRows(source: source)
    }

    /// Reads the whole file.
    mutating func read() {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            offset = 3
            lineStart = 3
        }
        rows.reserve(bytes: bytes.count)
        hasColumns = readHeader()
        guard hasColumns else { return }
        defer { rows.isWhole = findings.isEmpty }
        while offset < bytes.count, findings.count < TenantLimits.findings {
            guard skipsEmptyLine() || readRow() else { return }
        }
    }

    // MARK: Lines

    private mutating func readHeader() -> Bool {
        while skipsEmptyLine() {}
        guard offset < bytes.count else {
            report(
                "tenants-empty", "the table has no line that names its columns", 1, 1,
                "begin it with the names of its columns, such as 'slug', separated as its values")
            return false
        }
        if let fault = TenantColumns.fault(file: bytes) {
            report(fault.id, fault.message, 1, 1, fault.hint)
            return false
        }
        var known: [String: Location] = [:]
        var isGood = true
        repeat {
            let value = readValue()
            guard let value else { return false }
            let name = String(decoding: value.text, as: UTF8.self)
            let place = Location(source, line: value.line, column: value.column)
            if let fault = TenantColumns.fault(name) {
                report(
                    fault.id, fault.message, value.line, value.column,
                    separatorHint(name) ?? fault.hint)
                isGood = false
            } else if let first = known.updateValue(place, forKey: name) {
                findings.append(
                    Diagnostic(
                        .error, "tenant-column-twice", "the column \(quoted(name)) stands twice",
                        at: place, hint: "give one of the two another name",
                        notes: [Diagnostic.Note("the first is here", at: first)]))
                isGood = false
            }
            rows.columns.append(name)
            guard rows.columns.count <= TenantLimits.columns else {
                report(
                    "tenant-limit", "a table has at most \(TenantLimits.columns) columns",
                    value.line, value.column)
                return false
            }
        } while takesSeparator()
        return isGood && endsLine()
    }

    /// Returns what to say of a line that another character separates.
    private func separatorHint(_ name: String) -> String? {
        if separator == UInt8(ascii: "\t") {
            guard name.contains(",") || name.contains(";") else { return nil }
            return "values of TSV are separated by tabs; add 'format: csv' for commas"
        }
        guard name.contains(";") || name.contains("\t") else { return nil }
        return name.contains(";")
            ? "values are separated by commas; save the file with those"
            : "values of CSV are separated by commas; add 'format: tsv' for tabs"
    }

    /// Reads a row, and returns whether reading can go on.
    private mutating func readRow() -> Bool {
        guard rows.rowCount < TenantLimits.rows else {
            report(
                "tenant-limit", "a table has at most \(TenantLimits.rows) rows", line,
                offset - lineStart + 1)
            return false
        }
        let first = (line: line, column: column)
        var count = 0
        var isBlank = true
        var isGood = true
        repeat {
            let place = (line: line, column: column)
            let start = offset
            if let end = plainEnd() {
                add(bytes[start..<end], place)
                offset = end
            } else {
                guard let value = readValue() else {
                    rows.dropLast(min(count, rows.columns.count))
                    return skipsBadLine()
                }
                add(value.text[...], place)
            }
            count += 1
        } while takesSeparator()
        if !isBlank, count != rows.columns.count {
            reportCount(count, first)
            isGood = false
        }
        if isBlank || !isGood { rows.dropLast(min(count, rows.columns.count)) }
        return endsLine()

        func add(_ value: ArraySlice<UInt8>, _ place: (line: Int, column: Int)) {
            isBlank = isBlank && value.isEmpty
            guard count < rows.columns.count else { return }
            if let fault = TenantColumns.fault(value: value) {
                report(fault.id, fault.message, place.line, place.column, fault.hint)
                isGood = false
            }
            rows.append(value, line: place.line, column: place.column)
        }
    }

    private mutating func reportCount(_ count: Int, _ first: (line: Int, column: Int)) {
        let isComment = bytes[lineStart...].first == UInt8(ascii: "#")
        let hint =
            count > rows.columns.count
            ? "a value with a separator stands in quotes"
            : "an empty value keeps its separator, as the second one in 'a,,c'"
        report(
            "tenant-row-cells",
            "the row has \(count) value\(count == 1 ? "" : "s") for "
                + "\(rows.columns.count) columns",
            first.line, first.column,
            isComment ? "there are no comments in such a file; remove the line" : hint)
    }

    private mutating func skipsEmptyLine() -> Bool {
        guard offset < bytes.count else { return false }
        if bytes[offset] == Self.lineFeed {
            offset += 1
        } else if bytes[offset] == Self.carriageReturn, offset + 1 < bytes.count,
            bytes[offset + 1] == Self.lineFeed
        {
            offset += 2
        } else {
            return false
        }
        nextLine()
        return true
    }

    private mutating func nextLine() {
        line += 1
        lineStart = offset
    }

    private mutating func takesSeparator() -> Bool {
        guard offset < bytes.count, bytes[offset] == separator else { return false }
        offset += 1
        return true
    }

    /// Passes the rest of a line in which a quote is out of place, and returns whether reading
    /// can go on: not where a value never ends.
    private mutating func skipsBadLine() -> Bool {
        guard offset < bytes.count else { return false }
        offset = bytes[offset...].firstIndex(of: Self.lineFeed) ?? bytes.count
        return endsLine()
    }

    /// Passes the end of a line; `readValue` stops nowhere else but at separators.
    private mutating func endsLine() -> Bool {
        _ = skipsEmptyLine()
        return true
    }

    /// The column of the current byte, in Unicode scalars.
    private var column: Int {
        bytes[lineStart..<offset].reduce(1) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    }

    // MARK: Values

    /// Returns the end of a value without quotes, or `nil` when it needs a closer look.
    private func plainEnd() -> Int? {
        var end = offset
        while end < bytes.count {
            let byte = bytes[end]
            if byte == separator || byte == Self.lineFeed { return end }
            if byte == Self.carriageReturn {
                return end + 1 < bytes.count && bytes[end + 1] == Self.lineFeed ? end : nil
            }
            if byte == Self.quote { return nil }
            end += 1
        }
        return end
    }

    /// Returns the next value, or `nil` after a fault that makes the rest of the line unreadable,
    /// and at the end of the file where it makes all of the rest so.
    private mutating func readValue() -> Value? {
        let place = (line: line, column: column)
        guard offset < bytes.count, bytes[offset] == Self.quote else {
            if let end = plainEnd() {
                let text = Array(bytes[offset..<end])
                offset = end
                return Value(line: place.line, column: place.column, text: text)
            }
            reportPlain()
            return nil
        }
        offset += 1
        var text: [UInt8] = []
        while offset < bytes.count {
            let byte = bytes[offset]
            offset += 1
            if byte == Self.quote {
                guard offset < bytes.count, bytes[offset] == Self.quote else {
                    return endsQuoted(Value(line: place.line, column: place.column, text: text))
                }
                offset += 1
            }
            text.append(byte)
            if byte == Self.lineFeed { nextLine() }
        }
        report(
            "csv-quote", "the quote of this value is never closed", place.line, place.column,
            "double a quote that belongs to the value")
        return nil
    }

    private mutating func endsQuoted(_ value: Value) -> Value? {
        let isEnd =
            offset == bytes.count || bytes[offset] == separator
            || bytes[offset] == Self.lineFeed
            || bytes[offset] == Self.carriageReturn && offset + 1 < bytes.count
                && bytes[offset + 1] == Self.lineFeed
        guard !isEnd else { return value }
        report(
            "csv-quote", "only a separator or the end of the line follows a closing quote", line,
            column, "double a quote that belongs to the value")
        return nil
    }

    /// Reports a value that begins without a quote and holds one, or a lone carriage return.
    private mutating func reportPlain() {
        while bytes[offset] != Self.quote, bytes[offset] != Self.carriageReturn { offset += 1 }
        if bytes[offset] == Self.quote {
            report(
                "csv-quote", "a quote stands only around a whole value", line, column,
                "write the value in quotes, and its own quotes twice")
        } else {
            report(
                "csv-line", "a carriage return stands only before a line feed", line, column,
                "lines end in LF or CRLF")
            offset = bytes.count
        }
    }

    private mutating func report(
        _ id: String, _ message: String, _ line: Int, _ column: Int, _ hint: String? = nil
    ) {
        findings.append(
            Diagnostic(
                .error, id, message, at: Location(source, line: line, column: column), hint: hint))
    }
}
