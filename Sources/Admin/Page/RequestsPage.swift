import HTTP
import Origin

extension AdminHandler {
    /// The page of requests as they happen.
    func requestsPage(_ visit: Visit) -> Reply {
        let page = RequestsPage(part: recent.after(0), now: nowMilliseconds())
        return frame(visit).reply(200, "Live view", .requestsPage) { page.content }
    }
}

/// The latest requests; the script of the page keeps them up to date.
struct RequestsPage {
    let part: RecentRequests.Part
    let now: Int64

    var content: Markup {
        var markup = element("p", ["class": "lead"]) {
            "Who asks for which host right now, and what it gets: requests of devices in "
            "developer mode, of Apple's network, and of anybody else."
        }
        markup.append(controls)
        markup.append(table)
        return markup
    }

    private var controls: Markup {
        element("div", ["class": "pages"]) {
            element("noscript") {
                element("p") {
                    "These are the latest requests. "
                    element("a", ["href": AdminRoute.requestsPage.path]) { "Look again" }
                }
            }
            element(
                "button",
                ["id": "pause", "type": "button", "hidden": "", "aria-pressed": "false"]
            ) { "Pause" }
            element("p", ["id": "live", "role": "status", "class": "muted"]) {
                Count.text(part.last, "request") + " since the start"
            }
        }
    }

    private var table: Markup {
        element(
            "div",
            ["class": "scroll", "role": "region", "aria-label": "Latest requests", "tabindex": "0"]
        ) {
            element(
                "table",
                [
                    "id": "requests", "data-last": String(part.last),
                    "data-from": AdminRoute.recentRequests.path,
                ]
            ) {
                element("thead") {
                    element("tr") {
                        for words in ["When", "Client", "Who", "Host", "Asked", "Got"] {
                            element("th", ["scope": "col"]) { words }
                        }
                    }
                }
                element("tbody") {
                    for entry in part.entries { row(entry) }
                }
            }
            if part.entries.isEmpty {
                element("p", ["id": "none", "class": "muted", "data-none": ""]) {
                    "No request yet."
                }
            }
        }
    }

    private func row(_ entry: RecentRequests.Entry) -> Markup {
        let exchange = entry.exchange
        return element("tr") {
            element("td") { PageText.moment(exchange.timeMilliseconds, now: now) }
            element("td", ["class": "mono"]) { exchange.client }
            element("td", ["title": exchange.userAgent]) { entry.fetcher.rawValue }
            element("td", ["class": "mono"]) {
                exchange.host ?? exchange.connection.serverName ?? "–"
            }
            element("td", ["class": "mono"]) {
                [exchange.method, exchange.target].compactMap(\.self).joined(separator: " ")
            }
            element("td") {
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

    private static func badge(_ status: Int) -> String {
        switch status {
        case 200..<400: "badge good"
        default: "badge bad"
        }
    }
}
