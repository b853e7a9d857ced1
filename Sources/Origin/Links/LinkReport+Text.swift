import Diagnostics
package import SiteAssociation

extension LinkReport {
    /// The report for people: the URL with its verdict, then each app with its reasons.
    package var text: String {
        var lines = ["\(Diagnostic.printable(url)): \(verdict.rawValue)"]
        if let place {
            lines.append(
                "  host \(place.host), environment \(Diagnostic.printable(place.environment))")
        }
        lines += remarks.map { "  " + $0 }
        for app in apps { lines += Self.lines(app) }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func lines(_ app: App) -> [String] {
        let id = Diagnostic.printable(app.decision.appID)
        let name = app.name.map { "\(Diagnostic.printable($0)) (\(id))" } ?? id
        var lines = ["  \(name): \(app.verdict.rawValue)"]
        if let rule = app.decision.rule {
            let verb = app.decision.verdict == .match ? "matched" : "excluded"
            lines.append("    \(verb) by \(words(rule, app))")
        } else {
            lines.append("    " + app.reasonWithoutRule)
        }
        for passed in app.decision.passedOver {
            let why = passed.mismatches.map(\.reason).joined(separator: "; ")
            lines.append("    passed over \(words(passed.rule, app)): \(why)")
        }
        lines += app.decision.warnings.map { "    warning: \($0.message) [\($0.id)]" }
        return lines
    }

    /// A rule with its place: `aasa.yaml:8:16 {"/":"/products/*"} of 'storefront'`.
    private static func words(_ rule: AppDecision.Rule, _ app: App) -> String {
        let location = rule.source.location
        var words: [String] = []
        if location.line != nil { words.append(Diagnostic.printable(location.description)) }
        // Who reads a configuration does not know the document's places.
        if app.name == nil { words.append(rule.pointer) }
        words.append(Diagnostic.printable(rule.textWithoutComment, limit: ruleLimit))
        if let list = app.list(rule) { words.append("of \(Diagnostic.quoted(list))") }
        return words.joined(separator: " ")
    }

    /// How many characters of a rule are shown.
    private static let ruleLimit = 200

    /// The report for machines: `url`, `verdict`, `host`, `environment`, `remarks`, `apps`.
    package var json: JSONValue {
        JSONValue(present: [
            "url": .string(url),
            "verdict": .string(verdict.rawValue),
            "host": place.map { .string($0.host) },
            "environment": place.map { .string($0.environment) },
            "remarks": JSONValue(remarks),
            "apps": .array(apps.map(\.json)),
        ])
    }
}

extension AppDecision.Rule {
    fileprivate var textWithoutComment: String {
        guard case .object(let members) = source.value else { return source.value.text() }
        return JSONValue.object(members.filter { $0.key != "comment" }).text()
    }
}

extension LinkReport.App {
    fileprivate func list(_ rule: AppDecision.Rule) -> String? {
        lists.indices.contains(rule.index) ? lists[rule.index] : nil
    }

    /// Why no rule decided; a configuration needs no pointer into the document.
    package var reasonWithoutRule: String {
        guard name != nil, !decision.passedOver.isEmpty else { return decision.reason }
        let count = decision.passedOver.count
        return count == 1 ? "its rule does not match" : "none of its \(count) rules matches"
    }

    fileprivate var json: JSONValue {
        guard case .object(var members) = decision.json else { return .null }
        if let name { members.insert(.init("name", .string(name)), at: 0) }
        for index in members.indices where members[index].key == "verdict" {
            members[index].value = .string(verdict.rawValue)
        }
        if let list = decision.rule.flatMap(list) {
            members.append(.init("rule_list", .string(list)))
        }
        return .object(members)
    }
}
