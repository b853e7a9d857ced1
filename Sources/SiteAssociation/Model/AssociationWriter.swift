extension Association {
    /// The largest document that Apple's client reads, in bytes before compression.
    package static let sizeLimitBytes = 131_072
    /// The size above which a warning is due, in bytes.
    package static let sizeWarningBytes = 100_000

    /// Returns the document's bytes: UTF-8 without BOM, compact, keys in a fixed order.
    package func encoded() -> [UInt8] {
        []
    }
}
