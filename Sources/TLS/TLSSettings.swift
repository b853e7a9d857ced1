/// The versions and ciphers of a listener.
package struct TLSSettings: Sendable, Hashable {
    /// A version of the protocol that is not broken.
    package enum Version: String, Sendable, Hashable, CaseIterable {
        case tls12 = "1.2"
        case tls13 = "1.3"
    }

    /// The lowest version that is accepted.
    package var minimumVersion: Version

    /// Creates settings.
    package init(minimumVersion: Version = .tls12) { self.minimumVersion = minimumVersion }
}
