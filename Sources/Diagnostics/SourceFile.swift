/// A text that diagnostics point into: a configuration file, standard input, a document.
///
/// - Threads: Immutable, so any thread may use it.
package final class SourceFile: Sendable {
    /// The longest line that is shown, in bytes: a file in one line would be costly to show.
    package static let lineLimitBytes = 64 * 1024

    /// The name as the user typed it, or `<stdin>` for a pipe.
    package let name: String

    /// The bytes that were read; empty for a file that could not be read.
    package let bytes: [UInt8]

    /// The offset at which each line begins; the first is 0.
    private let lineStarts: [UInt32]

    /// Creates a source from its name and its bytes.
    package init(name: String, bytes: [UInt8] = []) {
        self.name = name
        self.bytes = bytes
        let lineFeed = UInt8(ascii: "\n")
        var starts: [UInt32] = []
        // Room for just as many: a source stays as long as what was read from it.
        starts.reserveCapacity(bytes.count { $0 == lineFeed } + 1)
        starts.append(0)
        for (offset, byte) in bytes.enumerated() where byte == lineFeed {
            starts.append(UInt32(clamping: offset + 1))
        }
        lineStarts = starts
    }

    /// Returns a line's text without its line break, or `nil` when there is no such line.
    ///
    /// - Parameter line: The line's number, counted from 1.
    /// - Returns: The text, with invalid UTF-8 replaced; `nil` for a line over
    ///   ``lineLimitBytes``.
    package func text(ofLine line: Int) -> String? {
        guard line >= 1, line <= lineStarts.count, !bytes.isEmpty else { return nil }
        let start = Int(lineStarts[line - 1])
        var end = line < lineStarts.count ? Int(lineStarts[line]) - 1 : bytes.count
        if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
        guard end - start <= Self.lineLimitBytes else { return nil }
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    /// Returns the place of a byte offset, with its column counted in Unicode scalars.
    ///
    /// - Complexity: O(log lines + length of the line).
    package func location(ofOffset offset: Int) -> Location {
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if Int(lineStarts[middle]) <= offset { low = middle } else { high = middle }
        }
        let end = min(offset, bytes.count)
        let before = bytes[min(Int(lineStarts[low]), end)..<end]
        let scalars = before.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
        return Location(self, line: low + 1, column: scalars + 1)
    }
}
