import FetchRecord
import HTTP
import Origin

extension AdminHandler {
    /// The page of all hosts.
    func hostsPage(_ visit: Visit, _ fields: FormFields) -> Reply {
        let snapshot = reloader.status.snapshot
        var query = HostCatalogue.Query()
        query.search = fields["search"] ?? ""
        query.environment = fields.text("environment")
        let sort = fields.text("sort") ?? ""
        query.order = HostCatalogue.Order(rawValue: String(sort.drop { $0 == "-" })) ?? .host
        query.isDescending = sort.hasPrefix("-")
        let state = fields["state"].flatMap(PickupState.Kind.init)
        let found = hostIndices(query, state, snapshot)
        let count = max(1, (found.count + HostsPage.hostsPerPage - 1) / HostsPage.hostsPerPage)
        let number = min(max(1, fields["page"].flatMap { Int($0) } ?? 1), count)
        let part = found.dropFirst((number - 1) * HostsPage.hostsPerPage)
            .prefix(HostsPage.hostsPerPage)
        let page = HostsPage(
            query: query, state: state, hosts: snapshot.hostSummaries(of: Array(part)),
            found: found.count,
            total: snapshot.hostCount, number: number, count: count,
            environments: snapshot.environmentNames, now: nowMilliseconds(), pickup: record.pickup)
        return frame(visit).reply(200, "Hosts", .hostsPage) { page.content }
    }
}

/// The table of hosts, with the form that chooses among them.
struct HostsPage {
    /// Hosts on one page.
    static let hostsPerPage = 50

    let query: HostCatalogue.Query
    /// The only pickup state, or `nil` for all.
    let state: PickupState.Kind?
    /// The hosts of this page.
    let hosts: [HostSummary]
    /// How many hosts fit.
    let found: Int
    /// How many hosts there are.
    let total: Int
    /// The number of this page.
    let number: Int
    /// How many pages there are.
    let count: Int
    let environments: [String]
    let now: Int64
    let pickup: (String) -> PickupState?

    var content: Markup {
        var markup = choice
        markup.append(result)
        if !hosts.isEmpty { markup.append(table) }
        if count > 1 { markup.append(pages) }
        return markup
    }

    private var choice: Markup {
        element(
            "form",
            [
                "class": "fields", "role": "search", "method": "get",
                "action": AdminRoute.hostsPage.path,
            ]
        ) {
            element("div", ["class": "field wide"]) {
                element("label", ["for": "search"]) { "Search" }
                void(
                    "input",
                    [
                        "id": "search", "name": "search", "type": "search",
                        "value": query.search, "autocomplete": "off", "spellcheck": "false",
                        "data-key": "/",
                    ])
            }
            element("div", ["class": "field"]) {
                element("label", ["for": "environment"]) { "Environment" }
                select("environment", environments, query.environment, all: "All")
            }
            element("div", ["class": "field"]) {
                element("label", ["for": "state"]) { "Apple has" }
                element("select", ["id": "state", "name": "state"]) {
                    element("option", ["value": ""]) { "Anything" }
                    for kind in PickupState.Kind.allCases {
                        element(
                            "option",
                            ["value": kind.rawValue, "selected": kind == state ? "" : nil]
                        ) { kind.words }
                    }
                }
            }
            if sort != "host" {
                void("input", ["type": "hidden", "name": "sort", "value": sort])
            }
            element("button", ["class": "main"]) { "Show" }
        }
    }

    private func select(
        _ name: String, _ words: [String], _ chosen: String?, all: String
    ) -> Markup {
        element("select", ["id": name, "name": name]) {
            element("option", ["value": ""]) { all }
            for word in words {
                element("option", ["value": word, "selected": word == chosen ? "" : nil]) { word }
            }
        }
    }

