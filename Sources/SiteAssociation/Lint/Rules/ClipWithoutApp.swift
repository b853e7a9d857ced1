import Diagnostics

/// Finds App Clips whose app the document does not know.
enum ClipWithoutApp: LintRule {
    static let id = "clip-without-app"
    static let severity = Severity.note
    static let summary =
        "an App Clip belongs to an app; the app's links and passwords need it listed too"
    static let example =
        #""appclips": {"apps": ["ABCDE12345.com.example.shop.Clip"]}, no …com.example.shop"#
    static let fix = #"list ABCDE12345.com.example.shop under "applinks" as well"#

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        let apps = Service.allCases.filter { $0 != .appClips }.flatMap(subject.apps)
        let ids = apps.map { AppIdentifier($0.id).text }
        return subject.apps(of: .appClips).compactMap { clip in
            let id = AppIdentifier(clip.id).text
            let prefix = id.prefix { $0 != "." } + "."
            // A prefix of which no app is listed may be another company's.
            guard ids.contains(where: { $0.hasPrefix(prefix) }),
                !ids.contains(where: { id == $0 || id.hasPrefix($0 + ".") }),
                let dot = clip.id.lastIndex(of: ".")
            else { return nil }
            return finding(
                "the app of the App Clip \(quoted(clip.id)) is not listed", at: clip.location,
                hint: "its app is usually \(Diagnostic.printable(clip.id[..<dot], limit: 60))")
        }
    }
}
