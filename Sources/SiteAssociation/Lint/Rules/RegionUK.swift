import Diagnostics

/// Finds the code UK where the built-in regions are meant.
enum RegionUK: LintRule {
    static let id = "region-uk"
    static let severity = Severity.note
    static let summary = "$(region) knows the United Kingdom as GB; 'UK' is not among its codes"
    static let example = #"[{"/": "/UK/*", "exclude": true}, {"/": "/$(region)/*"}]"#
    static let fix = #"[{"/": "/GB/*", "exclude": true}, {"/": "/$(region)/*"}]"#

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        guard !subject.variables.contains(where: { $0.name == "region" }) else { return [] }
        return subject.entries.flatMap { entry -> [Diagnostic] in
            let rules = entry.rules ?? []
            let last = rules.lastIndex { !$0.component.isExcluded && usesRegion($0) } ?? 0
            return rules.enumerated().compactMap { index, rule -> Diagnostic? in
                let isExclude = index < last && rule.component.isExcluded && namesUK(rule)
                guard isExclude || usesRegion(rule) && speaksOfUK(rule) else { return nil }
                return finding(
                    "'UK' is not among the codes of $(region)", at: rule.location,
                    hint: "the code is GB; URLs with 'UK' need a rule of their own")
            }
        }
    }

    private static func usesRegion(_ rule: LintSubject.Rule) -> Bool {
        rule.component.path.map { VariableNames(in: $0).names.contains("region") } ?? false
    }

    private static func speaksOfUK(_ rule: LintSubject.Rule) -> Bool {
        words(rule.component.comment ?? "").contains("UK")
    }

    private static func namesUK(_ rule: LintSubject.Rule) -> Bool {
        words(rule.component.path ?? "").contains { $0 == "UK" || $0 == "uk" }
    }

    private static func words(_ text: String) -> [Substring] {
        text.split { !($0.isLetter || $0.isNumber) }
    }
}
