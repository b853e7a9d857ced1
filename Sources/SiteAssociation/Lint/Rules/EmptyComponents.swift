import Diagnostics

/// Finds empty lists of rules.
enum EmptyComponents: LintRule {
    static let id = "empty-components"
    static let severity = Severity.warning
    static let summary = "with an empty list the app gets no URL at all"
    static let example = #""components": []"#
    static let fix = #""components": [{"/": "/products/*"}]"#

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        subject.entries.compactMap { entry in
            guard let node = entry.node, entry.rules?.isEmpty == true else { return nil }
            let list = node.member("components") ?? node.member("paths")
            return finding(
                "\(quoted(list?.key ?? "components")) is empty, so the app gets no URL",
                at: list?.location, hint: "add a rule, or remove the entry")
        }
    }
}
