import FetchRecord
import Origin

/// What the record knows of one host: how far Apple's network has come, as a sentence, a picture
/// and a table, and the versions.
struct RecordMarkup {
    /// Rows of fetches and versions that are shown.
    static let limit = 50

    let record: HostRecord?
    let publications: [Publication]
    let now: Int64

    /// The state in words, with its picture and the fetches behind it.
    var pickup: Markup {
        element("section", ["aria-labelledby": "pickup"]) {
            element("h2", ["id": "pickup"]) { "Pickup" }
            if let record {
                element("p") {
                    Self.badge(record.pickup.kind)
                    " \(record.pickup.explanation)."
                }
            } else {
                element("p") { "Nothing is known of this host yet." }
            }
            if !publications.isEmpty { picture }
            if let record, !record.counts.isEmpty { fetches(record.counts) }
        }
    }

    /// A state as a badge.
    static func badge(_ kind: PickupState.Kind) -> Markup {
        let name =
            switch kind {
            case .current: "badge good"
            case .stale, .quiet: "badge warn"
            case .refused: "badge bad"
            case .neverFetched: "badge"
            }
        return element("span", ["class": name]) { kind.words }
    }

    private var picture: Markup {
        let lanes = Fetcher.allCases.compactMap { fetcher -> TimeLine.Lane? in
            let counts = (record?.counts ?? []).filter { $0.fetcher == fetcher }
            guard !counts.isEmpty else { return nil }
            return TimeLine.Lane(name: fetcher.rawValue, spans: counts.map(span))
        }
        let bars = publications.map {
            TimeLine.Bar(
                label: $0.document, start: $0.liveMilliseconds, end: $0.replacedMilliseconds)
        }
        return element("figure") {
            element(
                "div",
                ["class": "picture", "tabindex": "0", "role": "region", "aria-label": "Time line"]
            ) {
                TimeLine(bars: bars, lanes: lanes, now: now).content
            }
            element("figcaption") {
                "Versions while they were live, and the first and the last fetch of each by whom."
            }
        }
    }

    private func span(_ count: FetchCount) -> TimeLine.Span {
        let what = count.document.map { "version \($0)" } ?? "status \(count.status)"
        return TimeLine.Span(
            first: count.firstMilliseconds, last: count.lastMilliseconds,
            isGood: count.status < 400,
            words: "\(what), \(Count.text(Int(clamping: count.count), "time")), last "
                + PageText.clock(count.lastMilliseconds))
    }

    private func fetches(_ counts: [FetchCount]) -> Markup {
        element(
            "div", ["class": "scroll", "role": "region", "aria-label": "Fetches", "tabindex": "0"]
        ) {
            element("table") {
                element("thead") {
                    element("tr") {
                        for words in ["Who", "Got", "Version", "Last", "First", "Times", "Client"] {
                            element(
                                "th",
                                ["scope": "col", "class": words == "Times" ? "number" : nil]
                            ) { words }
                        }
                    }
                }
                element("tbody") {
                    for count in counts.prefix(Self.limit) { row(count) }
                }
            }
        }
    }

    private func row(_ count: FetchCount) -> Markup {
        element("tr") {
            element("th", ["scope": "row", "class": "nowrap"]) { count.fetcher.rawValue }
            element("td", ["class": "nowrap"]) {
                element("span", ["class": count.status < 400 ? "badge good" : "badge bad"]) {
                    String(count.status)
                }
                count.status >= 400 && !count.outcome.isEmpty ? " \(count.outcome)" : ""
            }
            element("td", ["class": "mono"]) { count.document ?? "–" }
            element("td") { PageText.moment(count.lastMilliseconds, now: now) }
            element("td") { PageText.moment(count.firstMilliseconds, now: now) }
            element("td", ["class": "number"]) { Count.text(Int(clamping: count.count)) }
            element("td", ["class": "mono", "title": count.lastUserAgent]) { count.lastClient }
        }
    }

    /// The versions, and a form that compares two of them.
    func versions(of host: String) -> Markup {
        element("section", ["aria-labelledby": "versions"]) {
            element("h2", ["id": "versions"]) { "Versions" }
            if publications.isEmpty {
                element("p") { "No version of this host was published." }
            } else {
                table(host)
                if Set(publications.map(\.digest)).count > 1 { comparison(host) }
            }
        }
    }

    private func table(_ host: String) -> Markup {
        element(
            "div", ["class": "scroll", "role": "region", "aria-label": "Versions", "tabindex": "0"]
        ) {
            element("table") {
                element("thead") {
                    element("tr") {
                        for words in ["Version", "Live from", "Until", "Size", "Configuration"] {
                            element(
                                "th", ["scope": "col", "class": words == "Size" ? "number" : nil]
                            ) { words }
                        }
                    }
                }
                element("tbody") {
                    for version in publications.reversed().prefix(Self.limit) {
                        element("tr") {
                            element("th", ["scope": "row", "class": "mono"]) {
                                element(
                                    "a",
                                    ["href": PageLink.path(.version, host, version.digest)]
                                ) { version.document }
                            }
                            element("td") { PageText.moment(version.liveMilliseconds, now: now) }
                            element("td") {
                                if let end = version.replacedMilliseconds {
                                    PageText.moment(end, now: now)
                                } else {
                                    element("span", ["class": "badge good"]) { "live" }
                                }
                            }
                            element("td", ["class": "number"]) { Count.text(version.sizeBytes) }
                            element("td", ["class": "mono"]) {
                                String(version.configuration.prefix(12))
                            }
                        }
                    }
                }
            }
        }
    }

    private func comparison(_ host: String) -> Markup {
        var seen: Set<String> = []
        let latest = publications.reversed().filter { seen.insert($0.digest).inserted }
        return ComparePage.form(
            host, latest.prefix(Self.limit).map(\.digest), old: latest[1].digest,
            new: latest[0].digest)
    }
}
