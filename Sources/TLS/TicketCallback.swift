import COpenSSL

/// Chooses the key of a session ticket that is made or opened.
///
/// OpenSSL's answers: -1 ends the handshake, 0 ignores the ticket, 1 uses it, 2 uses it and
/// sends a new one.
let chooseTicketKey:
    @convention(c) (
        OpaquePointer?, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt8>?, OpaquePointer?,
        OpaquePointer?, Int32
    ) -> Int32 = { session, name, vector, cipher, digest, isSealing in
        guard let context = unsafe TLSContext.find(session), let name = unsafe name,
            let vector = unsafe vector, let cipher = unsafe cipher, let digest = unsafe digest
        else { return -1 }
        let ticket = unsafe TicketFrame(
            name: name, vector: vector, cipher: cipher, digest: digest)
        if isSealing == 1 { return ticket.seal(context.tickets) }
        // A client should use a ticket of TLS 1.3 only once (RFC 8446, appendix C.4), so
        // without a new one it could resume every second connection only.
        return ticket.open(context.tickets, renews: unsafe SSL_version(session) == TLS1_3_VERSION)
    }

/// The parts of a ticket that OpenSSL lends to its callback.
@safe private struct TicketFrame {
    let name: UnsafeMutablePointer<UInt8>
    let vector: UnsafeMutablePointer<UInt8>
    let cipher: OpaquePointer
    let digest: OpaquePointer

    func seal(_ keys: TicketKeys) -> Int32 {
        guard let fresh = try? TicketKey.random(TicketKey.vectorBytes) else { return -1 }
        let key = keys.sealing()
        unsafe name.update(from: key.name, count: TicketKey.nameBytes)
        unsafe vector.update(from: fresh, count: TicketKey.vectorBytes)
        return unsafe key.seal(cipher, digest, vector: fresh) ? 1 : -1
    }

    func open(_ keys: TicketKeys, renews: Bool) -> Int32 {
        let wanted = unsafe Array(UnsafeBufferPointer(start: name, count: TicketKey.nameBytes))
        guard let (key, isCurrent) = keys.opening(wanted) else { return 0 }
        let used = unsafe Array(UnsafeBufferPointer(start: vector, count: TicketKey.vectorBytes))
        guard unsafe key.open(cipher, digest, vector: used) else { return -1 }
        return isCurrent && !renews ? 1 : 2
    }
}
