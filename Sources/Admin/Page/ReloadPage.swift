import Diagnostics
import HTTP
import Origin

extension AdminHandler {
    /// The page that reloads: what is served, and a button to try what stands in the files.
    func reloadPage(_ visit: Visit) -> Reply {
        let status = reloader.status
        let page = ReloadPage(key: doorkeeper.formKey(visit.visitor), now: nowMilliseconds())
        return frame(visit).reply(200, "Reload", .reloadPage) {
            page.start(status)
        }
    }

    /// Tries a reload, or reloads what was tried.
    func reloadForm(_ visit: Visit) -> Handling {
        let step = visit.form["step"]
        guard step == "try" || step == "reload" else {
            return .reply(messagePage(400, "this form is not complete"))
        }
        let isDryRun = step == "try"
        let expected = visit.form.text("expected").map { EntityTags(["\"\($0)\""]) }
        let reviewed = visit.form.text("reviewed")
        guard isDryRun || (expected != nil && reviewed != nil) else {
            return .reply(messagePage(400, "a reload follows a trial"))
        }
        let page = ReloadPage(key: doorkeeper.formKey(visit.visitor), now: nowMilliseconds())
        return .deferred {
            let verdict = reloader.reload(
                .admin, isDryRun: isDryRun, expected: isDryRun ? nil : expected,
                reviewed: isDryRun ? nil : reviewed,
                allowsShrinking: visit.form["allow_shrink"] == "1")
            return frame(visit).reply(
                verdict.status, isDryRun ? "Reload: trial" : "Reload", .reloadPage
            ) { page.result(verdict) }
        }
    }
}

/// The forms and the verdicts of reloads.
struct ReloadPage {
    /// Groups and findings of a kind that are named.
    static let limit = 50
    /// Hosts of a group that are named.
    static let nameLimit = 10

    let key: String
    let now: Int64

    /// What is served, and the first step.
    func start(_ status: Reloader.Status) -> Markup {
        var markup = element("p", ["class": "lead"]) {
            "A trial loads the files and says what would change; nothing is served by it. "
            "You decide after you have seen the verdict."
        }
        markup.append(button("try", "Try a reload", isMain: true))
        markup.append(
            element("h2") { "What is served now" })
        markup.append(
            element("dl") {
                element("dt") { "Configuration" }
                element("dd") { element("code") { status.snapshot.digest } }
                element("dt") { "Loaded" }
                element("dd") { PageText.moment(status.loadedMilliseconds, now: now) }
                element("dt") { "Content" }
                element("dd") { status.snapshot.description }
            })
        markup.append(findings(status.findings, "Warnings of this configuration"))
        if let verdict = status.lastVerdict {
            markup.append(element("h2") { "The last reload" })
            markup.append(summary(verdict))
        }
        return markup
    }

    /// The verdict, and the next step.
    func result(_ verdict: ReloadVerdict) -> Markup {
        var markup = summary(verdict)
        if verdict.newDigest != nil { markup.append(changes(verdict)) }
        markup.append(findings(verdict.findings, "Findings"))
        if let form = next(verdict) { markup.append(form) }
        markup.append(
            element("p") {
                element("a", ["href": AdminRoute.reloadPage.path]) { "Back to the start" }
            })
        return markup
    }

    private func summary(_ verdict: ReloadVerdict) -> Markup {
        let name =
            switch verdict.outcome {
            case .reloaded: "note good"
            case .unchanged: "note"
            case .refused, .preconditionFailed: "note bad"
            }
        return element("div", ["class": name, "role": "status"]) {
            element("p") {
                element("strong") { Self.words(verdict.outcome, verdict.isDryRun) }
                " "
                PageText.moment(verdict.timeMilliseconds, now: now)
            }
            element("p", ["class": "mono"]) { verdict.description }
        }
    }

