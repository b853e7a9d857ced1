import Diagnostics
import Foundation
import TLS
import TestSupport

/// A web server that does what no good one does, until the object goes.
///
/// - Threads: Each client has a thread of its own.
final class FaultServer: Sendable {
    /// What a client asked for.
    struct Request: Sendable {
        var method: String
        var path: String
        var fields: [String: String]
        /// The version of TLS, such as `TLSv1.3`; empty without.
        var tls = ""

        /// The user agent; empty when none was sent.
        var userAgent: String { fields["user-agent"] ?? "" }
        /// The host, without a port.
        var host: String { String((fields["host"] ?? "").prefix { $0 != ":" }) }
    }

    /// What a client gets.
    struct Reply: Sendable {
        var status = 200
        var fields = ["Content-Type: application/json"]
        var body: [UInt8] = []
        /// Sent in place of all that.
        var raw: [UInt8]?
        /// Sends one byte of the body, and then nothing until the client goes.
        var drips = false
        /// Sends nothing at all until the client goes.
        var isSilent = false
        /// How long the client waits for the first byte.
        var delaySeconds = 0.0

        init(
            _ status: Int = 200, _ fields: [String] = ["Content-Type: application/json"],
            _ body: String = ""
        ) {
            self.status = status
            self.fields = fields
            self.body = Array(body.utf8)
        }
    }

    typealias Answering = @Sendable (Request) -> Reply

    /// The port on 127.0.0.1, or on ::1.
    let port: Int
    private let listener: Int32

    /// Listens on a free port.
    ///
    /// - Parameters:
    ///   - identity: The certificate to show, or `nil` for plain HTTP.
    ///   - settings: The settings of TLS.
    ///   - isVersion6: Whether it listens on ::1 in place of 127.0.0.1.
    ///   - respond: Called for each request, on the client's thread.
    /// - Throws: The system's error.
    init(
        _ identity: TLSIdentity?, settings: TLSSettings = TLSSettings(), isVersion6: Bool = false,
        respond: @escaping Answering
    ) throws {
        signal(SIGPIPE, SIG_IGN)
        listener = socket(isVersion6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        port = try isVersion6 ? Self.listen6(listener) : Self.listen4(listener)
        let tickets = try TicketKeys()
        Thread.detachNewThread { [listener] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else {
                    close(listener)
                    return
                }
                Thread.detachNewThread {
                    defer { close(client) }
                    var deadline = timeval(tv_sec: 30, tv_usec: 0)
                    setsockopt(
                        client, SOL_SOCKET, SO_RCVTIMEO, &deadline,
                        socklen_t(MemoryLayout<timeval>.size))
                    let context = identity.flatMap {
                        try? TLSContext(
                            settings: settings, tickets: tickets,
                            identities: TLSIdentities([$0], fallback: $0))
                    }
                    let stream = FaultStream(client, try? context?.session(on: client))
                    if identity == nil || stream.hasSession { stream.serve(respond) }
                }
            }
        }
    }

    private static func listen4(_ listener: Int32) throws -> Int {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        try listen(listener, at: &address)
        return Int(UInt16(bigEndian: address.sin_port))
    }

    private static func listen6(_ listener: Int32) throws -> Int {
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_addr = in6addr_loopback
        try listen(listener, at: &address)
        return Int(UInt16(bigEndian: address.sin6_port))
    }

    private static func listen<Address>(_ listener: Int32, at address: inout Address) throws {
        var length = socklen_t(MemoryLayout<Address>.size)
        try withUnsafeMutableBytes(of: &address) { bytes in
            guard let generic = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress,
                bind(listener, generic, length) == 0, Foundation.listen(listener, 64) == 0,
                getsockname(listener, generic, &length) == 0
            else { throw POSIXError(.EADDRNOTAVAIL) }
        }
    }

    /// The thread closes the socket, so that it never waits at another's of the same number.
    deinit { shutdown(listener, Int32(SHUT_RDWR)) }
}

/// One client's connection, with TLS or without.
private struct FaultStream {
    let socket: Int32
    let session: TLSSession?
    var hasSession: Bool { session != nil }

    init(_ socket: Int32, _ session: TLSSession?) {
        self.socket = socket
        self.session = session
    }

    func serve(_ respond: FaultServer.Answering) {
        if let session {
            guard case .done = session.handshake() else { return }
        }
        guard let request = request() else {
            // What a plain server says to a TLS handshake.
            if session == nil { write(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)) }
            return
        }
        let reply = respond(request)
        if reply.delaySeconds > 0 {
            // A slow server has to be slow; nobody waits for a state here.
            _ = DispatchSemaphore(value: 0).wait(timeout: .now() + reply.delaySeconds)
        }
        if reply.isSilent {
            waitForEnd()
            return
        }
        write(reply.raw ?? bytes(of: reply, to: request))
        if reply.drips { waitForEnd() }
        if let session { _ = session.shutdown() }
    }

    private func bytes(of reply: FaultServer.Reply, to request: FaultServer.Request) -> [UInt8] {
        let lines =
            ["HTTP/1.1 \(reply.status) Status", "Content-Length: \(reply.body.count)"]
            + reply.fields + ["Connection: close", "", ""]
        let head = Array(lines.joined(separator: "\r\n").utf8)
        if request.method == "HEAD" { return head }
        return head + (reply.drips ? Array(reply.body.prefix(1)) : reply.body)
    }

    private func request() -> FaultServer.Request? {
        var bytes: [UInt8] = []
        while !bytes.suffix(4).elementsEqual([13, 10, 13, 10]) {
            guard bytes.count < 16_384, let byte = read() else { return nil }
            bytes.append(byte)
            if bytes[0] == 0x16 { return nil }
        }
        let lines = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ")
        guard words.count == 3 else { return nil }
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            fields[line[..<colon].lowercased()] = line[line.index(after: colon)...]
                .trimmingCharacters(in: .whitespaces)
        }
        return .init(
            method: String(words[0]), path: String(words[1]), fields: fields,
            tls: session?.version ?? "")
    }

    private func waitForEnd() { while read() != nil {} }

    private func read() -> UInt8? {
        var buffer: [UInt8] = [0]
        guard let session else { return recv(socket, &buffer, 1, 0) == 1 ? buffer[0] : nil }
        guard case .done(let count) = session.read(into: &buffer, from: 0), count == 1 else {
            return nil
        }
        return buffer[0]
    }

    private func write(_ bytes: [UInt8]) {
        var sent = 0
        while sent < bytes.count {
            if let session {
                guard
                    case .done(let count) = session.write(
                        bytes, from: sent, count: bytes.count - sent), count > 0
                else { return }
                sent += count
            } else {
                let count = bytes.withUnsafeBytes {
                    send(
                        socket, $0.baseAddress?.advanced(by: sent), bytes.count - sent,
                        Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { return }
                sent += count
            }
        }
    }
}
