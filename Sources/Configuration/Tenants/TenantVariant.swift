import Diagnostics
import SiteAssociation

/// The document of an environment's tenants, as it stands there or as overrides change it.
///
/// - Threads: One thread at a time.
final class TenantVariant {
    /// A text of the template and where it was written.
    struct Place {
        var text: TemplateText
        var location: Location
        /// What the text is for.
        var kind: Kind
    }
    enum Kind: Equatable {
        case identifier
        /// A pattern, and whether it is compared with the decoded URL.
        case pattern(isDecoded: Bool)
        case comment
        case variable
    }

    /// The template of all rows with the same empty columns.
    struct Shape {
        var index: Int
        var template: DocumentTemplate
        /// The texts that the rows cannot do without, and the column that is empty.
        var missing: [(column: Int, location: Location)]
        /// The texts that are left, with a value for every placeholder.
        var places: [Place]
        /// The identifiers that are the same for every row.
        var fixedIdentifiers: [String]
    }

    /// The number of the environment, as the overrides change it.
    let environment: Int
    let compiled: DocumentResolution.Compiled
    let table: TenantTable
    private(set) var texts: [String: TemplateText] = [:]
    private var places: [Place] = []
    private var fixedIdentifiers: [String] = []
    /// The columns that any text names, in ascending order.
    private(set) var columns: [Int] = []
    var shapes: [[Int]: Shape] = [:]
    /// The rules that a row's values may lead to what other files own, once they are known.
    var ownedPaths: [RowOwnership.Candidate]?
    /// Whether every placeholder is known.
    private(set) var isSound = true

    init(
        environment: Int, compiled: DocumentResolution.Compiled, table: TenantTable,
        variables: [[Located<String>]], report: @escaping (Diagnostic) -> Void,
        nearest: @escaping (String) -> String?
    ) {
        self.environment = environment
        self.compiled = compiled
        self.table = table
        let faults = TemplateFaults(table: table, report: report, nearest: nearest)
        for use in compiled.uses {
            let place = use.app.id?.location ?? use.reference.name.location
            add(use.id, place, .identifier, faults)
            for clip in use.app.clips { add(clip.value, clip.location, .identifier, faults) }
            let near = use.app.defaults
            let far = compiled.item.value.defaults
            for pattern in use.expansion?.patterns ?? [] {
                let isDecoded = pattern.component.isDecoded(near, far)
                for text in VariableUse.patterns(of: pattern.component) {
                    let place = pattern.texts.first { $0.value == text }?.location
                    add(text, place ?? pattern.location, .pattern(isDecoded: isDecoded), faults)
                }
                if let comment = pattern.component.comment {
                    add(comment, pattern.location, .comment, faults)
                }
            }
        }
        for variable in variables {
            for value in variable { add(value.value, value.location, .variable, faults) }
        }
        columns = Set(places.flatMap(\.text.columns)).sorted()
    }

    private func add(_ text: String, _ location: Location, _ kind: Kind, _ faults: TemplateFaults) {
        guard TemplateText.isNeeded(for: text) else {
            if kind == .identifier { fixedIdentifiers.append(text) }
            return
        }
        // Two apps may share an App Clip.
        if kind == .identifier, texts[text] != nil { return }
        guard let template = faults.template(text, at: location) else {
            isSound = false
            return
        }
        texts[text] = template
        places.append(Place(text: template, location: location, kind: kind))
    }

    /// Returns the columns of a row that the template names and that are empty.
    func emptyColumns(_ row: Int) -> [Int] { columns.filter { table.isEmpty(row, $0) } }

    /// Returns the template for rows with some empty columns, without its number.
    func shape(empty: [Int]) -> Shape {
        let columns = Set(empty)
        var missing: [(column: Int, location: Location)] = []
        var left: [Place] = []
        for place in places {
            let used = columns.intersection(place.text.columns)
            guard !used.isEmpty else {
                left.append(place)
                continue
            }
            guard place.kind != .comment else { continue }
            for column in used.subtracting(place.text.optional).sorted()
            where !missing.contains(where: { $0.column == column }) {
                missing.append((column, place.location))
            }
        }
        let apps = compiled.uses.map {
            DocumentTemplate.App(listed: $0.listed, components: $0.expansion?.components ?? [])
        }
        let template = DocumentTemplate(
            document: compiled.document, apps: apps, texts: texts, empty: columns)
        return Shape(
            index: 0, template: template, missing: missing, places: left,
            fixedIdentifiers: fixedIdentifiers)
    }

    /// Returns the environment as a row fills it in, for the linter.
    func filled(
        _ row: Int, empty: [Int], _ documents: DocumentResolution
    ) -> DocumentResolution.Compiled {
        let columns = Set(empty)
        let change = TextChange { [texts, table] text in
            guard let template = texts[text] else { return text }
            return template.optional.isDisjoint(with: columns) ? template.text(row, table) : nil
        }
        let uses = compiled.uses.compactMap { use -> AppResolution.Use? in
            guard let id = change.change(use.id) else { return nil }
            var use = use
            use.id = id
            use.app.clips = use.app.clips.compactMap { clip in
                change.change(clip.value).map { Located(value: $0, location: clip.location) }
            }
            use.expansion = use.expansion.map { documents.rules.filled($0, change) }
            return use
        }
        return documents.compiled(uses, compiled.item)
    }
}

/// Reads texts as templates and reports what is wrong with them.
struct TemplateFaults {
    let table: TenantTable
    let report: (Diagnostic) -> Void
    let nearest: (String) -> String?

    /// Returns a text as a template, or `nil` after a finding.
    func template(_ text: String, at location: Location) -> TemplateText? {
        do throws(TemplateText.Fault) {
            return try TemplateText(text, table)
        } catch {
            let hint =
                error.unknown.map { nearest($0) ?? columnsHint } ?? error.hint
            report(
                Diagnostic(
                    .error, error.id, error.message, at: location, hint: hint,
                    notes: [Diagnostic.Note("the table is defined here", at: table.location)]))
            return nil
        }
    }

    private var columnsHint: String {
        let names = table.columns.prefix(20).joined(separator: ", ")
        return "its columns are \(names); a plain brace is written twice"
    }
}
