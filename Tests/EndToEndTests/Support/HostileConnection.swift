import TestSupport

/// One connection of a client that means no good, or does not know better.
struct HostileConnection: Sendable {
    /// What the client does once its bytes are sent.
    enum Ending: Sendable {
        /// It waits until the server ends the connection.
        case waits
        /// It says that nothing more comes, and waits.
        case finishes
        /// It closes and reads nothing.
        case leaves
        /// It closes with a reset.
        case resets
        /// It sends one byte after the other until the server ends the connection.
        case trickles
    }

    /// What it is called in failures.
    let name: String
    /// The place of the listener in the configuration of ``LoadedSite``.
    let listener: Int
    let bytes: [UInt8]
    let ending: Ending

    init(_ name: String, listener: Int, _ text: String, _ ending: Ending) {
        self.init(name, listener: listener, bytes: Array(text.utf8), ending)
    }

    init(_ name: String, listener: Int, bytes: [UInt8], _ ending: Ending) {
        self.name = name
        self.listener = listener
        self.bytes = bytes
        self.ending = ending
    }

    /// A server has to end a connection within this time.
    private static let deadlineSeconds = 60.0

    /// Makes the connection, and returns when it has ended.
    ///
    /// - Throws: The failure of a connection that the server refused or left open.
    func run(_ server: RunningServer) throws {
        let client = try RawConnection(
            port: server.port(listener), host: "127.0.0.\(listener + 1)")
        // The server may end the connection at any byte.
        try? client.send(bytes)
        switch ending {
        case .leaves: break
        case .resets: client.resetOnClose()
        case .finishes:
            client.finish()
            _ = try client.receiveToEnd(deadlineSeconds: Self.deadlineSeconds)
        case .waits: _ = try client.receiveToEnd(deadlineSeconds: Self.deadlineSeconds)
        case .trickles: try trickle(client)
        }
    }

    private func trickle(_ client: RawConnection) throws {
        for _ in 0..<1_000 {
            // The wait for an answer that does not come is the pause between two bytes.
            if (try? client.receiveToEnd(deadlineSeconds: 0.05)) != nil { return }
            guard (try? client.send("a")) != nil else { return }
        }
        throw ServerFailure(description: "a thousand bytes were taken one by one")
    }

    private static let request = "GET \(RequestTable.wellKnown) HTTP/1.1\r\nHost: shop.example.com"

    /// One of each kind.
    static let all = [
        HostileConnection("silence", listener: 0, "", .waits),
        HostileConnection(
            "half a greeting", listener: 0,
            bytes: [0x16, 3, 1, 2, 0, 1, 0, 1, 0xFC, 3, 3] + Array("abc".utf8), .waits),
        HostileConnection(
            "half a greeting and an end", listener: 0, bytes: [0x16, 3, 1, 2, 0, 1], .finishes),
        HostileConnection(
            "half a greeting and a reset", listener: 0, bytes: [0x16, 3, 1, 2, 0, 1], .resets),
        HostileConnection(
            "rubbish", listener: 0, bytes: (0..<2_000).map { UInt8(truncatingIfNeeded: $0 &* 167) },
            .waits),
        HostileConnection(
            "a record that is too long", listener: 0,
            bytes: [0x16, 3, 3, 0xFF, 0xFF] + [UInt8](repeating: 0, count: 70_000), .waits),
        HostileConnection("plain HTTP to TLS", listener: 0, request + "\r\n\r\n", .waits),
        HostileConnection(
            "a long head", listener: 1, request + "\r\nX: " + String(repeating: "a", count: 40_000),
            .waits),
        HostileConnection(
            "two lengths", listener: 2,
            request + "\r\nContent-Length: 4\r\nContent-Length: 0\r\n\r\nGET ", .waits),
        HostileConnection("half a head and an end", listener: 1, "GET / HT", .finishes),
        HostileConnection("a head in single bytes", listener: 2, request + "\r\nX: ", .trickles),
        HostileConnection(
            "answers that nobody reads", listener: 2,
            String(repeating: request + "\r\nX-Forwarded-Proto: https\r\n\r\n", count: 400),
            .leaves),
        HostileConnection(
            "answers and a reset", listener: 2,
            String(repeating: request + "\r\nX-Forwarded-Proto: https\r\n\r\n", count: 50),
            .resets),
        HostileConnection(
            "an address that is none", listener: 2, "PROXY TCP4 x y 1 2\r\n\(request)\r\n\r\n",
            .waits),
        HostileConnection(
            "a long PROXY header", listener: 2,
            bytes: Array("\r\n\r\n\0\r\nQUIT\n".utf8) + [0x21, 0x11, 0xFF, 0xFF, 0, 0], .waits),
    ]
}
