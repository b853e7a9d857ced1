import Diagnostics
import POSIX
import YAML

/// Reads the rows of every table of tenants.
struct TenantReading {
    private let files: any ConfigurationFiles
    private let decoder: NodeDecoder
    /// The files that were read, in order.
    private(set) var sources: [SourceFile] = []
    /// The tables in the order of the draft; `nil` for one that has errors.
    private(set) var tables: [TenantTable?] = []

    private var findings = RowFindings()

    init(files: any ConfigurationFiles, decoder: NodeDecoder) {
        self.files = files
        self.decoder = decoder
    }

    /// Reads all tables of a draft.
    mutating func read(_ draft: Draft) {
        for item in draft.tenants.items {
            let rows = rows(item)
            tables.append(rows.flatMap { table(item, $0) })
        }
        findings.report(to: decoder)
    }

    // MARK: Rows

    private mutating func rows(_ item: Definitions<TenantTableDraft>.Item) -> TenantRows? {
        if let nodes = item.value.rows {
            var reader = TenantRecordReader(item.location.source)
            reader.read(nodes) { decoder.text($0, named: "a value of a row", takes: "text")?.value }
            findings.add(reader.findings, table: item.name)
            return reader.rows
        }
        guard let file = item.value.file, let format = item.value.format else { return nil }
        guard let source = source(file) else { return nil }
        sources.append(source)
        switch format {
        case .csv, .tsv:
            var reader = DelimitedReader(
                source, separator: UInt8(ascii: format == .csv ? "," : "\t"))
            reader.read()
            guard reader.hasColumns else {
                reader.findings.forEach(decoder.report)
                return nil
            }
            findings.add(reader.findings, table: item.name)
            return reader.rows
        case .jsonl:
            var reader = TenantRecordReader(source)
            reader.readLines()
            findings.add(reader.findings, table: item.name)
            return reader.rows
        case .yaml: return yaml(source, item)
        }
    }

    private mutating func yaml(
        _ source: SourceFile, _ item: Definitions<TenantTableDraft>.Item
    ) -> TenantRows? {
        let document = YAMLReader.read(source)
        document.findings.forEach(decoder.report)
        var reader = TenantRecordReader(source)
        guard let root = document.root, !document.findings.containsError else {
            return document.findings.containsError ? nil : reader.rows
        }
        guard case .sequence(let nodes) = root.content else {
            decoder.wrongType(root, name: "a table of tenants", takes: "a list of rows")
            return nil
        }
        // What a table holds is data: nothing in it is replaced.
        reader.read(nodes) { node in
            if case .scalar(let scalar) = node.content { scalar.text } else { nil }
        }
        findings.add(reader.findings, table: item.name)
        return reader.rows
    }

    private func source(_ file: Located<String>) -> SourceFile? {
        do throws(SystemError) {
            let bytes = try files.read(file.value, limitBytes: TenantLimits.fileBytes)
            return SourceFile(name: file.value, bytes: bytes)
        } catch {
            let reason =
                error == .tooLarge
                ? "it is larger than \(TenantLimits.fileBytes) bytes" : error.reason
            decoder.error(
                "tenants-unreadable", "cannot read \(quoted(file.value)): \(reason)",
                at: file.location)
            return nil
        }
    }

    // MARK: The table

    private mutating func table(
        _ item: Definitions<TenantTableDraft>.Item, _ rows: TenantRows
    ) -> TenantTable? {
        guard rows.rowCount > 0 else {
            guard rows.isWhole else { return nil }
            decoder.warning(
                "tenants-empty", "the table \(quoted(item.name)) has no row", at: item.location)
            return TenantTable(
                name: item.name, location: item.location, rows: rows, keyColumn: 0, optional: [])
        }
        var key: Int? = 0
        if let name = item.value.key { key = column(name, rows, item) }
        let optional = item.value.optional.compactMap { column($0, rows, item) }
        guard let key else { return nil }
        let table = TenantTable(
            name: item.name, location: item.location, rows: rows, keyColumn: key,
            optional: Set(optional))
        checkNames(table)
        return table
    }

    private func column(
        _ name: Located<String>, _ rows: TenantRows, _ item: Definitions<TenantTableDraft>.Item
    ) -> Int? {
        if let index = rows.columns.firstIndex(of: name.value) { return index }
        decoder.error(
            "tenant-column-unknown",
            "the table \(quoted(item.name)) has no column \(quoted(name.value))",
            at: name.location,
            hint: decoder.didYouMean(name.value, among: rows.columns)
                ?? "its columns are \(rows.columns.prefix(20).joined(separator: ", "))")
        return nil
    }

    /// Reports tenants without a name, and names that stand twice.
    private mutating func checkNames(_ table: TenantTable) {
        var first: [String: Int] = [:]
        first.reserveCapacity(table.rowCount)
        let column = table.columns[table.keyColumn]
        for row in 0..<table.rowCount {
            let name = table.tenant(row)
            let place = table.location(row, table.keyColumn)
            if name.isEmpty {
                findings.add(
                    Diagnostic(
                        .error, "tenant-unnamed", "the tenant has no \(quoted(column))", at: place,
                        hint: "fill it in, since it names the tenant, or remove the row"),
                    table: table.name)
            } else if let earlier = first.updateValue(row, forKey: name) {
                findings.add(
                    Diagnostic(
                        .error, "tenant-twice", "the tenant \(quoted(name)) stands twice",
                        at: place, hint: "keep one of the two",
                        notes: [
                            Diagnostic.Note(
                                "the first is here",
                                at: table.location(earlier, table.keyColumn))
                        ]), table: table.name)
            }
        }
    }
}
