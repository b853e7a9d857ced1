import Configuration
import HTTP
import Origin

/// Reads any bytes as the fields of a proxy and as entity tags: nothing may trap, and only an
/// address becomes the client.
///
/// An input is lines of `NAME:VALUE`.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
    let bytes = UnsafeBufferPointer(start: start, count: count)
    let fields = bytes.split(separator: 0x0A).map { line -> Field in
        let parts = line.split(separator: 0x3A, maxSplits: 1, omittingEmptySubsequences: false)
        var value = ""
        for byte in parts.count > 1 ? Array(parts[1]) : [] {
            value.unicodeScalars.append(Unicode.Scalar(byte))
        }
        return Field(String(decoding: parts[0], as: UTF8.self), value)
    }
    let claims = ProxyClaims(Fields(fields))
    _ = claims.isSecure
    let trusted = [
        IPNetwork(address: [10, 0, 0, 0], prefixLength: 8),
        IPNetwork(address: [UInt8](repeating: 0, count: 15) + [1], prefixLength: 128),
    ]
    if let client = claims.client(trusted: trusted) {
        precondition(PeerAddress(client) != nil, "a client is an address")
    }
    let tags = EntityTags(fields.map(\.value))
    _ = tags.contain("\"a\"", weakly: true)
    return 0
}
