package import SiteAssociation

/// The documents of a configuration, each once, by the numbers that hosts refer to.
///
/// The document of a tenant is made whenever it is asked for, from its template and its row:
/// what differs between a hundred thousand of them is kept once, in the table of tenants.
package struct DocumentTable: Sendable {
    private enum Entry: Sendable {
        case whole(Association)
        case tenant(template: Int32, TenantRow)
    }

    private var entries: [Entry] = []
    private(set) var templates: [DocumentTemplate] = []
    private var tables: [TenantTable] = []

    /// Creates a table without documents.
    package init() {}

    init(tables: [TenantTable]) { self.tables = tables }

    /// Returns the bytes of a document: UTF-8, compact, the same for equal documents.
    package func encoded(_ index: Int) -> [UInt8] {
        switch entries[index] {
        case .whole(let document): document.encoded()
        case .tenant(let template, let row):
            templates[Int(template)].encoded(Int(row.row), tables[Int(row.table)])
        }
    }

    /// Returns the bytes of a document, with ``ValueMarks`` in that of a tenant.
    package func marked(_ index: Int) -> [UInt8] {
        switch entries[index] {
        case .whole(let document): document.encoded()
        case .tenant(let template, let row):
            templates[Int(template)].marked(Int(row.row), tables[Int(row.table)])
        }
    }

    /// Adds a document.
    package mutating func append(_ document: Association) { entries.append(.whole(document)) }

    /// Adds a template, and returns its number.
    mutating func add(_ template: DocumentTemplate) -> Int {
        templates.append(template)
        return templates.count - 1
    }

    /// Adds the document of a row.
    mutating func append(template: Int, row: TenantRow) {
        entries.append(.tenant(template: Int32(clamping: template), row))
    }

    /// Returns a table with other documents in place of those that are no tenant's.
    func mapWhole(_ change: (Association) -> Association) -> DocumentTable {
        var table = self
        table.entries = entries.map { entry in
            guard case .whole(let document) = entry else { return entry }
            return .whole(change(document))
        }
        return table
    }

    /// Returns what a tenant's document is made of, or `nil` for one that is no tenant's.
    func origin(of index: Int) -> (template: DocumentTemplate, row: Int, table: TenantTable)? {
        guard case .tenant(let template, let row) = entries[index] else { return nil }
        return (templates[Int(template)], Int(row.row), tables[Int(row.table)])
    }
}

extension DocumentTable: RandomAccessCollection, MutableCollection {
    package var startIndex: Int { 0 }
    package var endIndex: Int { entries.count }

    /// A document; that of a tenant is made anew each time.
    package subscript(index: Int) -> Association {
        get {
            switch entries[index] {
            case .whole(let document): document
            case .tenant(let template, let row):
                templates[Int(template)].document(Int(row.row), tables[Int(row.table)])
            }
        }
        set { entries[index] = .whole(newValue) }
    }
}

extension DocumentTable: ExpressibleByArrayLiteral, Equatable {
    package init(arrayLiteral documents: Association...) {
        entries = documents.map(Entry.whole)
    }

    package static func == (left: DocumentTable, right: DocumentTable) -> Bool {
        left.elementsEqual(right)
    }
}
