import Diagnostics

/// Finds details under services that have none.
enum DetailsUnderService: LintRule {
    static let id = "details-under-service"
    static let severity = Severity.warning
    static let summary = "only applinks has details; the other services list apps"
    static let example = #""webcredentials": {"details": […]}"#
    static let fix = #""webcredentials": {"apps": […]}"#

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        subject.services.compactMap { service in
            subject.root?[service.service.rawValue]?.member("details").map { member in
                finding(
                    "'details' is ignored under \(quoted(service.service.rawValue))",
                    at: member.location, hint: "list the apps under 'apps'")
            }
        }
    }
}
