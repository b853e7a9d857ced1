/// The versions and ciphers of a listener.
package struct TLSSettings: Sendable, Hashable {
    /// A version of the protocol that is not broken.
    package enum Version: String, Sendable, Hashable, CaseIterable {
        case tls12 = "1.2"
        case tls13 = "1.3"
    }

    /// The ciphers of TLS 1.3 in OpenSSL's words, the cheapest that is secure first.
    package static let suites = [
        "TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256",
    ]
    /// The ciphers of TLS 1.2: forward secrecy and authenticated encryption only.
    package static let ciphers = [
        "ECDHE-ECDSA-AES128-GCM-SHA256", "ECDHE-RSA-AES128-GCM-SHA256",
        "ECDHE-ECDSA-AES256-GCM-SHA384", "ECDHE-RSA-AES256-GCM-SHA384",
        "ECDHE-ECDSA-CHACHA20-POLY1305", "ECDHE-RSA-CHACHA20-POLY1305",
    ]

    /// The lowest version that is accepted.
    package var minimumVersion: Version

    /// The ciphers that are accepted, in the order of preference.
    ///
    /// Each is one of ``suites`` and ``ciphers``; others are refused when a context is made.
    /// A version whose ciphers are all missing is not offered.
    package var ciphers: [String]

    /// Creates settings, by default with all ciphers of both versions.
    package init(
        minimumVersion: Version = .tls12, ciphers: [String] = Self.suites + Self.ciphers
    ) {
        self.minimumVersion = minimumVersion
        self.ciphers = ciphers
    }
}
