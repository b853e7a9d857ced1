package import Diagnostics
import Synchronization
package import TLS

/// Keeps the authority for development certificates over reloads, so that clients that trust
/// it go on trusting what it signs.
package final class MintingAuthorities: Sendable {
    private let known = Mutex<[String?: MintingAuthority]>([:])

    /// Creates a store without authorities.
    package init() {}

    /// Returns the authority of a directory, or that of the process without one.
    ///
    /// - Parameters:
    ///   - directory: Where it is kept over restarts.
    ///   - nowSeconds: The time, in seconds since 1970 in UTC.
    ///   - location: Where the directory is configured.
    /// - Returns: The same authority for the same directory, every time.
    /// - Throws: The finding of the TLS layer when it cannot be loaded or made.
    package func authority(
        in directory: String?, nowSeconds: Int64, at location: Location?
    ) throws(Diagnostic) -> MintingAuthority {
        try known.withLock { known throws(Diagnostic) in
            if let authority = known[directory] { return authority }
            let authority: MintingAuthority
            if let directory {
                authority = try .stored(in: directory, nowSeconds: nowSeconds, at: location)
            } else {
                authority = try .ephemeral(nowSeconds: nowSeconds)
            }
            known[directory] = authority
            return authority
        }
    }
}
