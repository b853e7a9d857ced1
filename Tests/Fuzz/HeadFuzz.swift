import HTTP

@testable import HTTPServer

/// Reads any bytes as a request head, whole and cut, and as a PROXY header.
///
/// A head that is taken is the same when more bytes follow, is not taken when its last byte is
/// missing, and holds no byte that a log line or the HTTP library must not see.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    for gate in gates { checkHead(bytes, gate) }
    checkProxyHeader(bytes)
    return 0
}

/// That of the public listeners, and that of the administrator, which takes bodies.
private let gates = [
    RequestGate(headLimitBytes: 512, fieldLimit: 16),
    RequestGate(headLimitBytes: 512, fieldLimit: 16, bodyLimitBytes: 64),
]

private func checkHead(_ bytes: [UInt8], _ gate: RequestGate) {
    switch gate.progress(of: bytes[...]) {
    case .incomplete:
        let limit = gate.headLimitBytes + gate.bodyLimitBytes
        precondition(bytes.count < limit, "a head and a body have limits")
    case .refused(let refusal, _):
        precondition(refusal.status >= 400, "a refusal is an error")
    case .complete(let head):
        let count = head.body.count
        precondition(head.length - count <= gate.headLimitBytes, "a head has a limit")
        precondition(count <= gate.bodyLimitBytes, "a body has a limit")
        precondition(bytes[..<head.length].suffix(count) == head.body[...], "a body follows")
        let target = head.receivedTarget.utf8
        precondition(target.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "a target is visible ASCII")
        precondition(head.target.hasPrefix("/") || head.target == "*", "a target has a path")
        precondition(head.host?.isEmpty != true, "a host is not empty")
        precondition(head.fields.count <= gate.fieldLimit, "fields have a limit")
        if case .complete(let again) = gate.progress(of: (bytes[..<head.length] + [0x47])[...]) {
            precondition(again.length == head.length, "what follows does not matter")
        } else {
            preconditionFailure("what follows does not matter")
        }
        if case .complete = gate.progress(of: bytes[..<(head.length - 1)]) {
            preconditionFailure("a head ends with its last byte")
        }
    }
}

private func checkProxyHeader(_ bytes: [UInt8]) {
    guard case .complete(let header) = ProxyHeaderReader.progress(of: bytes[...]) else { return }
    precondition(header.length <= bytes.count, "a header is as long as its bytes")
    let prefix = bytes[..<header.length]
    precondition(
        ProxyHeaderReader.progress(of: prefix) == .complete(header), "what follows does not matter")
    for length in [header.length - 1, header.length / 2] {
        precondition(
            ProxyHeaderReader.progress(of: bytes[..<length]) == .incomplete,
            "a header ends with its last byte")
    }
}
