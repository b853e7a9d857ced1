import Diagnostics

/// Finds entries of which no app shares passwords while others do.
enum AppLinksWithoutWebCredentials: LintRule {
    static let id = "app-links-without-web-credentials"
    static let severity = Severity.note
    static let summary = "passwords and passkeys work only for apps that webcredentials lists"
    static let example = #""applinks" lists shop and seller, "webcredentials" only shop"#
    static let fix = #""webcredentials": {"apps": [… both …]}"#

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        let shared = Set(subject.apps(of: .webCredentials).map { AppIdentifier($0.id) })
        guard !shared.isEmpty else { return [] }
        var known: Set<AppIdentifier> = []
        return subject.entries.compactMap { entry in
            let apps = entry.apps.filter { known.insert(AppIdentifier($0.id)).inserted }
            guard let app = apps.first,
                !apps.contains(where: { shared.contains(AppIdentifier($0.id)) })
            else { return nil }
            return finding(
                "app \(quoted(app.id)) is in 'applinks' but not in 'webcredentials'",
                at: app.location, hint: "list it there if it offers a sign-in")
        }
    }
}
