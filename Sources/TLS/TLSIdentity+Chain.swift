extension TLSIdentity {
    /// SHA-256 of every certificate that is sent, the leaf first, in hexadecimal digits.
    ///
    /// A chain that was repaired differs from the one before although its leaf is the same.
    package var chainFingerprints: [String] {
        [fingerprint] + chain.certificates.map(\.fingerprint)
    }
}
