import Diagnostics

/// Finds apps that share passwords but open no link while others do.
enum WebCredentialsWithoutAppLinks: LintRule {
    static let id = "web-credentials-without-app-links"
    static let severity = Severity.note
    static let summary = "an app that is in webcredentials alone never opens a link"
    static let example = #""webcredentials" lists shop and seller, "applinks" only shop"#
    static let fix = #"add an entry for the app to "applinks""#

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        let linked = Set(subject.apps(of: .appLinks).map { AppIdentifier($0.id) })
        let clips = Set(subject.apps(of: .appClips).map { AppIdentifier($0.id) })
        guard !linked.isEmpty else { return [] }
        return subject.apps(of: .webCredentials).compactMap { app in
            let id = AppIdentifier(app.id)
            guard !linked.contains(id), !clips.contains(id) else { return nil }
            return finding(
                "app \(quoted(app.id)) is in 'webcredentials' but not in 'applinks'",
                at: app.location, hint: "add an entry for it if it opens links of this host")
        }
    }
}
