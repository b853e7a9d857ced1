/// A small generator of random numbers that gives the same ones for the same seed everywhere.
package struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    /// Creates a generator; equal seeds give equal numbers.
    package init(seed: UInt64) { state = seed }

    /// Returns the next 64 random bits (SplitMix64).
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns a number from zero up to, but not including, a positive limit.
    package mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

    /// Returns one of some elements, of which there is at least one.
    package mutating func element<Element>(of elements: [Element]) -> Element {
        elements[below(elements.count)]
    }
}
