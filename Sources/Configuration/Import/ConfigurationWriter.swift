import SiteAssociation

/// Writes a configuration as YAML, in block style with two spaces.
struct ConfigurationWriter {
    private let plan: ImportPlan
    private let names: [[Component]: String]
    private let tableStem: String?
    private var lines: [String] = []

    /// Writes a plan.
    ///
    /// - Parameters:
    ///   - plan: The plan.
    ///   - tableStem: The beginning of the names of tables, or `nil` to write rows here.
    init(_ plan: ImportPlan, tableStem: String?) {
        self.plan = plan
        self.tableStem = tableStem
        names = Dictionary(
            plan.lists.map { ($0.rules, $0.name) }, uniquingKeysWith: { first, _ in first })
        header()
        apps()
        rules()
        variables()
        tenants()
        environments()
    }

    /// The text, ended by a line feed.
    var text: String { lines.map { $0 + "\n" }.joined() }

    private mutating func header() {
        lines += [
            "# Made of association files. Before it can be served it needs certificates:",
            "#",
            "# tls:",
            "#   certificates: [tls/*.pem]",
        ]
    }

    private mutating func apps() {
        guard !plan.apps.isEmpty else { return }
        lines += ["", "apps:"]
        for app in plan.apps {
            lines += ["  \(YAMLText.scalar(app.name)):", "    id: \(YAMLText.value(app.id))"]
            if !app.clips.isEmpty {
                lines.append("    clips:")
                lines += app.clips.map { "      - \(YAMLText.value($0))" }
            }
            if app.services != [.appLinks] {
                let words = app.services.map(\.rawValue).joined(separator: ", ")
                lines.append("    services: [\(words)]")
            }
            defaults(app.defaults, indent: "    ")
            if let rules = app.rules { list("rules", rules, indent: "    ") }
        }
    }

    private mutating func rules() {
        guard !plan.lists.isEmpty else { return }
        lines += ["", "rules:"]
        for shared in plan.lists {
            lines.append("  \(YAMLText.scalar(shared.name)):")
            for rule in shared.rules { self.rule(rule, indent: "    ") }
        }
    }

    private mutating func variables() {
        guard !plan.variables.isEmpty else { return }
        lines += ["", "variables:"]
        for variable in plan.variables {
            lines.append("  \(YAMLText.scalar(variable.name)):")
            lines += variable.values.map { "    - \(YAMLText.value($0))" }
        }
    }

    private mutating func tenants() {
        guard !plan.tables.isEmpty else { return }
        lines += ["", "tenants:"]
        for table in plan.tables {
            let template = table.template
            lines.append("  \(YAMLText.scalar(table.name)):")
            if !template.optional.isEmpty {
                lines.append("    optional: [\(template.optional.joined(separator: ", "))]")
            }
            if let tableStem {
                lines.append("    file: \(YAMLText.value(table.fileName(tableStem)))")
                continue
            }
            lines.append("    rows:")
            for row in template.rows {
                let members = zip(template.columns, row).filter { !$1.isEmpty }
                    .map { "\($0.name): \(YAMLText.value($1))" }
                lines.append("      - {\(members.joined(separator: ", "))}")
            }
        }
    }

    private mutating func environments() {
        lines += ["", plan.environments.isEmpty ? "environments: {}" : "environments:"]
        for environment in plan.environments {
            lines.append("  \(YAMLText.scalar(environment.name)):")
            if let tenants = environment.tenants {
                lines.append("    tenants: \(YAMLText.scalar(tenants))")
            }
            if environment.hasLegacyPaths { lines.append("    legacy_paths: true") }
            defaults(environment.defaults, indent: "    ")
            lines.append(environment.uses.isEmpty ? "    apps: []" : "    apps:")
            for use in environment.uses {
                let name = YAMLText.scalar(plan.apps[use.app].name)
                guard let rules = use.rules else {
                    lines.append("      - \(name)")
                    continue
                }
                lines.append("      - app: \(name)")
                list("rules", rules, indent: "        ")
            }
            lines.append("    hosts:")
            lines += environment.hosts.map { "      - \(YAMLText.value($0))" }
        }
    }

