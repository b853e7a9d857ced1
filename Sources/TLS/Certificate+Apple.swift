import COpenSSL

/// What Apple's systems ask of a server's certificate beyond what TLS does.
///
/// "Requirements for trusted certificates in iOS 13 and macOS 10.15" is about certificates that
/// were issued after 1 July 2019.
extension Certificate {
    /// How many days a certificate may be valid; public authorities are held to less.
    static let daysMaximum: Int64 = 825
    /// From when on certificates have to meet the later rules: 2019-07-01.
    private static let rulesStartSeconds: Int64 = 1_561_939_200

    /// The days of its validity when they are more than Apple's systems accept; `nil` otherwise.
    var excessiveDays: Int64? {
        let seconds = notAfter - notBefore
        guard isUnderLaterRules, seconds > Self.daysMaximum * 86_400 else { return nil }
        return (seconds + 86_399) / 86_400
    }

    /// Whether it does not say what its key may be used for, as it would have to.
    var lacksUsage: Bool {
        defer { OpenSSLErrors.clear() }
        return unsafe isUnderLaterRules
            && withCertificate { unsafe X509_get_ext_by_NID($0, NID_ext_key_usage, -1) } < 0
    }

    private var isUnderLaterRules: Bool { notBefore > Self.rulesStartSeconds }
}

extension KeyDescription {
    /// Whether clients of Apple take the signatures of such a key in a handshake.
    ///
    /// Apple documents no list. Every list of signature algorithms that was seen in their
    /// handshakes has RSA, and ECDSA on P-256 and P-384, and nothing else.
    var isOfferedByApple: Bool {
        switch algorithm {
        case .rsa: !isForPSSOnly
        case .ellipticCurve: ["P-256", "P-384"].contains(curve)
        case .edwards, .unknown: false
        }
    }
}
