import Diagnostics

/// Finds old rules beside the new spelling of apps.
enum PathsWithAppIDs: LintRule {
    static let id = "paths-with-app-ids"
    static let severity = Severity.note
    static let summary = "paths are for systems before iOS 13, and those do not know appIDs"
    static let example = #"{"appIDs": [X], "paths": ["/a/*"]}"#
    static let fix = #"{"appIDs": [X], "components": [{"/": "/a/*"}]}"#

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        subject.entries.compactMap { entry in
            guard entry.node?["appIDs"]?.elements != nil, entry.node?["components"] == nil,
                entry.node?["appID"] == nil, let paths = entry.node?.member("paths")
            else { return nil }
            return finding(
                "'paths' is for systems before iOS 13, which do not know 'appIDs'",
                at: paths.location, hint: "write 'components'")
        }
    }
}
