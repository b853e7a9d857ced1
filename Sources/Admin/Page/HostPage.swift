import FetchRecord
import HTTP
import Origin
import SiteAssociation

extension AdminHandler {
    /// The page of one host.
    func hostPage(_ visit: Visit) -> Reply {
        let snapshot = reloader.status.snapshot
        guard let index = snapshot.hostIndex(named: Self.hostName(visit.parameters[0])),
            let summary = snapshot.hostSummaries(of: [index]).first
        else {
            return frame(visit).reply(404, "Not found", .hostsPage) {
                element("p") { "This host is not configured." }
                element("p") {
                    element("a", ["href": AdminRoute.hostsPage.path]) { "To the list of hosts" }
                }
            }
        }
        let page = HostPage(
            snapshot: snapshot, index: index, summary: summary,
            past: RecordMarkup(
                record: record.record(of: summary.pattern),
                publications: record.publications(of: summary.pattern), now: nowMilliseconds()),
            now: nowMilliseconds())
        return frame(visit).reply(200, summary.pattern, .hostsPage) { page.content }
    }
}

/// Everything about one host.
struct HostPage {
    let snapshot: Snapshot
    let index: Int
    let summary: HostSummary
    let past: RecordMarkup
    let now: Int64

    var content: Markup {
        var markup = facts
        let versions = past.versions(of: summary.pattern)
        for part in [past.pickup, links, apps, document, versions, certificates] {
            markup.append(part)
        }
        return markup
    }

    private var facts: Markup {
        element("dl") {
            element("dt") { "Environment" }
            element("dd") {
                summary.environment
                if !summary.isEnabled {
                    " "
                    element("span", ["class": "badge warn"]) { "off: answers 404" }
                }
            }
            element("dt") { "Document" }
            element("dd") {
                "\(Count.text(summary.sizeBytes)) bytes, SHA-256 "
                element("code") { summary.digest }
            }
            element("dt") { "Cache-Control" }
            element("dd") { element("code") { summary.cacheControl } }
        }
    }

    /// A wildcard answers for any host below it, so one of them stands in the URL.
    private var links: Markup {
        let host = summary.pattern.replacing("*.", with: "www.")
        return element("section", ["aria-labelledby": "test"]) {
            element("h2", ["id": "test"]) { "Test a link" }
            LinksPage.form("https://\(host)/")
        }
    }

    private var document: Markup {
        element("section", ["aria-labelledby": "document"]) {
            element("h2", ["id": "document"]) { "Document" }
            element("p", ["class": "muted"]) {
                "Laid out for reading; "
                element(
                    "a",
                    ["href": PageLink.path(.document, summary.pattern)]
                ) { "the bytes as they are served" }
                " have no line breaks."
            }
            element("pre", ["tabindex": "0", "role": "region", "aria-label": "Document"]) {
                element("code") { snapshot.association(ofHost: index).json.text(indented: true) }
            }
        }
    }

    private var apps: Markup {
        let rules = HostRules(snapshot, host: index)
        return element("section", ["aria-labelledby": "apps"]) {
            element("h2", ["id": "apps"]) { "Apps" }
            if rules.apps.isEmpty { element("p") { "The environment lists no app." } }
            for app in rules.apps {
                element("div", ["class": "card"]) {
                    element("h3") { app.name }
                    element("p", ["class": "small"]) {
                        element("code") { app.id }
                        " · "
                        app.services.isEmpty ? "no service" : app.services.joined(separator: ", ")
                    }
                    if let list = app.rules { Self.rules(list) }
                }
            }
        }
    }

    private static func rules(_ rules: [HostRules.Rule]) -> Markup {
        guard !rules.isEmpty else { return element("p") { "It has no rule, so it gets no link." } }
        return element("ol", ["class": "rules"]) {
            for rule in rules {
                element("li") {
                    rule.words
                    " "
                    element("code", ["class": "muted"]) { rule.source.text() }
                    if let list = rule.list {
                        element("span", ["class": "muted small"]) { " of \(list)" }
                    }
                }
            }
        }
    }

    private var certificates: Markup {
        let files = Set(summary.certificates)
        let list = snapshot.certificates.filter { files.contains($0.name) }
        return element("section", ["aria-labelledby": "certificates"]) {
            element("h2", ["id": "certificates"]) { "Certificate" }
            if list.isEmpty {
                element("p") {
                    "No certificate of a file covers this host; one is minted, or a proxy has it."
                }
            }
            for certificate in list {
                element("dl") {
                    element("dt") { "File" }
                    element("dd") { element("code") { certificate.name } }
                    element("dt") { "Names" }
                    element("dd") { Self.names(certificate.dnsNames) }
                    element("dt") { "Valid" }
                    element("dd") {
                        "\(certificate.startText) to \(certificate.endText) "
                        badge(secondsLeft: certificate.notAfter - now / 1000)
                    }
                    element("dt") { "Issuer" }
                    element("dd") { certificate.issuer }
                    element("dt") { "Key" }
                    element("dd") { certificate.keyKind }
                    element("dt") { "SHA-256" }
                    element("dd") { element("code") { certificate.fingerprint } }
                }
            }
        }
    }

    /// A certificate may have thousands of names.
    private static func names(_ names: [String]) -> String {
        let shown = names.prefix(10).joined(separator: ", ")
        return names.count > 10 ? "\(shown) and \(names.count - 10) more" : shown
    }

    private func badge(secondsLeft seconds: Int64) -> Markup {
        let days = seconds / 86_400
        let name = seconds < 0 ? "badge bad" : days < 14 ? "badge warn" : "badge good"
        return element("span", ["class": name]) {
            if seconds < 0 {
                "expired"
            } else {
                days == 0 ? "less than a day left" : Count.text(Int(days), "day") + " left"
            }
        }
    }
}
