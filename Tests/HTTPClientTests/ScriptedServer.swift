import Foundation
import TestSupport

/// A server that gives one client one prepared answer, whatever it asks.
final class ScriptedServer: Sendable {
    /// The address in the form of a URL, without a path; empty for a Unix socket.
    let url: String
    private let request = Locked("")
    private let finished = DispatchSemaphore(value: 0)

    /// Listens on a free port of the loopback address, or on a Unix socket.
    init(answer: String, unixSocket: String? = nil, holdsConnection: Bool = false) throws {
        signal(SIGPIPE, SIG_IGN)
        let listener: Int32
        if let unixSocket {
            listener = try Self.listen(unix: unixSocket)
            url = ""
        } else {
            let port: UInt16
            (listener, port) = try Self.listenOnLoopback()
            url = "http://127.0.0.1:\(port)"
        }
        Thread.detachNewThread { [request, finished] in
            let client = accept(listener, nil, nil)
            close(listener)
            request.withValue { $0 = Self.readHead(client) }
            let bytes = Array(answer.utf8)
            _ = write(client, bytes, bytes.count)
            var byte: UInt8 = 0
            // A client that has given up closes the connection.
            if holdsConnection { while read(client, &byte, 1) > 0 {} }
            close(client)
            finished.signal()
        }
    }

    /// Returns the head of the request, once the answer has been sent.
    func received() throws -> String {
        guard finished.wait(timeout: .now() + 30) == .success else {
            throw CommandFailure.deadline("scripted server", 30)
        }
        return request.withValue { $0 }
    }

    private static func readHead(_ client: Int32) -> String {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while read(client, &byte, 1) == 1 {
            bytes.append(byte)
            if bytes.suffix(4) == [13, 10, 13, 10] { break }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func listenOnLoopback() throws -> (Int32, UInt16) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        try start(listener, &address)
        return (listener, UInt16(bigEndian: address.sin_port))
    }

    private static func listen(unix path: String) throws -> Int32 {
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        try start(listener, &address)
        return listener
    }

    private static func start<Address>(_ listener: Int32, _ address: inout Address) throws {
        var length = socklen_t(MemoryLayout<Address>.size)
        try withUnsafeMutablePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                guard bind(listener, generic, length) == 0, Foundation.listen(listener, 1) == 0,
                    getsockname(listener, generic, &length) == 0
                else { throw POSIXError(.EADDRNOTAVAIL) }
            }
        }
    }
}
