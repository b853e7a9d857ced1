import SiteAssociation

/// The document of many tenants: everything but the values of their rows.
///
/// Which entries there are is decided here once, for all rows with the same empty columns; a
/// row then only fills in texts. Nothing is kept for a row, so a hundred thousand tenants cost
/// what their tables cost.
///
/// - Threads: Immutable, so any thread may use it.
final class DocumentTemplate: Sendable {
    /// An app as the template lists it.
    struct App: Sendable {
        var listed: ListedApp
        /// Its rules, as far as no empty column drops them.
        var components: [Component]
    }

    private enum Segment: Sendable {
        case bytes([UInt8])
        case column(Int)
    }

    /// The columns that the document depends on, in ascending order.
    let columns: [Int]
    private let document: Association
    private let apps: [App]
    private let texts: [String: TemplateText]
    /// The encoded document in pieces; empty where it cannot be put together from any.
    private let segments: [Segment]
    /// The identifiers that the document lists, with their placeholders, each once.
    private let listedIDs: Set<String>

    /// Creates a template.
    ///
    /// - Parameters:
    ///   - document: The document, with placeholders in its texts.
    ///   - apps: Its apps, with placeholders in their identifiers and rules.
    ///   - texts: Every text of them that has a placeholder or a doubled brace.
    ///   - empty: The columns that have no value in the rows that use this template.
    init(
        document: Association, apps: [App], texts: [String: TemplateText], empty: Set<Int>
    ) {
        let prune = TextChange { text in
            texts[text]?.optional.isDisjoint(with: empty) ?? true ? text : nil
        }
        self.texts = texts
        self.document = prune.applied(to: document)
        listedIDs = Set(self.document.listedIDs)
        self.apps = apps.compactMap { app in
            guard prune.change(app.listed.id) != nil else { return nil }
            let kept = app.components.map { prune.applied(to: $0) }
            var app = app
            app.listed.rules = zip(app.listed.rules, kept).filter { $1 != nil }.map(\.0)
            app.components = kept.compactMap(\.self)
            return app
        }
        var used: Set<Int> = []
        let marked = TextChange { text in
            guard let template = texts[text] else { return text }
            used.formUnion(template.columns)
            return template.marked
        }.applied(to: self.document)
        columns = used.sorted()
        // What becomes of a pattern in the old format depends on its very characters.
        let isLegacy = document.appLinks?.hasLegacyPaths ?? false
        segments = isLegacy ? [] : Self.segments(marked.encoded())
    }

    /// Returns the document of a row.
    func document(_ row: Int, _ table: TenantTable) -> Association {
        change(row, table).applied(to: document)
    }

    /// Returns the apps of a row, in document order.
    func listedApps(_ row: Int, _ table: TenantTable) -> [ListedApp] {
        apps.map { app in
            var listed = app.listed
            listed.id = texts[listed.id]?.text(row, table) ?? listed.id
            return listed
        }
    }

    /// Returns the rules of each app of a row, beside ``listedApps(_:_:)``.
    func components(_ row: Int, _ table: TenantTable) -> [[Component]] {
        let change = change(row, table)
        return apps.map { $0.components.compactMap(change.applied) }
    }

    /// Whether the document of a row lists an app, by its name or its identifier.
    func lists(_ app: String, _ row: Int, _ table: TenantTable) -> Bool {
        if let named = apps.first(where: { $0.listed.name == app }) {
            return listedIDs.contains(named.listed.id)
        }
        return listedIDs.contains { (texts[$0]?.text(row, table) ?? $0) == app }
    }

    private func change(_ row: Int, _ table: TenantTable) -> TextChange {
        TextChange { [texts] text in texts[text]?.text(row, table) ?? text }
    }

    // MARK: Bytes

    /// Returns the bytes of a row's document: those of its document, encoded.
    func encoded(_ row: Int, _ table: TenantTable) -> [UInt8] {
        encoded(row, table, isMarked: false)
    }

    /// Returns the bytes of a row's document with ``ValueMarks`` around its values.
    ///
    /// With paths of the old format there are none.
    func marked(_ row: Int, _ table: TenantTable) -> [UInt8] {
        [ValueMarks.template] + encoded(row, table, isMarked: true)
    }

    private func encoded(_ row: Int, _ table: TenantTable, isMarked: Bool) -> [UInt8] {
        guard !segments.isEmpty else { return document(row, table).encoded() }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(leastBytes + 16 * segments.count)
        for segment in segments {
            switch segment {
            case .bytes(let text): bytes += text
            case .column(let column):
                if isMarked {
                    bytes.append(ValueMarks.open)
                    bytes += table.columns[column].utf8
                    bytes.append(ValueMarks.middle)
                }
                Self.append(table.bytes(row, column), to: &bytes)
                if isMarked { bytes.append(ValueMarks.close) }
            }
        }
        return bytes
    }

    /// The size of the document without any value, in bytes.
    var leastBytes: Int {
        segments.reduce(0) { sum, segment in
            if case .bytes(let text) = segment { sum + text.count } else { sum }
        }
    }

    private static func append(_ value: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
        let isPlain = value.allSatisfy {
            $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
        guard !isPlain else { return bytes += value }
        let text = JSONValue.string(String(decoding: value, as: UTF8.self)).encoded()
        bytes += text.dropFirst().dropLast()
    }

    /// Splits an encoded document at the marks of columns, each of four bytes.
    private static func segments(_ bytes: [UInt8]) -> [Segment] {
        var segments: [Segment] = []
        var start = 0
        var index = 0
        while index < bytes.count {
            guard bytes[index] == 0xF4, index + 3 < bytes.count else {
                index += 1
                continue
            }
            if index > start { segments.append(.bytes(Array(bytes[start..<index]))) }
            let digits = bytes[(index + 1)...(index + 3)].reduce(0) { $0 << 6 | Int($1 & 0x3F) }
            segments.append(.column(digits))
            index += 4
            start = index
        }
        if start < bytes.count { segments.append(.bytes(Array(bytes[start...]))) }
        return segments
    }
}
