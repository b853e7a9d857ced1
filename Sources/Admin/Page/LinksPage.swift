import Diagnostics
import HTTP
import Origin
import SiteAssociation

extension AdminHandler {
    /// Reports which apps a URL opens.
    ///
    /// - Parameter text: The URL.
    /// - Returns: The report.
    /// - Throws: What is wrong with the URL.
    func linkReport(_ text: String) throws(Diagnostic) -> LinkReport {
        var links = reloader.status.snapshot.links
        return links.report(try LinkURL(text))
    }

    /// The page that tests links.
    func linksPage(_ visit: Visit, _ fields: FormFields) -> Reply {
        guard let text = fields.text("url") else {
            return frame(visit).reply(200, "Link tester", .linksPage) {
                LinksPage.introduction
                LinksPage.form("")
            }
        }
        do {
            let report = try linkReport(text)
            return frame(visit).reply(200, "Link tester", .linksPage) {
                LinksPage.introduction
                LinksPage.form(text)
                LinksPage(report: report).content
            }
        } catch {
            return frame(visit).reply(400, "Link tester", .linksPage) {
                LinksPage.introduction
                LinksPage.form(text, mistake: error.message)
                if let hint = error.hint { element("p", ["class": "muted"]) { hint } }
            }
        }
    }
}

/// The answer to which app a URL opens.
struct LinksPage {
    /// Rules that were passed over and are shown for each app.
    static let passedLimit = 200

    let report: LinkReport

    static var introduction: Markup {
        element("p", ["class": "lead"]) {
            "Which app does a URL open, by which rule, and why not the others? "
            "The answer is that of the configuration that is served now."
        }
    }

    /// The form, with what was asked for.
    static func form(_ url: String, mistake: String? = nil) -> Markup {
        element(
            "form", ["class": "fields", "method": "get", "action": AdminRoute.linksPage.path]
        ) {
            element("div", ["class": "field wide"]) {
                element("label", ["for": "url"]) { "URL" }
                void(
                    "input",
                    [
                        "id": "url", "name": "url", "type": "text", "inputmode": "url",
                        "required": "", "spellcheck": "false", "autocomplete": "off",
                        "autocapitalize": "none", "value": url, "maxlength": "4000",
                        "placeholder": "https://shop.example.com/products/42",
                        "aria-invalid": mistake == nil ? nil : "true",
                        "aria-describedby": mistake == nil ? nil : "mistake",
                    ])
            }
            element("button", ["class": "main"]) { "Test" }
            if let mistake {
                element("div", ["class": "note bad", "id": "mistake", "role": "alert"]) {
                    element("p") { mistake }
                }
            }
        }
    }

    var content: Markup {
        element("section", ["aria-labelledby": "answer"]) {
            element("h2", ["id": "answer"]) { headline }
            element("p") { element("code") { report.url } }
            if let place = report.place {
                element("p") {
                    "Answered by "
                    element("a", ["href": PageLink.host(place.host)]) { place.host }
                    ", environment \(place.environment)."
                }
            }
            for remark in report.remarks {
                element("div", ["class": "note warn"]) { element("p") { remark } }
            }
            for app in report.apps { card(app) }
            services
        }
    }

    private var headline: String {
        let names = report.apps.filter { $0.verdict == .match }.map { $0.name ?? $0.decision.appID }
        if !names.isEmpty { return "Opens " + names.joined(separator: ", ") }
        return report.verdict == .exclude
            ? "Stays in the browser: a rule excludes it" : "Stays in the browser"
    }

    private func card(_ app: LinkReport.App) -> Markup {
        let decision = app.decision
        return element("div", ["class": "card"]) {
            element("h3") {
                app.name ?? decision.appID
                " "
                Self.badge(app.verdict)
            }
            element("p", ["class": "small"]) { element("code") { decision.appID } }
            if let rule = decision.rule {
                element("p") {
                    decision.verdict == .match ? "Matched by " : "Excluded by "
                    Self.words(rule, app)
                }
            } else {
                element("p") { Self.sentence(app.reasonWithoutRule) }
            }
            if !decision.passedOver.isEmpty { passedOver(app) }
            for warning in decision.warnings {
                element("div", ["class": "note warn"]) {
                    element("p") { Self.sentence(warning.message) }
                }
            }
        }
    }

    private func passedOver(_ app: LinkReport.App) -> Markup {
        let passed = app.decision.passedOver
        return element("details", ["open": passed.count <= 10 ? "" : nil]) {
            element("summary") { Count.text(passed.count, "rule") + " passed over" }
            element("ol", ["class": "rules"]) {
                for passed in passed.prefix(Self.passedLimit) {
                    element("li") {
                        Self.words(passed.rule, app)
                        void("br")
                        element("span", ["class": "muted"]) {
                            passed.mismatches.map(\.reason).joined(separator: "; ")
                        }
                    }
                }
            }
        }
    }

    private static func words(_ rule: AppDecision.Rule, _ app: LinkReport.App) -> Markup {
        element("span") {
            element("code") { rule.source.value.text() }
            if rule.source.location.line != nil {
                element("span", ["class": "muted small"]) {
                    " at \(rule.source.location.description)"
                }
            }
            if app.lists.indices.contains(rule.index), let list = app.lists[rule.index] {
                element("span", ["class": "muted small"]) { " of \(list)" }
            }
        }
    }

    private var services: Markup {
        element("div") {
            if !report.services.isEmpty {
                element("h3") { "Whatever the URL" }
                element("ul") {
                    for entry in report.services {
                        element("li") {
                            "\(entry.service.rawValue): "
                            element("code") { entry.appIDs.joined(separator: ", ") }
                        }
                    }
                }
            }
        }
    }

    private static func badge(_ verdict: Verdict) -> Markup {
        switch verdict {
        case .match: element("span", ["class": "badge good"]) { "opens" }
        case .exclude: element("span", ["class": "badge bad"]) { "excluded" }
        case .none: element("span", ["class": "badge"]) { "no rule matches" }
        }
    }

    private static func sentence(_ words: String) -> String {
        words.prefix(1).uppercased() + words.dropFirst() + (words.hasSuffix(".") ? "" : ".")
    }
}
