import SiteAssociation

/// How much a draft may grow into, so that a small file cannot stand for a huge configuration.
enum ResolutionLimits {
    /// Rules over all apps and environments, a named list counted wherever it is used.
    static let rules = 1_000_000
    /// The least size of one document in bytes that is refused here already; the exact size
    /// is checked on the encoded document.
    static let documentBytes = 4 * Association.sizeLimitBytes
    /// The least size of all different documents together, in bytes.
    static let totalDocumentBytes = 1 << 29
    /// Certificates, globs expanded.
    static let certificates = 100_000
    /// Addresses to listen on.
    static let listeners = 64
}
