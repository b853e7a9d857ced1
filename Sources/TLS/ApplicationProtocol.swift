import COpenSSL

/// The one application protocol that is spoken here, `http/1.1` (RFC 7301).
enum ApplicationProtocol {
    private static let name = Array("http/1.1".utf8)

    /// Returns where the name stands in a client's list, or `nil` when it is not offered.
    ///
    /// - Parameter list: Names, each after a byte with its length.
    /// - Returns: The offsets of the name in the list.
    static func range(in list: some RandomAccessCollection<UInt8>) -> Range<Int>? {
        var position = 0
        while let length = list.dropFirst(position).first {
            let end = position + 1 + Int(length)
            guard end <= list.count else { return nil }
            if list.dropFirst(position + 1).prefix(Int(length)).elementsEqual(name) {
                return position + 1..<end
            }
            position = end
        }
        return nil
    }
}

/// Answers a client's list of protocols; without the one, the alert is
/// no_application_protocol.
let chooseProtocol:
    @convention(c) (
        OpaquePointer?, UnsafeMutablePointer<UnsafePointer<UInt8>?>?, UnsafeMutablePointer<UInt8>?,
        UnsafePointer<UInt8>?, UInt32, UnsafeMutableRawPointer?
    ) -> Int32 = { _, output, outputLength, input, inputLength, _ in
        let list = unsafe UnsafeBufferPointer(start: input, count: Int(inputLength))
        guard let range = unsafe ApplicationProtocol.range(in: list), let input = unsafe input
        else { return SSL_TLSEXT_ERR_ALERT_FATAL }
        unsafe output?.pointee = unsafe input + range.lowerBound
        unsafe outputLength?.pointee = UInt8(range.count)
        return SSL_TLSEXT_ERR_OK
    }
