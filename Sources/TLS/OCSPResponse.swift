import COpenSSL

/// What an OCSP service says of a certificate (RFC 6960), read as far as its bearer has to.
///
/// A client that is shown one which is old, or meant for another certificate, gives the
/// connection up. The signature is left to it, since it knows whom it trusts.
struct OCSPResponse: Sendable, Hashable {
    /// Why a response is not shown to anybody.
    enum Flaw: Sendable, Hashable {
        /// The service answered that it has no answer.
        case unsuccessful
        /// It speaks of other certificates.
        case foreign
        /// It says that the certificate is revoked, or is not known.
        case notGood
    }

    /// The response in DER.
    let bytes: [UInt8]
    /// What is wrong with it whatever the time.
    private(set) var flaw: Flaw?
    /// When it is over, in seconds since 1970 in UTC; `nil` when it does not say.
    private(set) var nextUpdate: Int64?

    /// Reads a response in DER; `nil` when it is none.
    ///
    /// - Parameters:
    ///   - der: The bytes.
    ///   - serial: The serial number of the certificate, in hexadecimal digits.
    init?(der: [UInt8], for serial: String) {
        defer { OpenSSLErrors.clear() }
        bytes = der
        let response = unsafe der.withUnsafeBufferPointer { memory in
            var position = memory.baseAddress
            return unsafe d2i_OCSP_RESPONSE(nil, &position, memory.count)
        }
        guard let response = unsafe response else { return nil }
        defer { unsafe OCSP_RESPONSE_free(response) }
        guard unsafe OCSP_response_status(response) == OCSP_RESPONSE_STATUS_SUCCESSFUL else {
            flaw = .unsuccessful
            return
        }
        guard let basic = unsafe OCSP_response_get1_basic(response) else { return nil }
        defer { unsafe OCSP_BASICRESP_free(basic) }
        for index in 0..<max(0, unsafe OCSP_resp_count(basic)) {
            guard let single = unsafe OCSP_resp_get0(basic, index),
                unsafe Self.serial(of: single) == serial
            else { continue }
            unsafe read(single)
            return
        }
        flaw = .foreign
    }

    /// Whether it may be shown at a time, in seconds since 1970 in UTC.
    func isUsable(at seconds: Int64) -> Bool {
        flaw == nil && nextUpdate.map { seconds < $0 } ?? true
    }

    private mutating func read(_ single: OpaquePointer) {
        var next: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
        let status = unsafe OCSP_single_get0_status(single, nil, nil, nil, &next)
        if status != V_OCSP_CERTSTATUS_GOOD { flaw = .notGood }
        if let next = unsafe next { nextUpdate = unsafe Certificate.seconds(next) }
    }

    private static func serial(of single: OpaquePointer) -> String {
        var serial: UnsafeMutablePointer<ASN1_INTEGER>?
        let id = unsafe OCSP_SINGLERESP_get0_id(single)
        guard unsafe OCSP_id_get0_info(nil, nil, nil, &serial, id) == 1 else { return "" }
        return unsafe Hexadecimal.text(of: Certificate.bytes(serial))
    }
}