    private var result: Markup {
        element("p", ["class": "muted", "role": "status"]) {
            if found == total {
                Count.text(total, "host")
            } else if found == 0 {
                "No host fits. "
                element("a", ["href": AdminRoute.hostsPage.path]) { "Show all hosts" }
            } else {
                "\(Count.text(found)) of \(Count.text(total, "host"))"
            }
            if count > 1 {
                ", page \(Count.text(number)) of \(Count.text(count))"
            }
        }
    }

    private var table: Markup {
        element(
            "div", ["class": "scroll", "role": "region", "aria-label": "Hosts", "tabindex": "0"]
        ) {
            element("table") {
                element("thead") {
                    element("tr") {
                        heading("Host", .host)
                        heading("Environment", .environment, "wide-only")
                        heading("Pickup", .state)
                        heading("Apple fetched", .fetched, "wide-only")
                        heading("Size", .bytes, "wide-only number")
                        element("th", ["scope": "col", "class": "wide-only"]) { "Document" }
                    }
                }
                element("tbody") {
                    for host in hosts { row(host) }
                }
            }
        }
    }

    private func heading(
        _ words: String, _ order: HostCatalogue.Order, _ name: String? = nil
    ) -> Markup {
        let isCurrent = query.order == order
        let isUp = isCurrent && !query.isDescending
        var other = query
        other.order = order
        // Of times and sizes, the largest come first.
        let startsDown = order == .fetched || order == .bytes
        other.isDescending = isCurrent ? isUp : startsDown
        let direction = isUp ? "ascending" : "descending"
        return element(
            "th",
            ["scope": "col", "class": name, "aria-sort": isCurrent ? direction : nil]
        ) {
            element("a", ["href": link(other, page: nil)]) {
                words
                if isCurrent {
                    element("span", ["aria-hidden": "true"]) { isUp ? " ↑" : " ↓" }
                }
            }
        }
    }

    private func row(_ host: HostSummary) -> Markup {
        let state = pickup(host.pattern)
        return element("tr") {
            element("th", ["scope": "row"]) {
                element("a", ["href": PageLink.host(host.pattern), "class": "mono"]) {
                    host.pattern
                }
            }
            element("td", ["class": "wide-only"]) {
                host.environment
                if !host.isEnabled {
                    " "
                    element("span", ["class": "badge warn"]) { "off" }
                }
            }
            element("td") { state.map { RecordMarkup.badge($0.kind) } }
            element("td", ["class": "wide-only"]) {
                if let time = state?.fetchedMilliseconds {
                    PageText.moment(time, now: now)
                } else {
                    element("span", ["class": "muted"]) { "never" }
                }
            }
            element("td", ["class": "number wide-only"]) { Count.text(host.sizeBytes) }
            element("td", ["class": "wide-only"]) {
                element("code", ["title": host.digest]) { String(host.digest.prefix(12)) }
            }
        }
    }

    private var pages: Markup {
        element("nav", ["class": "pages", "aria-label": "Pages"]) {
            if number > 1 {
                element("a", ["href": link(query, page: 1)]) { "First" }
                element("a", ["href": link(query, page: number - 1), "rel": "prev"]) {
                    "Previous"
                }
            }
            element("span", ["class": "muted"]) {
                "Page \(Count.text(number)) of \(Count.text(count))"
            }
            if number < count {
                element("a", ["href": link(query, page: number + 1), "rel": "next"]) { "Next" }
                element("a", ["href": link(query, page: count)]) { "Last" }
            }
        }
    }

    private var sort: String { Self.sort(query) }

    private static func sort(_ query: HostCatalogue.Query) -> String {
        (query.isDescending ? "-" : "") + query.order.rawValue
    }

    private func link(_ query: HostCatalogue.Query, page: Int?) -> String {
        let sort = Self.sort(query)
        return PageLink.query(
            AdminRoute.hostsPage.path,
            [
                "search": query.search.isEmpty ? nil : query.search,
                "environment": query.environment, "state": state?.rawValue,
                "sort": sort == "host" ? nil : sort,
                "page": page.flatMap { $0 == 1 ? nil : String($0) },
            ])
    }
}
