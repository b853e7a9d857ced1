import Synchronization

/// Certificates that stand in many files, each parsed and kept once.
///
/// The intermediate certificates of ten thousand chains are a handful.
///
/// - Threads: Any thread may use it.
/// - Limits: Beyond ``limit`` certificates nothing is remembered.
package final class CertificatePool: Sendable {
    /// How many certificates are remembered.
    package static let limit = 1_000

    private let known = Mutex<[[UInt8]: Certificate]>([:])

    /// Creates an empty pool.
    package init() {}

    /// Returns the certificate of a DER encoding; `nil` when it is none.
    func certificate(der: [UInt8]) -> Certificate? {
        if let known = known.withLock({ $0[der] }) { return known }
        guard let certificate = Certificate(der: der) else { return nil }
        known.withLock { known in
            if known.count < Self.limit { known[der] = certificate }
        }
        return certificate
    }
}
