import Origin

/// A picture of what was published when, and who fetched when.
///
/// One bar for each version, above a row for each kind of client with a mark at its first and
/// its last fetch of a version. Everything in it also stands in tables beside it.
struct TimeLine {
    /// A version while it was live.
    struct Bar {
        let label: String
        let start: Int64
        /// `nil` for the version that is live now.
        let end: Int64?
    }

    /// Fetches that ended alike, from the first to the last.
    struct Span {
        let first: Int64
        let last: Int64
        let isGood: Bool
        let words: String
    }

    /// Everything that one kind of client fetched.
    struct Lane {
        let name: String
        let spans: [Span]
    }

    /// Versions that are drawn, the latest ones.
    static let barLimit = 20
    /// The shortest time that fills the picture.
    private static let shortestMilliseconds: Int64 = 60_000
    private static let width = 960.0
    private static let left = 120.0
    private static let right = 20.0
    private static let rowHeight = 34.0
    private static let top = 12.0
    /// A bar that is narrower has no room for its label.
    private static let labelWidth = 100.0

    let bars: [Bar]
    let lanes: [Lane]
    let now: Int64
    private let start: Int64

    /// Prepares a picture that ends now and begins with the first thing in it.
    init(bars: [Bar], lanes: [Lane], now: Int64) {
        let shown = bars.suffix(Self.barLimit)
        self.bars = Array(shown)
        self.lanes = lanes
        self.now = now
        let firsts = shown.map(\.start) + lanes.flatMap { $0.spans.map(\.first) }
        start = min(firsts.min() ?? now, now - Self.shortestMilliseconds)
    }

    /// The picture, with its words for those who do not see it.
    var content: Markup {
        let height = Self.top + Self.rowHeight * Double(lanes.count + 1) + 40
        return element(
            "svg",
            [
                "viewBox": "0 0 \(Int(Self.width)) \(Int(height))", "role": "img",
                "aria-labelledby": "picture-title picture-words", "class": "line",
            ]
        ) {
            element("title", ["id": "picture-title"]) { "Versions and fetches over time" }
            element("desc", ["id": "picture-words"]) { words }
            axis(height - 40)
            label("Published", row: 0)
            for (index, bar) in bars.enumerated() { self.bar(bar, index) }
            for (index, lane) in lanes.enumerated() {
                label(lane.name, row: index + 1)
                for span in lane.spans { self.span(span, row: index + 1) }
            }
        }
    }

    private var words: String {
        let published = bars.map { bar in
            "version \(bar.label) from \(PageText.clock(bar.start))"
                + (bar.end.map { " to \(PageText.clock($0))" } ?? " on")
        }
        let fetched = lanes.flatMap { lane in lane.spans.map { "\(lane.name): \($0.words)" } }
        return (published + fetched).joined(separator: "; ") + "."
    }

    private func x(_ time: Int64) -> Double {
        let part = Double(min(max(time, start), now) - start) / Double(now - start)
        return Self.left + part * (Self.width - Self.left - Self.right)
    }

    private func y(_ row: Int) -> Double { Self.top + Self.rowHeight * Double(row) }

    private func label(_ words: String, row: Int) -> Markup {
        element("text", ["x": "0", "y": Self.text(y(row) + 18), "class": "name"]) { words }
    }

    private func bar(_ bar: Bar, _ index: Int) -> Markup {
        let begin = x(bar.start)
        let width = max(2, x(bar.end ?? now) - begin)
        return element("g") {
            element("title") { "\(bar.label), live from \(PageText.clock(bar.start))" }
            element(
                "rect",
                [
                    "x": Self.text(begin), "y": Self.text(y(0)), "width": Self.text(width),
                    "height": "26", "rx": "4",
                    "class": bar.end == nil ? "bar live" : index % 2 == 0 ? "bar" : "bar odd",
                ]
            ) {}
            if width >= Self.labelWidth {
                element(
                    "text",
                    [
                        "x": Self.text(begin + 8), "y": Self.text(y(0) + 18),
                        "class": bar.end == nil ? "mark live" : "mark",
                    ]
                ) { bar.label }
            }
        }
    }

    private func span(_ span: Span, row: Int) -> Markup {
        let name = span.isGood ? "fetch good" : "fetch bad"
        let middle = Self.text(y(row) + 13)
        let ends = (Self.text(x(span.first)), Self.text(x(span.last)))
        return element("g", ["class": name]) {
            element("title") { span.words }
            element("line", ["x1": ends.0, "x2": ends.1, "y1": middle, "y2": middle]) {}
            element("circle", ["cx": ends.0, "cy": middle, "r": "4"]) {}
            element("circle", ["cx": ends.1, "cy": middle, "r": "6"]) {}
        }
    }

    private func axis(_ y: Double) -> Markup {
        let count = 4
        return element("g", ["class": "axis"]) {
            for step in 0...count {
                let time = start + (now - start) * Int64(step) / Int64(count)
                let place = Self.text(x(time))
                element("line", ["x1": place, "x2": place, "y1": "4", "y2": Self.text(y + 6)]) {}
                element(
                    "text",
                    [
                        "x": place, "y": Self.text(y + 24),
                        "text-anchor": step == count ? "end" : "middle",
                    ]
                ) { step == count ? "now" : tick(time) }
            }
        }
    }

    /// A moment as short as the length of the picture allows: a day, or a time of day.
    private func tick(_ time: Int64) -> String {
        let text = PageText.clock(time)
        let day = String(text.prefix(10))
        let clock = String(text.dropFirst(11).prefix(now - start < 600_000 ? 8 : 5))
        switch now - start {
        case ..<86_400_000: return clock
        case ..<604_800_000: return "\(day.dropFirst(5)) \(clock)"
        default: return day
        }
    }

    private static func text(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return tenths % 10 == 0 ? String(tenths / 10) : "\(tenths / 10).\(abs(tenths % 10))"
    }
}
