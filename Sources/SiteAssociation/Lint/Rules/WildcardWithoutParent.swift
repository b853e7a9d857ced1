import Diagnostics

/// Finds wildcard hosts whose parent is not configured.
enum WildcardWithoutParent: LintRule {
    static let id = "wildcard-without-parent"
    static let severity = Severity.warning
    static let summary = "for a wildcard entitlement Apple reads the file of the parent host"
    static let example = #"hosts: ["*.example.com"]"#
    static let fix = #"hosts: ["*.example.com", example.com]"#

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        let names = Set(subject.hosts.map(\.pattern))
        return subject.hosts.compactMap { host in
            guard host.pattern.hasPrefix("*.") else { return nil }
            let parent = String(host.pattern.dropFirst(2))
            let above = parent.indices.filter { parent[$0] == "." }.map { "*" + parent[$0...] }
            guard !names.contains(parent), !above.contains(where: names.contains) else {
                return nil
            }
            return finding(
                "the host \(quoted(host.pattern)) does not include \(quoted(parent))",
                at: host.location,
                hint: "add '\(parent)': Apple reads the file of the parent for a wildcard")
        }
    }
}
