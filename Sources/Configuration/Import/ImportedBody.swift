import SiteAssociation

/// What an association file says, app by app, without its hosts.
struct ImportedBody: Hashable {
    struct App: Hashable {
        var id: String
        var clips: [String]
        var services: [Service]
        var defaults: Defaults
        /// The rules, or `nil` for an app without universal links.
        var rules: [Component]?
    }

    /// What a text is, which decides what of it may differ between tenants.
    enum TextKind: Hashable {
        case identifier
        /// A pattern, and whether it is compared with the decoded URL.
        case pattern(isDecoded: Bool)
        case comment
        /// A value of the variable with a name.
        case value(of: String)
    }

    var apps: [App]
    var defaults: Defaults
    var hasLegacyPaths: Bool
    /// The variables that the rules name, in the order in which they do.
    var variables: [SubstitutionVariable] = []

    /// Returns the body with every text changed, always in the same order.
    func changed(_ change: (String, TextKind) -> String) -> ImportedBody {
        var body = self
        body.apps = apps.map { app in
            var changed = app
            changed.id = change(app.id, .identifier)
            changed.clips = app.clips.map { change($0, .identifier) }
            changed.rules = app.rules?.map {
                Self.changed($0, .pattern(isDecoded: $0.isDecoded(app.defaults, defaults)), change)
            }
            return changed
        }
        body.variables = variables.map { variable in
            SubstitutionVariable(
                name: variable.name,
                values: variable.values.map { change($0, .value(of: variable.name)) })
        }
        return body
    }

    private static func changed(
        _ rule: Component, _ kind: TextKind, _ change: (String, TextKind) -> String
    ) -> Component {
        var rule = rule
        rule.path = rule.path.map { change($0, kind) }
        rule.fragment = rule.fragment.map { change($0, kind) }
        switch rule.query {
        case .string(let text): rule.query = .string(change(text, kind))
        case .items(let items):
            rule.query = .items(
                items.map { QueryItem(name: $0.name, pattern: change($0.pattern, kind)) })
        case nil: break
        }
        rule.comment = rule.comment.map { change($0, .comment) }
        return rule
    }
}

/// A text in pieces: words that may differ between tenants, and what stands around them.
struct ImportedText: Hashable {
    let kind: ImportedBody.TextKind
    private(set) var frame: [String] = []
    private(set) var words: [String] = []

    init(_ text: String, _ kind: ImportedBody.TextKind) {
        self.kind = kind
        switch kind {
        case .comment:
            frame = ["", ""]
            words = [text]
        case .identifier:
            let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
            frame = parts.count > 1 ? ["", ".", ""] : ["", ""]
            words = parts.map(String.init)
        case .pattern, .value: readPattern(text)
        }
    }

    /// Takes letters, digits and what else labels are made of as words, and all the rest, with
    /// the names of variables, as what stands around them.
    ///
    /// Where URLs are decoded, letters are those of all languages.
    private mutating func readPattern(_ text: String) {
        var around = ""
        var word = ""
        var rest = text[...]
        while let character = rest.popFirst() {
            if isPartOfWord(character) {
                word.append(character)
                continue
            }
            if !word.isEmpty {
                frame.append(around)
                words.append(word)
                (around, word) = ("", "")
            }
            around.append(character)
            guard character == "$", rest.first == "(", let end = rest.firstIndex(of: ")") else {
                continue
            }
            around += rest[...end]
            rest = rest[rest.index(after: end)...]
        }
        if !word.isEmpty {
            frame.append(around)
            words.append(word)
            around = ""
        }
        frame.append(around)
    }

    private func isPartOfWord(_ character: Character) -> Bool {
        guard character.isASCII || kind == .pattern(isDecoded: true) else { return false }
        return character.isLetter || character.isNumber || "-_~%".contains(character)
    }

    /// What equal texts but for their words share.
    var skeleton: String { frame.joined(separator: "\u{0}") }

    /// Returns the text as a template, with other words in place of its own.
    ///
    /// - Parameter templates: A template for each word; `nil` for a word that stays.
    /// - Returns: The text, in which braces of its own are doubled.
    func template(_ templates: [String?]) -> String {
        var text = Self.escaped(frame[0])
        for (index, word) in words.enumerated() {
            text += templates[index] ?? Self.escaped(word)
            text += Self.escaped(frame[index + 1])
        }
        return text
    }

    static func escaped(_ text: String) -> String {
        text.replacing("{", with: "{{").replacing("}", with: "}}")
    }
}
