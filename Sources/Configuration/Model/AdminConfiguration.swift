package import Diagnostics

/// The `admin` section.
package struct AdminConfiguration: Sendable, Hashable {
    /// Where it listens.
    package var address: ListenerConfiguration.Address
    /// The address as configured.
    package var name: String
    /// The token's file, as configured and resolved; read at load.
    package var tokenFile: String?
    /// The token itself; never printed.
    package var token: [UInt8]?
    /// Further names that a Host header may carry.
    package var hosts: [String]
    /// The place of the address.
    package var location: Location
}
