import Diagnostics

/// Finds documents with entries of both generations.
enum MixedLegacy: LintRule {
    static let id = "mixed-legacy"
    static let severity = Severity.note
    static let summary = "entries of both generations drift apart, and each system reads only one"
    static let example = #"[{"appIDs": [X], "components": […]}, {"appID": X, "paths": […]}]"#
    static let fix = #"[{"appIDs": [X], "components": […]}]"#

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        let nodes = subject.entries.compactMap(\.node)
        guard nodes.contains(where: { $0["components"]?.elements != nil }),
            let paths = nodes.lazy.filter({ $0["components"] == nil })
                .compactMap({ $0.member("paths") }).first
        else { return [] }
        return [
            finding(
                "'paths' stands here, 'components' in another entry", at: paths.location,
                hint: "write 'components' everywhere unless systems before iOS 13 matter")
        ]
    }
}
