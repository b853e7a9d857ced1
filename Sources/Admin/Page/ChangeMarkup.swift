import Origin
import SiteAssociation

/// What a change of documents means: apps and URLs that open something else.
enum ChangeMarkup {
    /// Hosts that are named, and URLs of an app that are shown.
    private static let limit = 10

    /// What changes for hosts.
    static func card(_ change: SiteDiff.Change) -> Markup {
        element("div", ["class": "card"]) {
            element("h3") {
                "\(HostNames(change.hosts).text(showing: 3)): \(change.diff.summary)"
            }
            meaning(change.diff)
        }
    }

    /// What changes in a document, without its hosts.
    static func meaning(_ diff: DocumentDiff) -> Markup {
        element("div") {
            for app in diff.apps { self.app(app) }
            for service in diff.services { self.service(service) }
            if diff.isSameMeaning { element("p") { "Both mean the same for every app and URL." } }
        }
    }

    private static func app(_ app: AppChange) -> Markup {
        element("div") {
            element("p") {
                element("code") { app.appID }
                " "
                if app.listing != .kept {
                    let name = app.listing == .gained ? "badge good" : "badge bad"
                    element("span", ["class": name]) { app.listing.rawValue }
                }
            }
            if !app.urls.isEmpty { urls(app.urls) }
            if app.isIncomplete {
                element("p", ["class": "muted"]) { "The search was given up; there may be more." }
            }
        }
    }

    private static func urls(_ urls: [URLChange]) -> Markup {
        let rest = urls.count - limit
        return element("ul", ["class": "plain"]) {
            for change in urls.prefix(limit) {
                element("li") {
                    element("code") { change.url }
                    " "
                    badge(change.old.verdict)
                    element("span", ["class": "muted"]) { " becomes " }
                    badge(change.new.verdict)
                }
            }
            if rest > 0 { element("li") { "and \(Count.text(rest)) more" } }
        }
    }

    private static func service(_ service: ServiceChange) -> Markup {
        element("p") {
            "\(service.service.rawValue): "
            for id in service.gained {
                element("span", ["class": "badge good"]) { "gained" }
                " "
                element("code") { id }
                " "
            }
            for id in service.lost {
                element("span", ["class": "badge bad"]) { "lost" }
                " "
                element("code") { id }
                " "
            }
        }
    }

    /// A verdict in one word.
    static func badge(_ verdict: Verdict) -> Markup {
        switch verdict {
        case .match: element("span", ["class": "badge good"]) { "opens" }
        case .exclude: element("span", ["class": "badge bad"]) { "excluded" }
        case .none: element("span", ["class": "badge"]) { "no rule" }
        }
    }
}
