/// What names of columns and their values look like, in every format of a table.
enum TenantColumns {
    struct Fault {
        var id: String
        var message: String
        var hint: String?
    }

    /// Returns what is wrong with the name of a column, or `nil`.
    static func fault(_ name: String) -> Fault? {
        let isWord = name.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0)
                || (0x61...0x7A).contains($0) || "_-".utf8.contains($0)
        }
        if isWord, (1...64).contains(name.utf8.count) { return nil }
        guard !name.isEmpty else {
            return Fault(
                id: "tenant-column-name", message: "the column has no name",
                hint: "name it, or remove it with its separator")
        }
        return Fault(
            id: "tenant-column-name", message: "\(quoted(name)) cannot be the name of a column",
            hint: "use up to 64 letters, digits, '-' and '_'")
    }

    /// Returns what makes a file no text of UTF-8 from its beginning on, or `nil`.
    static func fault(file bytes: [UInt8]) -> Fault? {
        let hasMark = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
        guard hasMark || bytes.prefix(1_024).contains(0) else { return nil }
        return Fault(
            id: "tenants-encoding", message: "the table is no text in UTF-8",
            hint: "save it as text in UTF-8, not as a workbook or in UTF-16")
    }

    /// Returns what is wrong with a value, or `nil`.
    static func fault(value: ArraySlice<UInt8>) -> Fault? {
        if value.count > TenantLimits.cellBytes {
            return Fault(
                id: "tenant-limit",
                message: "a value has at most \(TenantLimits.cellBytes) bytes", hint: nil)
        }
        guard let first = value.first, let last = value.last else { return nil }
        if value.contains(where: { $0 < 0x20 || $0 == 0x7F }) { return control }
        if first == 0x20 || last == 0x20 { return padded("a blank") }
        guard value.contains(where: { $0 >= 0x80 }) else { return nil }
        guard let text = String(validating: value, as: UTF8.self) else {
            return Fault(
                id: "tenant-value-encoding", message: "a value is not UTF-8",
                hint: "save the file as UTF-8")
        }
        let scalars = text.unicodeScalars
        if let end = [scalars.first, scalars.last].lazy.compactMap(\.self).first(where: isInvisible)
        {
            return padded("the invisible U+" + String(end.value, radix: 16, uppercase: true))
        }
        return scalars.contains { $0.properties.generalCategory == .control } ? control : nil
    }

    private static let control = Fault(
        id: "tenant-value-control", message: "a value holds a control character",
        hint: "neither a line break nor a tab may stand in a value")

    private static func padded(_ what: String) -> Fault {
        Fault(
            id: "tenant-value-padded", message: "a value begins or ends with \(what)",
            hint: "remove it")
    }

    /// Whether nobody sees a character at the end of a value, as blanks that do not break and
    /// byte order marks.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar.properties.generalCategory == .format
    }
}
