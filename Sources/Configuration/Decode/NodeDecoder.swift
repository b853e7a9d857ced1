import Diagnostics
import YAML

/// A key of a mapping with its value and its row of the key table.
struct Field {
    let key: ConfigurationKey
    let location: Location
    let value: Node
}

/// The keys of a mapping that the key table knows.
struct Fields {
    let location: Location
    private let fields: [Field]

    init(location: Location, fields: [Field]) {
        self.location = location
        self.fields = fields
    }

    subscript(name: String) -> Field? { fields.first { $0.key.name == name } }
}

/// Turns nodes into values and collects what is wrong with them.
///
/// - Threads: One thread at a time.
final class NodeDecoder {
    private let interpolation: Interpolation
    private(set) var findings: [Diagnostic] = []
    private var known: Set<Diagnostic> = []
    private var suggestionCount = 0

    /// How many findings are kept; more are never read, and the last one says so.
    static let findingLimit = 10_000
    /// How many findings look for a near word, and among how many words.
    static let suggestionLimit = 100
    static let suggestionWordLimit = 10_000

    init(environment: @escaping @Sendable (String) -> String?) {
        interpolation = Interpolation(environment: environment)
    }

    /// Adds a finding, unless the same has been found before, for instance through an override.
    func report(_ finding: Diagnostic) {
        guard known.count > Self.findingLimit || known.insert(finding).inserted else { return }
        if findings.count < Self.findingLimit { return findings.append(finding) }
        guard findings.count == Self.findingLimit else { return }
        findings.append(
            Diagnostic(
                .error, "too-many-findings",
                "the configuration has more than \(Self.findingLimit) findings",
                at: finding.location, hint: "correct the first ones"))
    }

    func error(
        _ id: String, _ message: String, at location: Location?, hint: String? = nil,
        notes: [Diagnostic.Note] = []
    ) {
        report(Diagnostic(.error, id, message, at: location, hint: hint, notes: notes))
    }

    func warning(
        _ id: String, _ message: String, at location: Location?, hint: String? = nil
    ) {
        report(Diagnostic(.warning, id, message, at: location, hint: hint))
    }

    // MARK: Mappings and lists

    /// Returns a mapping's known keys and reports the unknown ones.
    func fields(
        _ node: Node, of section: ConfigurationSection, named name: @autoclosure () -> String
    ) -> Fields? {
        guard let entries = mapping(node, named: name()) else { return nil }
        let keys = section.keys
        var fields: [Field] = []
        fields.reserveCapacity(entries.count)
        for entry in entries {
            guard let key = keys.first(where: { $0.name == entry.key }) else {
                unknownKey(entry, among: keys.map(\.name))
                continue
            }
            fields.append(Field(key: key, location: entry.location, value: entry.value))
        }
        return Fields(location: node.location, fields: fields)
    }

    private func unknownKey(_ entry: Node.Entry, among keys: [String]) {
        error(
            "unknown-key", "there is no key \(quoted(entry.key)) here", at: entry.location,
            hint: didYouMean(entry.key, among: keys)
                ?? "the keys here are \(keys.joined(separator: ", "))")
    }

    /// Returns a mapping's entries; nothing at all counts as an empty mapping.
    func mapping(_ node: Node, named name: @autoclosure () -> String) -> [Node.Entry]? {
        switch node.content {
        case .mapping(let entries): return entries
        case .scalar(let scalar) where scalar.isNull: return []
        default:
            wrongType(node, name: name(), takes: "a mapping")
            return nil
        }
    }

    /// Returns a list's items.
    func list(_ field: Field) -> [Node]? {
        if case .sequence(let items) = field.value.content { return items }
        wrongType(field)
        return nil
    }

    /// Reports a value of the wrong kind.
    func wrongType(_ field: Field) {
        wrongType(field.value, name: quoted(field.key.name), takes: field.key.takes)
    }

    /// Reports a value of the wrong kind; the name is a phrase, or a key in quotes.
    func wrongType(_ node: Node, name: String, takes: String) {
        error(
            "wrong-type", "\(name) takes \(takes), not \(node.kind)", at: node.location)
    }

    // MARK: Scalars

    /// Returns a text with its variables replaced.
    func text(
        _ node: Node, named name: @autoclosure () -> String, takes: String
    ) -> Located<String>? {
        guard case .scalar(let scalar) = node.content, !scalar.isNull else {
            wrongType(node, name: name(), takes: takes)
            return nil
        }
        do throws(Diagnostic) {
            let text = try interpolation.text(scalar.text, at: node.location)
            return Located(value: text, location: node.location)
        } catch {
            report(error)
            return nil
        }
    }

    /// Returns a text with its variables replaced.
    func text(_ field: Field?) -> Located<String>? {
        field.flatMap { text($0.value, named: quoted($0.key.name), takes: $0.key.takes) }
    }

    /// Returns the texts of a list; items that are none are reported and left out.
    func texts(_ field: Field?) -> [Located<String>]? {
        guard let field, let items = list(field) else { return nil }
        return items.compactMap {
            text($0, named: "an item of '\(field.key.name)'", takes: "text")
        }
    }

    /// Returns a boolean: exactly `true` or `false`.
    func boolean(_ field: Field?) -> Bool? {
        guard let field, let text = text(field) else { return nil }
        switch text.value {
        case "true": return true
        case "false": return false
        default:
            let hints = [
                "yes": "true", "on": "true", "no": "false", "off": "false", "1": "true",
                "0": "false",
            ]
            badValue(
                field, text, hint: hints[text.value.lowercased()].map { "write \($0)" })
            return nil
        }
    }

    /// Returns one of a fixed set of words.
    func choice<Choice: RawRepresentable & CaseIterable>(_ field: Field?) -> Located<Choice>?
    where Choice.RawValue == String {
        guard let field, let text = text(field) else { return nil }
        if let choice = Choice(rawValue: text.value) {
            return Located(value: choice, location: text.location)
        }
        let words = Choice.allCases.map(\.rawValue)
        badValue(field, text, hint: didYouMean(text.value, among: words))
        return nil
    }

    /// Returns a number with its unit, in milliseconds, bytes or pieces.
    func quantity(
        _ field: Field?, unit: Quantity.Unit, range: ClosedRange<Int64>
    ) -> Located<Int64>? {
        guard let field, let text = text(field) else { return nil }
        guard let value = Quantity.value(of: text.value, unit: unit) else {
            let isBare = Int64(text.value) != nil && unit != .count
            badValue(field, text, hint: isBare ? "add a unit: \(field.key.takes)" : nil)
            return nil
        }
        guard range.contains(value) else {
            error(
                "out-of-range",
                "\(quoted(field.key.name)) goes from \(Quantity.text(range, unit: unit)), not "
                    + quoted(text.value), at: text.location)
            return nil
        }
        return Located(value: value, location: text.location)
    }

    /// Reports a text that is not among the values of its key.
    func badValue(_ field: Field, _ text: Located<String>, hint: String? = nil) {
        error(
            "bad-value",
            "\(quoted(field.key.name)) takes \(field.key.takes), not "
                + quoted(text.value), at: text.location, hint: hint)
    }

    /// Returns a hint at the nearest known word, if one is near.
    func didYouMean(_ word: String, among words: [String]) -> String? {
        suggestionCount += 1
        guard suggestionCount <= Self.suggestionLimit else { return nil }
        return NearestWord.nearest(to: word, among: words.prefix(Self.suggestionWordLimit))
            .map { "did you mean '\($0)'?" }
    }
}

/// Returns a value from outside in single quotes, fit for a message.
func quoted(_ text: some StringProtocol) -> String { Diagnostic.quoted(text) }
