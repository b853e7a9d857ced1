/// How many durations fell between fixed bounds.
package struct DurationHistogram: Sendable, Hashable {
    /// The upper bounds, each inclusive; what is longer comes last.
    package static let boundsMicroseconds: [Int64] = [
        50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000,
        1_000_000,
    ]

    /// How many durations are at most as long as a bound and longer than the one before.
    package var counts: [Int]
    /// All durations together, in nanoseconds.
    package var sumNanoseconds = 0

    /// Creates counts that are all zero.
    package init() { counts = Array(repeating: 0, count: Self.boundsMicroseconds.count + 1) }

    /// Returns the place in ``counts`` of a duration; most are short, so short ones come first.
    package static func index(ofNanoseconds nanoseconds: Int64) -> Int {
        var index = 0
        while index < boundsMicroseconds.count, nanoseconds > boundsMicroseconds[index] * 1_000 {
            index += 1
        }
        return index
    }
}
