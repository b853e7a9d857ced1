import Configuration
import Diagnostics
import SiteAssociation

/// Says why a test of the configuration fails, with the place of every rule that decided.
struct ExpectationFailure {
    /// How many rules that do not match are shown for one app.
    static let passedOverLimit = 3
    /// How many apps are explained.
    static let appLimit = 10

    private let test: Expectation
    private let answer: LinkAnswer

    init(_ test: Expectation, _ answer: LinkAnswer) {
        self.test = test
        self.answer = answer
    }

    /// The finding for a URL that opens other apps than the test says.
    var wrongApps: Diagnostic {
        let opening = answer.apps.filter { $0.verdict == .match }
        let expected = Set(test.opens)
        let extra = opening.filter { !expected.contains($0.app.name) }
        let names = Set(opening.map(\.app.name))
        let missing = test.opens.filter { !names.contains($0) }
        let url = Diagnostic.quoted(test.url)
        return Diagnostic(
            .error, "expectation-failed",
            "\(url) opens \(Self.list(opening.map(\.app.name))), but "
                + "\(Self.list(test.opens)) \(test.opens.count > 1 ? "are" : "is") expected",
            at: test.location,
            notes: extra.prefix(Self.appLimit).map { note(on: $0) }
                + missing.prefix(Self.appLimit).flatMap(notes))
    }

    /// Returns the finding for a URL that another rule than the expected one decides.
    ///
    /// - Parameter rule: The name of a rule list, or the path of a rule.
    /// - Returns: The finding, or `nil` when the rule decides for each app that opens the URL,
    ///   or keeps it from an app when nothing opens it.
    func wrongRule(_ rule: String) -> Diagnostic? {
        let deciding = answer.apps.filter { $0.verdict == (test.opens.isEmpty ? .exclude : .match) }
        let isMet =
            test.opens.isEmpty
            ? deciding.contains { Self.isNamed(rule, $0) }
            : deciding.allSatisfy { Self.isNamed(rule, $0) }
        guard !isMet else { return nil }
        let others = deciding.filter { !Self.isNamed(rule, $0) }
        return Diagnostic(
            .error, "expectation-because",
            "\(Diagnostic.quoted(test.url)) is not decided by \(Diagnostic.quoted(rule))",
            at: test.location,
            hint: others.isEmpty
                ? "no rule keeps the URL from an app; none matches it"
                : rule.contains("{")
                    ? "name the rule's list, or its path with the values of the row" : nil,
            notes: others.prefix(Self.appLimit).map { note(on: $0) })
    }

    // MARK: Rules

    /// Whether a rule goes by a name: that of its list, or its path as written.
    private static func isNamed(_ name: String, _ app: LinkAnswer.App) -> Bool {
        if app.source?.list == name { return true }
        guard let path = app.decision.rule?.source["/"]?.string else { return false }
        return path == name || (app.verdict == .exclude && "NOT " + path == name)
    }

    private func note(on app: LinkAnswer.App) -> Diagnostic.Note {
        let verb = app.verdict == .match ? "is offered it" : "is kept from it"
        return Diagnostic.Note(
            "\(Diagnostic.quoted(app.app.name)) \(verb) by \(RuleWords.text(app))",
            at: app.source?.location ?? app.app.location)
    }

    /// Why an app is not offered the URL.
    private func notes(on name: String) -> [Diagnostic.Note] {
        let quoted = Diagnostic.quoted(name)
        let environment = Diagnostic.quoted(answer.environment.name)
        guard let app = answer.apps.first(where: { $0.app.name == name }) else {
            return [
                Diagnostic.Note(
                    "\(quoted) is not listed in the environment \(environment)",
                    at: answer.environment.location)
            ]
        }
        guard answer.environment.isEnabled else {
            return [
                Diagnostic.Note(
                    "the environment \(environment) is not enabled",
                    at: answer.environment.location)
            ]
        }
        if app.verdict == .exclude { return [note(on: app)] }
        let passed = app.decision.passedOver
        guard (1...Self.passedOverLimit).contains(passed.count) else {
            let reason =
                passed.isEmpty ? "\(quoted) has no rule" : "no rule of \(quoted) matches it"
            return [Diagnostic.Note(reason, at: app.app.location)]
        }
        return passed.map { passed in
            Diagnostic.Note(
                "\(quoted) is not offered it: "
                    + passed.mismatches.map(\.reason).joined(separator: "; "),
                at: app.source(passed.rule)?.location ?? app.app.location)
        }
    }

    private static func list(_ names: [String]) -> String {
        guard let last = names.last else { return "nothing" }
        let quoted = names.prefix(appLimit).map { Diagnostic.quoted($0) }
        guard names.count <= appLimit else {
            return quoted.joined(separator: ", ") + " and \(names.count - appLimit) more"
        }
        return names.count == 1
            ? quoted[0]
            : quoted.dropLast().joined(separator: ", ") + " and " + Diagnostic.quoted(last)
    }
}

/// Names a rule of the configuration in words.
enum RuleWords {
    /// Returns the rule that decided about an app, such as `'/help/*' of 'web-only'`.
    static func text(_ app: LinkAnswer.App) -> String {
        guard let rule = app.decision.rule else { return "an entry without rules" }
        return text(rule, app.source(rule))
    }

    /// Returns a rule by its path and the list that it stands in.
    static func text(_ rule: AppDecision.Rule, _ source: RuleSource?) -> String {
        let path = rule.source["/"]?.string
        let name = path.map { Diagnostic.quoted($0) } ?? "rule \(rule.index + 1)"
        return source?.list.map { "\(name) of \(Diagnostic.quoted($0))" } ?? name
    }
}