    // MARK: Rules

    private mutating func list(_ key: String, _ rules: [Component], indent: String) {
        if rules.isEmpty {
            lines.append("\(indent)\(key): []")
        } else if let name = names[rules] {
            lines.append("\(indent)\(key): [\(YAMLText.scalar(name))]")
        } else {
            lines.append("\(indent)\(key):")
            for rule in rules { self.rule(rule, indent: indent + "  ") }
        }
    }

    private mutating func rule(_ rule: Component, indent: String) {
        if let short = Self.short(rule) {
            lines.append("\(indent)- \(YAMLText.value(short))")
            return
        }
        var members: [String] = []
        if let path = rule.path { members.append("path: \(YAMLText.value(path))") }
        switch rule.query {
        case .string(let text): members.append("query: \(YAMLText.value(text))")
        case .items(let items):
            members.append("query:")
            members += items.map { "  \(YAMLText.scalar($0.name)): \(YAMLText.value($0.pattern))" }
        case nil: break
        }
        if let fragment = rule.fragment { members.append("fragment: \(YAMLText.value(fragment))") }
        if rule.isExcluded { members.append("exclude: true") }
        if let flag = rule.caseSensitive { members.append("case_sensitive: \(flag)") }
        if let flag = rule.percentEncoded { members.append("percent_encoded: \(flag)") }
        if let comment = rule.comment { members.append("comment: \(YAMLText.value(comment))") }
        for (index, member) in members.enumerated() {
            lines.append(indent + (index == 0 ? "- " : "  ") + member)
        }
    }

    /// The short form of a rule that has nothing but a path.
    private static func short(_ rule: Component) -> String? {
        var rest = rule
        rest.path = nil
        rest.isExcluded = false
        guard rest == Component(), let path = rule.path else { return nil }
        return rule.isExcluded ? RuleDecoding.exclusionPrefix + path : path
    }

    private mutating func defaults(_ defaults: Defaults, indent: String) {
        guard !defaults.isEmpty else { return }
        lines.append("\(indent)defaults:")
        if let flag = defaults.caseSensitive { lines.append("\(indent)  case_sensitive: \(flag)") }
        if let flag = defaults.percentEncoded {
            lines.append("\(indent)  percent_encoded: \(flag)")
        }
    }
}

/// Writes texts as YAML scalars.
enum YAMLText {
    /// Returns a value: a scalar in which no environment variable is looked for.
    static func value(_ text: String) -> String { scalar(text.replacing("${", with: "$${")) }

    /// Returns a text as it stands where nothing can be mistaken, and in double quotes
    /// otherwise.
    static func scalar(_ text: String) -> String {
        isPlain(text) ? text : quoted(text)
    }

    private static func isPlain(_ text: String) -> Bool {
        guard let first = text.utf8.first, isWord(first) || first == UInt8(ascii: "/") else {
            return false
        }
        let isFree = text.utf8.allSatisfy {
            isWord($0) || "/_.*?$()%+=@~-".utf8.contains($0) || $0 == UInt8(ascii: " ")
        }
        // Words that other readers take for truth values, nothing, or numbers.
        let words: Set<String> = ["null", "true", "false", "yes", "no", "on", "off", "y", "n"]
        let isNumber = text.utf8.allSatisfy { !isLetter($0) }
        return isFree && !text.hasSuffix(" ") && !words.contains(text.lowercased())
            && !(isNumber && first != UInt8(ascii: "/"))
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        isLetter(byte) || (0x30...0x39).contains(byte)
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\" + String(scalar)
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            default:
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse,
                    .unassigned, .surrogate:
                    let digits = String(scalar.value, radix: 16, uppercase: true)
                    let pad = String(repeating: "0", count: 8 - digits.count)
                    result += "\\U" + pad + digits
                default: result.unicodeScalars.append(scalar)
                }
            }
        }
        return result + "\""
    }
}
