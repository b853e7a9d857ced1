import HTTP
import TLS

/// One client's connection: where it stands, and the bytes that wait in either direction.
///
/// - Ownership: Owns the socket; ``EventLoop`` closes it through ``closeSocket()``.
/// - Threads: One thread only, that of its event loop.
final class Client {
    /// Where a connection stands.
    enum Phase {
        /// A PROXY header is awaited or arriving.
        case preamble
        /// Nothing has been received.
        case opening
        /// The TLS handshake is on its way.
        case handshaking
        /// A request head is awaited or arriving.
        case reading
        /// A handler works on the request on another thread.
        case waiting
        /// A response is on its way.
        case answering
        /// The last bytes are on their way; the connection ends after them.
        case finishing
        /// Everything is sent; what still comes is thrown away.
        case lingering
        /// The socket is closed.
        case closed
    }

    /// The word that events carry: slot and generation.
    let token: UInt64
    /// The descriptor.
    let socket: Int32
    /// The listener it came to.
    let listener: Listener
    /// The listener's place among those of the loop.
    let listenerIndex: Int
    /// The address of the socket's other end.
    let peer: String
    /// The client's address: the peer's, unless a PROXY header names another.
    var address: String
    /// When it was accepted, in nanoseconds of the monotonic clock.
    let acceptedAt: Int64

    var phase: Phase
    var tls: TLSSession?
    /// Known once requests can be carried.
    var connection: Connection?

    /// Whether the socket may have bytes; false after it said that it has none.
    var isReadable = false
    /// Whether the end of the client's stream was among its events.
    private(set) var hangsUp = false
    /// Whether the socket may take bytes; false after it said that it takes none.
    var isWritable = true
    /// Whether the loop is told when the socket takes bytes again.
    var watchesOutput = false

    /// Received bytes that are not understood yet.
    var input: [UInt8] = []
    /// Response bytes that the socket did not take yet.
    var output: [UInt8] = []
    var outputStart = 0

    /// When the first byte of the current head came, or 0.
    var headStartedAt: Int64 = 0
    /// Requests that were answered or are being answered.
    var requestCount = 0
    /// The log record of the current request.
    var exchange: Exchange?
    /// The current lane into the HTTP library.
    var lane: Lane?
    /// Whether it stands among the clients that the loop passes response bytes on to.
    var isBusy = false
    /// Whether a further request may follow the current one.
    var keepsAlive = false
    /// Bytes that were thrown away while lingering.
    var lingeredBytes = 0

    /// When something must have happened, or 0.
    var deadline: Int64 = 0
    /// The tick at which the deadline is looked at next, or 0.
    var scheduledTick: Int64 = 0

    /// The list it stands in, and its neighbours there.
    var membership = ClientList.Kind.none
    var previous: Client?
    var next: Client?

    init(
        token: UInt64, socket: Int32, listener: Listener, listenerIndex: Int, peer: String,
        acceptedAt: Int64
    ) {
        self.token = token
        self.socket = socket
        self.listener = listener
        self.listenerIndex = listenerIndex
        self.peer = peer
        address = peer
        phase = listener.proxyProtocol.mode == .off ? .opening : .preamble
        self.acceptedAt = acceptedAt
    }

    /// The number of bytes in `output` that are still to be sent.
    var keptOutput: Int { output.count - outputStart }
    /// The number of response bytes that wait for the socket, here and in the session.
    var pendingOutput: Int { keptOutput + (tls?.pendingBytes ?? 0) }

    /// What is known of the connection, also before the handshake is complete.
    var description: Connection {
        connection
            ?? Connection(
                listener: listener.name, kind: listener.kind, client: address, peer: peer,
                serverName: tls?.serverName)
    }

    /// Closes the socket; nothing may be done with the client afterwards.
    func closeSocket() {
        guard phase != .closed else { return }
        phase = .closed
        tls = nil
        Socket.close(socket)
    }

    /// Takes note of what the loop was told of the socket.
    func note(_ event: EpollEvent) {
        if event.isWritable { isWritable = true }
        guard event.isReadable else { return }
        isReadable = true
        hangsUp = hangsUp || event.hangsUp
        tls?.socketBecameReadable(hangsUp: hangsUp)
    }

    /// Receives bytes, decrypted where TLS is spoken.
    func receive(into buffer: inout [UInt8]) -> Transfer {
        if let tls { return Transfer(tls.read(into: &buffer, from: 0)) }
        let progress = Socket.receive(socket, into: &buffer, from: 0)
        // Less than asked for is all there is: what comes later is an event of its own.
        if case .done(let count) = progress, count < buffer.count, !hangsUp { isReadable = false }
        return Transfer(progress)
    }

    /// Sends bytes, encrypted where TLS is spoken.
    func send(_ buffer: [UInt8], from offset: Int, count: Int) -> Transfer {
        guard let tls else {
            return Transfer(Socket.send(socket, buffer, from: offset, count: count))
        }
        return Transfer(tls.write(buffer, from: offset, count: count))
    }

    /// Sends what TLS has kept of bytes that were sent; `.done` when it keeps nothing.
    func flushSession() -> Transfer { tls.map { Transfer($0.flush()) } ?? .done(0) }
}

/// What a transfer came to, with and without TLS.
enum Transfer {
    case done(Int)
    /// The socket must become ready first.
    case blocked
    /// The client ended its stream in order.
    case closed
    /// The connection is dead.
    case failed

    init(_ progress: SocketProgress) {
        switch progress {
        case .done(let count): self = .done(count)
        case .wouldBlock: self = .blocked
        case .closed: self = .closed
        case .failed: self = .failed
        }
    }

    init(_ progress: TLSProgress) {
        switch progress {
        case .done(let count): self = .done(count)
        case .wantsRead, .wantsWrite: self = .blocked
        case .closed: self = .closed
        case .failed: self = .failed
        }
    }
}
