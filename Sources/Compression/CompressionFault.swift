/// Why compressed bytes could not be read.
package enum CompressionFault: Error, Sendable, Hashable {
    /// The bytes are no gzip or zlib data, or damaged; the library's words.
    case malformed(String)
    /// The data ends in the middle.
    case truncated
    /// What comes out is larger than its reader allows.
    case tooLarge(limitBytes: Int)
    /// There is no memory for the decoder.
    case outOfMemory

    /// The fault in words that follow "cannot read FILE: ".
    package var reason: String {
        switch self {
        case .malformed(let words): "it is no valid gzip data (\(words))"
        case .truncated: "the gzip data ends too early"
        case .tooLarge(let limit): "it is larger than \(limit) bytes when unpacked"
        case .outOfMemory: "out of memory"
        }
    }
}
