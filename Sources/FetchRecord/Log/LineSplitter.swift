/// Cuts pieces of a text into its lines, however long they are.
package struct LineSplitter {
    /// The longest line that is kept, in bytes.
    package static let limitBytes = 64 * 1024

    /// A line.
    package enum Line: Sendable, Hashable {
        /// The bytes without the line feed.
        case bytes([UInt8])
        /// More bytes than are kept.
        case tooLong
    }

    private var rest: [UInt8] = []
    private var isTooLong = false
    /// The number of the last line that was given out, from 1.
    package private(set) var number = 0

    /// Creates a splitter at the beginning of a text.
    package init() {}

    /// Takes a piece, and gives out the lines that end in it.
    ///
    /// - Parameters:
    ///   - piece: The piece.
    ///   - body: Takes each line with its number.
    package mutating func take(_ piece: [UInt8], _ body: (Line, Int) -> Void) {
        var start = 0
        while let end = piece[start...].firstIndex(of: 0x0A) {
            append(piece[start..<end])
            give(body)
            start = end + 1
        }
        append(piece[start...])
    }

    /// Says that the text has ended, and gives out a last line without a line feed.
    package mutating func finish(_ body: (Line, Int) -> Void) {
        if isTooLong || !rest.isEmpty { give(body) }
    }

    private mutating func append(_ bytes: ArraySlice<UInt8>) {
        guard !isTooLong else { return }
        if rest.count + bytes.count > Self.limitBytes {
            isTooLong = true
            rest = []
        } else {
            rest += bytes
        }
    }

    private mutating func give(_ body: (Line, Int) -> Void) {
        number += 1
        body(isTooLong ? .tooLong : .bytes(rest), number)
        rest.removeAll(keepingCapacity: true)
        isTooLong = false
    }
}
