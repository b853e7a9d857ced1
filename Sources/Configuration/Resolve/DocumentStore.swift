import Diagnostics
import SiteAssociation

/// Collects the documents of a configuration, keeps equal ones once, and has them linted.
struct DocumentStore {
    /// What makes the document of one row equal to another's.
    private struct RowKey: Hashable {
        var template: Int
        var values: [UInt8]
    }

    private(set) var documents: DocumentTable
    private let decoder: NodeDecoder
    private let variables: [String: Location]
    private var known: [Hashed<Association>: Int] = [:]
    private var knownRows: [RowKey: Int32] = [:]
    private var totalBytes = 0
    private var lint = DocumentLint()
    private var isFull = false

    init(tables: [TenantTable], decoder: NodeDecoder, variables: VariableUse) {
        documents = DocumentTable(tables: tables)
        self.decoder = decoder
        self.variables = variables.places
    }

    /// Adds the document of an environment.
    ///
    /// - Parameter compiled: The environment.
    /// - Returns: The number of the document, or `nil` when all together are too large.
    mutating func add(_ compiled: DocumentResolution.Compiled) -> Int? {
        let key = Hashed(compiled.document)
        if let index = known[key] { return index }
        guard hasRoom(compiled.leastBytes, at: compiled.item.location) else { return nil }
        known[key] = documents.count
        documents.append(compiled.document)
        lint(compiled)
        return documents.count - 1
    }

    /// Adds the document of a row.
    ///
    /// - Parameters:
    ///   - template: The template and its number.
    ///   - row: The row.
    ///   - table: Its table.
    /// - Returns: The number of the document, or `nil` when all together are too large.
    mutating func add(
        _ template: (index: Int, template: DocumentTemplate), _ row: TenantRow, _ table: TenantTable
    ) -> Int? {
        var values: [UInt8] = []
        for column in template.template.columns {
            values += table.bytes(Int(row.row), column)
            values.append(0)
        }
        let size = template.template.leastBytes + values.count
        let key = RowKey(template: template.index, values: values)
        if let index = knownRows[key] { return Int(index) }
        guard hasRoom(size, at: table.location(Int(row.row), table.keyColumn)) else { return nil }
        knownRows[key] = Int32(clamping: documents.count)
        documents.append(template: template.index, row: row)
        return documents.count - 1
    }

    /// Adds a template, and returns its number.
    mutating func add(_ template: DocumentTemplate) -> Int { documents.add(template) }

    /// Has the linter look at a document, whose rules it may know already.
    mutating func lint(_ compiled: DocumentResolution.Compiled) {
        lint.add(compiled.document, compiled.uses, compiled.item, variables)
    }

    /// Reports what the linter has found.
    func reportFindings() { lint.report(to: decoder) }

    private mutating func hasRoom(_ bytes: Int, at location: Location) -> Bool {
        totalBytes += bytes
        guard totalBytes > ResolutionLimits.totalDocumentBytes else { return true }
        if !isFull {
            decoder.error(
                "documents-too-large",
                "all documents together are larger than "
                    + "\(ResolutionLimits.totalDocumentBytes) bytes",
                at: location, hint: "split the hosts over several servers")
        }
        isFull = true
        return false
    }
}
