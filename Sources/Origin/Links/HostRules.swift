import Configuration
import Diagnostics
package import SiteAssociation

/// The apps of one host, with their services and their rules in words.
package struct HostRules: Sendable {
    /// A rule.
    package struct Rule: Sendable {
        /// What stands in the document.
        package let source: JSONValue
        /// What it means.
        package let words: String
        /// Whether it keeps URLs from the app.
        package let isExcluded: Bool
        /// The remark that stands with it.
        package let comment: String?
        /// The named list that it comes from, or `nil` for a rule of the app's own.
        package let list: String?
        /// Where it was written.
        package let place: String?
    }

    /// An app.
    package struct App: Sendable {
        /// The name that the configuration gives it.
        package let name: String
        /// The app identifier.
        package let id: String
        /// The services that list it, by their keys.
        package let services: [String]
        /// The rules, the first that matches decides; `nil` for an app without links.
        package let rules: [Rule]?
    }

    /// The host as configured.
    package let host: String
    /// The apps in the order of the document.
    package let apps: [App]

    /// Takes what a snapshot says of one of its hosts.
    package init(_ snapshot: Snapshot, host index: Int) {
        let configuration = snapshot.configuration
        let host = configuration.hosts[index]
        let document = configuration.documents[host.document]
        self.host = host.pattern
        apps = configuration.apps(of: host).map { app in
            let details = document.appLinks?.details.first { $0.appIDs.contains(app.id) }
            let others = document.services.filter { $0.appIDs.contains(app.id) }
            return App(
                name: app.name, id: app.id,
                services: (details == nil ? [] : [Service.appLinks.rawValue])
                    + others.map(\.service.rawValue),
                rules: details.map { Self.rules($0, document.appLinks?.defaults, app) })
        }
    }

    private static func rules(
        _ details: Details, _ defaults: Defaults?, _ app: ListedApp
    ) -> [Rule] {
        let settings = Defaults(
            caseSensitive: details.defaults.caseSensitive ?? defaults?.caseSensitive,
            percentEncoded: details.defaults.percentEncoded ?? defaults?.percentEncoded)
        return details.components.enumerated().map { index, component in
            let source = app.rules.indices.contains(index) ? app.rules[index] : nil
            return Rule(
                source: component.json, words: component.words(defaults: settings),
                isExcluded: component.isExcluded, comment: component.comment, list: source?.list,
                place: source.map(\.location.description))
        }
    }

    /// The apps as JSON: `host`, `apps`.
    package var json: JSONValue {
        ["host": .string(host), "apps": .array(apps.map(\.json))]
    }
}

extension HostRules.App {
    fileprivate var json: JSONValue {
        JSONValue(present: [
            "name": .string(name), "id": .string(id), "services": JSONValue(services),
            "rules": rules.map { .array($0.map(\.json)) },
        ])
    }
}

extension HostRules.Rule {
    fileprivate var json: JSONValue {
        JSONValue(present: [
            "rule": source, "words": .string(words), "excluded": .bool(isExcluded),
            "list": list.map { .string($0) }, "place": place.map { .string($0) },
        ])
    }
}
