import HTTP
import POSIX

/// The fixed request heads by which a framed response is asked for.
enum LaneHead: Hashable, CaseIterable {
    case getAndKeep
    case getAndClose
    case headAndKeep
    case headAndClose
    case getAndKeep10
    case headAndKeep10

    /// Returns the head that makes the library frame a response as the client needs it.
    init(method: String, version: HTTPVersion, keepsAlive: Bool) {
        switch (method == "HEAD", keepsAlive, version) {
        case (false, true, .http11): self = .getAndKeep
        case (true, true, .http11): self = .headAndKeep
        case (false, true, .http10): self = .getAndKeep10
        case (true, true, .http10): self = .headAndKeep10
        case (false, false, _): self = .getAndClose
        case (true, false, _): self = .headAndClose
        }
    }

    /// The bytes of the head.
    var bytes: [UInt8] { Self.all[self] ?? [] }

    private static let all: [LaneHead: [UInt8]] = [
        .getAndKeep: Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8),
        .getAndClose: Array("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".utf8),
        .headAndKeep: Array("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n".utf8),
        .headAndClose: Array("HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".utf8),
        .getAndKeep10: Array("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n".utf8),
        .headAndKeep10: Array("HEAD / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n".utf8),
    ]

    /// Whether the library keeps its connection open after the response.
    var keepsLane: Bool { self != .getAndClose && self != .headAndClose }
}

/// A socket pair into the HTTP library.
///
/// - Ownership: Owns the near end; the library owns the far end and closes it.
final class Lane {
    /// Our end, non-blocking.
    let near: Int32
    /// The library's end: only a key here, never closed or read by us.
    let far: Int32
    /// The response on its way.
    private(set) var reply: Reply?
    /// The head that asked for it.
    private(set) var head = LaneHead.getAndKeep
    /// The second in which it was asked for, since 1970.
    private(set) var second: Int64 = 0
    /// Whether some of it has been read.
    var isBegun = false
    private var isOpen = true
    /// Whether the library has written the whole response.
    var isComplete = false

    init(near: Int32, far: Int32) {
        self.near = near
        self.far = far
    }

    deinit { shutDown() }

    /// Whether a further response can be asked for.
    var isReusable: Bool { isOpen && isComplete && head.keepsLane }

    /// Takes note of the response that is asked for.
    func begin(_ reply: Reply, _ head: LaneHead) {
        self.reply = reply
        self.head = head
        second = Clock.nowMilliseconds() / 1_000
        isBegun = false
        isComplete = false
    }

    /// Forgets the response.
    func end() { reply = nil }

    /// Closes our end.
    func shutDown() {
        guard isOpen else { return }
        isOpen = false
        Socket.close(near)
    }
}
