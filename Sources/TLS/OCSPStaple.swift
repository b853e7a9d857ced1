import COpenSSL

/// Answers a client that asks for the state of the certificate (RFC 6066, section 8).
///
/// OpenSSL asks after it has chosen one of the certificates, and frees the bytes itself.
let stapleStatus: @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Int32 = {
    session, _ in
    guard let session = unsafe session, let context = unsafe TLSContext.find(session),
        let staple = unsafe context.staple(for: session),
        let copy = unsafe CRYPTO_malloc(staple.count, nil, 0)
    else { return SSL_TLSEXT_ERR_NOACK }
    unsafe copy.copyMemory(from: staple, byteCount: staple.count)
    unsafe aasa_set_ocsp_response(session, copy, staple.count)
    return SSL_TLSEXT_ERR_OK
}
