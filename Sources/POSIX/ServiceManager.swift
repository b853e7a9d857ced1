import Glibc

/// The service manager that started this process and wants to know how it goes (sd_notify(3)).
///
/// A message that cannot be delivered is dropped: no server stops for want of a listener.
///
/// - Threads: All methods may be called from any thread; none waits longer than a second.
package struct ServiceManager: Sendable {
    /// The longest time that is taken for an interval, a day in microseconds.
    private static let watchdogLimitMicroseconds: Int64 = 86_400_000_000

    /// How often the manager wants a sign of life, or `nil` when it does not ask for one.
    package let watchdogMicroseconds: Int64?
    private let address: [UInt8]

    /// Takes the manager from the environment, so that no child finds it there.
    ///
    /// - Returns: The manager, or `nil` when there is none, or none that can be reached.
    package static func take() -> ServiceManager? {
        let names = ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"]
        let values = names.map(ProcessContext.environment)
        for name in names { unsafe unsetenv(name) }
        return ServiceManager(
            socket: values[0] ?? "", watchdog: values[1], watchdogProcess: values[2])
    }

    /// Reads what a manager says of itself.
    ///
    /// - Parameters:
    ///   - socket: An absolute path, or a name of the abstract space behind an `@`.
    ///   - watchdog: The interval in microseconds, as text.
    ///   - watchdogProcess: The process that is meant by it; any unless given.
    package init?(socket: String, watchdog: String? = nil, watchdogProcess: String? = nil) {
        var address = Array(socket.utf8)
        guard address.count > 1, !address.contains(0),
            address.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path)
        else { return nil }
        switch address[0] {
        case UInt8(ascii: "/"): break
        case UInt8(ascii: "@"): address[0] = 0
        default: return nil
        }
        self.address = address
        let isMeant = watchdogProcess.map { Int32($0) == getpid() } ?? true
        watchdogMicroseconds = watchdog.flatMap { Int64($0) }.flatMap {
            isMeant && (1...Self.watchdogLimitMicroseconds).contains($0) ? $0 : nil
        }
    }

    /// Sends assignments, such as `READY=1`, in one message.
    ///
    /// - Returns: Whether the manager's socket took it.
    @discardableResult
    package func send(_ assignments: [(name: String, value: String)]) -> Bool {
        // A line break would begin an assignment of its own.
        let text = assignments.map { name, value in
            "\(name)=\(String(value.map { $0.isNewline ? " " : $0 }))"
        }.joined(separator: "\n")
        let type = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_UNIX, type, 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var patience = timeval(tv_sec: 1, tv_usec: 0)
        _ = unsafe setsockopt(
            descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        return deliver(Array(text.utf8), descriptor)
    }

    private func deliver(_ message: [UInt8], _ descriptor: Int32) -> Bool {
        var target = sockaddr_un()
        target.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &target.sun_path) { unsafe $0.copyBytes(from: address) }
        let prefix = MemoryLayout<sockaddr_un>.size - MemoryLayout.size(ofValue: target.sun_path)
        // The length ends the name in the abstract space, and a zero that of a file.
        let length = socklen_t(prefix + address.count + (address[0] == 0 ? 0 : 1))
        let sent = unsafe withUnsafeBytes(of: &target) { target in
            unsafe message.withUnsafeBytes { message in
                unsafe sendto(
                    descriptor, message.baseAddress, message.count, Int32(MSG_NOSIGNAL),
                    target.baseAddress?.assumingMemoryBound(to: sockaddr.self), length)
            }
        }
        return sent == message.count
    }
}
