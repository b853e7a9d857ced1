import Foundation

/// The socket of a service manager: takes the messages that a service sends (sd_notify(3)).
///
/// - Threads: Messages are received on a thread of its own until the object goes.
package final class NotifySocket: Sendable {
    /// What `NOTIFY_SOCKET` says.
    package let name: String
    private let descriptor: Int32
    private let received = Locked<[String]>([])
    private let arrived = DispatchSemaphore(value: 0)

    /// Binds a socket.
    ///
    /// - Parameter name: An absolute path, or a name of the abstract space behind an `@`.
    /// - Throws: The system's error.
    package init(_ name: String) throws {
        self.name = name
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(name.utf8)
        if bytes[0] == UInt8(ascii: "@") { bytes[0] = 0 } else { bytes.append(0) }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
        }
        guard status == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        Thread.detachNewThread { [descriptor, received, arrived] in
            var buffer = [UInt8](repeating: 0, count: 4_096)
            while true {
                let count = recv(descriptor, &buffer, buffer.count, 0)
                guard count > 0 else { break }
                let message = String(decoding: buffer[..<count], as: UTF8.self)
                received.withValue { $0.append(message) }
                arrived.signal()
            }
            close(descriptor)
        }
    }

    /// The messages so far.
    package var messages: [String] { received.withValue { $0 } }

    /// Waits until the messages satisfy a condition.
    ///
    /// - Parameters:
    ///   - deadlineSeconds: How long to wait.
    ///   - isEnough: Asked with all messages so far.
    /// - Returns: Whether they did in time.
    package func wait(
        deadlineSeconds: Double = 30, until isEnough: ([String]) -> Bool
    ) -> Bool {
        let end = DispatchTime.now() + deadlineSeconds
        while !isEnough(messages) {
            guard arrived.wait(timeout: end) == .success else { return isEnough(messages) }
        }
        return true
    }

    // A socket of datagrams ends a waiting receiver when it is shut down.
    deinit { shutdown(descriptor, Int32(SHUT_RD)) }
}