    private static func words(_ outcome: ReloadVerdict.Outcome, _ isDryRun: Bool) -> String {
        switch (outcome, isDryRun) {
        case (.reloaded, true): "Sound, and it differs from what is served."
        case (.reloaded, false): "Reloaded: it is served now."
        case (.unchanged, _): "Nothing differs from what is served."
        case (.refused, _): "Refused: what was served before is served on."
        case (.preconditionFailed, _):
            "Not done: what is served, or what stands in the files, is not what you saw."
        }
    }

    private func changes(_ verdict: ReloadVerdict) -> Markup {
        element("section", ["aria-labelledby": "changes"]) {
            element("h2", ["id": "changes"]) { "What changes" }
            element("p") {
                verdict.changes.description.prefix(1).uppercased()
                    + verdict.changes.description.dropFirst() + "."
            }
            groups(verdict.changes.groups)
            for change in verdict.documents { ChangeMarkup.card(change) }
            names("Certificates", verdict.changes.changedCertificates)
        }
    }

    private func groups(_ groups: [HostGroup]) -> Markup {
        element("ul") {
            for group in groups.prefix(Self.limit) {
                element("li") {
                    "\(group.summary) "
                    element("span", ["class": "mono muted"]) {
                        group.hosts.text(showing: Self.nameLimit)
                    }
                }
            }
            if groups.count > Self.limit { element("li") { "and more" } }
        }
    }

    private func names(_ title: String, _ names: [String]) -> Markup {
        guard !names.isEmpty else { return Markup() }
        let rest = names.count - Self.limit
        return element("div") {
            element("h3") { "\(title) (\(Count.text(names.count)))" }
            element("p", ["class": "mono"]) {
                names.prefix(Self.limit).joined(separator: ", ")
                if rest > 0 { " and \(Count.text(rest)) more" }
            }
        }
    }

    private func findings(_ findings: [Diagnostic], _ title: String) -> Markup {
        guard !findings.isEmpty else { return Markup() }
        return element("section") {
            element("h2") { title }
            for finding in findings.prefix(Self.limit) {
                element("div", ["class": finding.severity == .error ? "note bad" : "note warn"]) {
                    element("p") {
                        element("strong") { finding.severity.rawValue }
                        ": \(finding.message) "
                        element("code", ["class": "muted"]) { finding.id }
                    }
                    if let place = finding.location {
                        element("p", ["class": "small mono"]) { place.description }
                    }
                    if let hint = finding.hint { element("p", ["class": "muted"]) { hint } }
                }
            }
            if findings.count > Self.limit {
                element("p") { "And \(findings.count - Self.limit) more." }
            }
        }
    }

    /// The form that follows a verdict.
    private func next(_ verdict: ReloadVerdict) -> Markup? {
        guard verdict.isDryRun else {
            return verdict.outcome == .preconditionFailed
                ? button("try", "Try again", isMain: true) : nil
        }
        let errors = verdict.findings.filter { $0.severity == .error }
        let isLoss = !errors.isEmpty && errors.allSatisfy { $0.id.hasPrefix("guard-") }
        switch verdict.outcome {
        case .reloaded: return button("reload", "Reload now", isMain: true, after: verdict)
        case .refused where isLoss:
            return button(
                "reload", "Reload, although something is lost", isMain: false, after: verdict)
        case .unchanged, .refused, .preconditionFailed:
            return button("try", "Try again", isMain: true)
        }
    }

    /// A form with one button; what follows a trial goes ahead only as it was seen.
    private func button(
        _ step: String, _ words: String, isMain: Bool, after trial: ReloadVerdict? = nil
    ) -> Markup {
        form(.reloadForm, key: key, ["class": "fields"]) {
            void("input", ["type": "hidden", "name": "step", "value": step])
            if let trial {
                void("input", ["type": "hidden", "name": "expected", "value": trial.oldDigest])
                void("input", ["type": "hidden", "name": "reviewed", "value": trial.newDigest])
                if trial.outcome == .refused {
                    void("input", ["type": "hidden", "name": "allow_shrink", "value": "1"])
                }
            }
            element("button", ["class": isMain ? "main" : nil]) { words }
        }
    }
}
