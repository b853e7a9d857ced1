import Foundation

/// A plain TCP connection of a test, for bytes that no well-behaved client sends.
///
/// Every call waits up to a deadline, so that a server that says nothing fails the test
/// instead of hanging it.
package final class RawConnection {
    /// What went wrong in a test's connection.
    package enum Failure: Error {
        case system(String, Int32)
        case deadline(received: String)
        case endOfStream(received: String)
    }

    private let socket: Int32
    private var buffer: [UInt8] = []

    /// Connects to a port of the loopback address.
    package init(port: Int, host: String = "127.0.0.1") throws {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard socket >= 0 else { throw Failure.system("socket", errno) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        inet_pton(AF_INET, host, &address.sin_addr)
        let status = withUnsafeBytes(of: &address) { bytes in
            connect(
                socket, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                socklen_t(bytes.count))
        }
        guard status == 0 else { throw Failure.system("connect", errno) }
    }

    deinit { close(socket) }

    /// Sends a text.
    package func send(_ text: String) throws { try send(Array(text.utf8)) }

    /// Sends bytes.
    package func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(
                    socket, $0.baseAddress?.advanced(by: sent), bytes.count - sent,
                    Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Failure.system("send", errno) }
            sent += count
        }
    }

    /// Ends the stream to the server.
    package func finish() { _ = shutdown(socket, Int32(SHUT_WR)) }

    /// Makes `close` send a reset instead of an orderly end.
    package func resetOnClose() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
    }

    /// Returns everything that the server sends until it ends the stream.
    package func receiveToEnd(deadlineSeconds: Double = 20) throws -> String {
        let end = Date().addingTimeInterval(deadlineSeconds)
        while try receive(until: end) {}
        defer { buffer = [] }
        return String(decoding: buffer, as: UTF8.self)
    }

    /// Returns one response: the head and a body as long as `Content-Length` says.
    ///
    /// `hasBody` is `false` for the answer to HEAD.
    package func receiveResponse(hasBody: Bool = true, deadlineSeconds: Double = 20) throws
        -> String
    {
        let end = Date().addingTimeInterval(deadlineSeconds)
        while true {
            if let length = responseLength(hasBody), buffer.count >= length {
                let text = String(decoding: buffer[..<length], as: UTF8.self)
                buffer.removeFirst(length)
                return text
            }
            guard try receive(until: end) else {
                throw Failure.endOfStream(received: String(decoding: buffer, as: UTF8.self))
            }
        }
    }

    private func responseLength(_ hasBody: Bool) -> Int? {
        let mark = Array("\r\n\r\n".utf8)
        guard buffer.count >= 4,
            let start = (0...(buffer.count - 4)).first(where: {
                buffer[$0..<($0 + 4)].elementsEqual(mark)
            })
        else { return nil }
        let head = String(decoding: buffer[..<start], as: UTF8.self).lowercased()
        let hasNone = !hasBody || head.hasPrefix("http/1.1 304")
        guard !hasNone, let field = head.range(of: "content-length:") else { return start + 4 }
        let digits = head[field.upperBound...].drop { $0 == " " }.prefix { $0.isNumber }
        return start + 4 + (Int(digits) ?? 0)
    }

    /// Receives once; `false` at the end of the stream.
    private func receive(until end: Date) throws -> Bool {
        var watched = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        let left = max(0, end.timeIntervalSinceNow)
        guard poll(&watched, 1, Int32(left * 1_000)) > 0 else {
            throw Failure.deadline(received: String(decoding: buffer, as: UTF8.self))
        }
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = recv(socket, &chunk, chunk.count, 0)
        guard count > 0 else { return false }
        buffer.append(contentsOf: chunk[..<count])
        return true
    }
}
