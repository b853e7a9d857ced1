import Diagnostics

/// Finds rules for callers with an entitlement.
enum RequiredEntitlement: LintRule {
    static let id = "required-entitlement"
    static let severity = Severity.warning
    static let summary = "the key is undocumented, and ordinary links skip the rule"
    static let example = #"{"/": "/a", "requiredEntitlement": "com.apple.x"}"#
    static let fix = #"{"/": "/a"}"#

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        (subject.root?.allSettings ?? []).compactMap { settings in
            settings.member("requiredEntitlement").map {
                finding(
                    "'requiredEntitlement' is undocumented; ordinary links skip the rule",
                    at: $0.location, hint: "remove it")
            }
        }
    }
}
