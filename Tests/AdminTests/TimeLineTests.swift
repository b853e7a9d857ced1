import Testing

@testable import Admin

struct `The time line` {
    private static let now: Int64 = 1_796_001_266_000

    @Test func `says in words and shapes what was published and fetched`() {
        let line = TimeLine(
            bars: [
                .init(
                    label: "aaaaaaaaaaaa", start: Self.now - 4_000_000, end: Self.now - 1_000_000),
                .init(label: "bbbbbbbbbbbb", start: Self.now - 1_000_000, end: nil),
            ],
            lanes: [
                .init(
                    name: "apple-cdn",
                    spans: [
                        .init(
                            first: Self.now - 3_000_000, last: Self.now - 2_000_000, isGood: true,
                            words: "aaaaaaaaaaaa, 3 times")
                    ])
            ], now: Self.now)
        let html = line.content.html
        #expect(
            html.contains(
                "<desc id=\"picture-words\">version aaaaaaaaaaaa from 2026-11-30 00:07:46 UTC to "
                    + "2026-11-30 00:57:46 UTC; version bbbbbbbbbbbb from 2026-11-30 00:57:46 UTC "
                    + "on; apple-cdn: aaaaaaaaaaaa, 3 times.</desc>"))
        #expect(
            html.contains(
                "<rect x=\"735\" y=\"12\" width=\"205\" height=\"26\" rx=\"4\" class=\"bar live\">")
        )
        #expect(html.contains("<circle cx=\"325\" cy=\"59\" r=\"4\">"))
        #expect(html.contains("<circle cx=\"530\" cy=\"59\" r=\"6\">"))
        #expect(html.contains("role=\"img\""))
        #expect(!html.contains("style="))
    }

    @Test func `holds for a clock that was set back, and for nothing at all`() {
        let line = TimeLine(
            bars: [.init(label: "a", start: Self.now + 5, end: Self.now - 5)],
            lanes: [
                .init(
                    name: "x",
                    spans: [
                        .init(first: Self.now + 9, last: Self.now - 9, isGood: false, words: "")
                    ])
            ], now: Self.now)
        #expect(line.content.html.contains("width=\"2\""))
        #expect(TimeLine(bars: [], lanes: [], now: Self.now).content.html.contains("Published"))
    }

    @Test func `draws the latest versions only`() {
        let bars = (0..<50).map {
            TimeLine.Bar(label: "v\($0)", start: Self.now - 100_000 + Int64($0), end: nil)
        }
        #expect(TimeLine(bars: bars, lanes: [], now: Self.now).bars.count == TimeLine.barLimit)
    }
}
