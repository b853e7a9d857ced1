import FetchRecord
import HTTP
import Origin

extension AdminHandler {
    /// The page of requests as they happen.
    func requestsPage(_ visit: Visit, _ fields: FormFields) -> Reply {
        let filter = RequestsQuery(fields).lenient
        let page = RequestsPage(
            part: recent.after(0, filter), filter: filter, now: nowMilliseconds())
        return frame(visit).reply(200, "Live view", .requestsPage) { page.content }
    }
}

/// The latest requests; the script of the page keeps them up to date.
struct RequestsPage {
    let part: RecentRequests.Part
    let filter: RecentRequests.Filter
    let now: Int64

    var content: Markup {
        var markup = element("p", ["class": "lead"]) {
            "Who asks for which host right now, and what it gets: requests of devices in "
            "developer mode, of Apple's network, and of anybody else."
        }
        markup.append(choice)
        markup.append(controls)
        markup.append(table)
        return markup
    }

    private var choice: Markup {
        element(
            "form",
            [
                "class": "fields", "role": "search", "method": "get",
                "action": AdminRoute.requestsPage.path,
            ]
        ) {
            element("div", ["class": "field wide"]) {
                element("label", ["for": "host"]) { "Host" }
                void(
                    "input",
                    [
                        "id": "host", "name": "host", "type": "search", "value": filter.host,
                        "autocomplete": "off", "spellcheck": "false", "data-key": "/",
                    ])
            }
            element("div", ["class": "field"]) {
                element("label", ["for": "fetcher"]) { "Who" }
                select("fetcher", Fetcher.allCases.map(\.rawValue), filter.fetcher?.rawValue)
            }
            element("div", ["class": "field"]) {
                element("label", ["for": "status"]) { "Got" }
                select("status", RecentRequests.StatusFilter.words, filter.status?.word)
            }
            element("button", ["class": "main"]) { "Show" }
            if !filter.admitsAll {
                element("a", ["href": AdminRoute.requestsPage.path]) { "Show all" }
            }
        }
    }

    /// A choice among words; one that is chosen by the address alone stands last.
    private func select(_ name: String, _ words: [String], _ chosen: String?) -> Markup {
        let others = [chosen].compactMap(\.self).filter { !words.contains($0) }
        return element("select", ["id": name, "name": name]) {
            element("option", ["value": ""]) { "Anything" }
            for word in words + others {
                element("option", ["value": word, "selected": word == chosen ? "" : nil]) { word }
            }
        }
    }

    /// The address of a route, with what the filter says.
    private func address(_ route: AdminRoute) -> String {
        PageLink.query(
            route.path,
            [
                "host": filter.host.isEmpty ? nil : filter.host,
                "fetcher": filter.fetcher?.rawValue, "status": filter.status?.word,
            ])
    }

    private var controls: Markup {
        element("div", ["class": "pages"]) {
            element("noscript") {
                element("p") {
                    "These are the latest requests. "
                    element("a", ["href": address(.requestsPage)]) { "Look again" }
                }
            }
            element(
                "button",
                ["id": "pause", "type": "button", "hidden": "", "aria-pressed": "false"]
            ) { "Pause" }
            element("p", ["id": "live", "role": "status", "class": "muted"]) {
                Count.text(part.last, "request") + " since the start" + filterWords
            }
        }
    }

    /// What the count of requests is followed by.
    private var filterWords: String { filter.admitsAll ? "" : "; those that fit are shown" }

    /// The names of the columns; narrow windows show them beside each value.
    private static let columns = ["When", "Client", "Who", "Host", "Asked", "Got"]

    /// On narrow windows the rows are laid out as cards, and browsers then forget that they are
    /// rows; so the roles are written out.
    private var table: Markup {
        element(
            "div",
            ["class": "scroll", "role": "region", "aria-label": "Latest requests", "tabindex": "0"]
        ) {
            element(
                "table",
                [
                    "id": "requests", "class": "cards", "role": "table",
                    "data-last": String(part.last), "data-from": address(.recentRequests),
                    "data-words": filterWords,
                ]
            ) {
                element("thead", ["role": "rowgroup"]) {
                    element("tr", ["role": "row"]) {
                        for words in Self.columns {
                            element("th", ["scope": "col", "role": "columnheader"]) { words }
                        }
                    }
                }
                element("tbody", ["role": "rowgroup"]) {
                    for entry in part.entries { row(entry) }
                }
            }
            if part.entries.isEmpty {
                element("p", ["id": "none", "class": "muted inset"]) {
                    filter.admitsAll ? "No request yet." : "No request that fits yet."
                }
            }
        }
    }

    private func row(_ entry: RecentRequests.Entry) -> Markup {
        let exchange = entry.exchange
        return element("tr", ["role": "row"]) {
            cell(0) { PageText.moment(exchange.timeMilliseconds, now: now) }
            cell(1, "mono") { exchange.client }
            cell(2, title: exchange.userAgent) { entry.fetcher.rawValue }
            cell(3, "mono") { exchange.host ?? exchange.connection.serverName ?? "–" }
            cell(4, "mono") {
                exchange.target.map { "\(exchange.method ?? "") \($0)" } ?? "–"
            }
            cell(5) {
                element("span", ["class": Self.badge(exchange.status)]) {
                    exchange.status == 0 ? "–" : String(exchange.status)
                }
                " \(exchange.outcome.rawValue)"
                if let document = exchange.document {
                    " "
                    element("code", ["class": "muted"]) { document }
                }
            }
        }
    }

    private func cell(
        _ column: Int, _ name: String? = nil, title: String? = nil,
        @MarkupBuilder content: () -> Markup
    ) -> Markup {
        element(
            "td",
            [
                "role": "cell", "data-label": Self.columns[column], "class": name, "title": title,
            ], content)
    }

    private static func badge(_ status: Int) -> String {
        switch status {
        case 200..<400: "badge good"
        default: "badge bad"
        }
    }
}
