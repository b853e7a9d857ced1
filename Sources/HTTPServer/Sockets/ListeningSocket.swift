import Diagnostics
import Glibc
import POSIX
import Synchronization

/// A bound and listening socket that all event loops accept from.
///
/// One socket is shared by the loops instead of one each (`SO_REUSEPORT`): a loop that is
/// busy never holds connections that an idle one could take, and a port that another
/// process uses is an error instead of a silent sharing.
///
/// - Ownership: Owns the descriptor, and the file of a Unix socket.
/// - Threads: Immutable; accepting is the kernel's business.
final class ListeningSocket: Sendable {
    /// What it was opened for, without its place in the configuration, whose text would stay.
    let listener: Listener
    /// The descriptor.
    let descriptor: Int32
    /// The address that is really bound, `host:port` or a path.
    let boundAddress: String

    /// Why the file of a Unix socket could not be given to its owner, or `nil`.
    let ownerFailure: SystemError?

    private let isOurs: Bool
    private let isRemoved = Atomic<Bool>(false)

    private static let backlog: Int32 = 4096

    /// Binds and listens.
    ///
    /// - Parameters:
    ///   - listener: What to open.
    ///   - isIPv6Only: Whether `::` leaves IPv4 to another listener of the same port.
    ///   - owner: Whom the file of a Unix socket belongs to.
    /// - Throws: `listen-failed` with the address and the system's reason.
    init(
        _ listener: Listener, isIPv6Only: Bool, owner: Privileges.Identity? = nil
    ) throws(Diagnostic) {
        self.listener = Self.withoutPlace(listener)
        isOurs = true
        do {
            switch listener.address {
            case .internet(let host, let port):
                descriptor = try Self.bind(host, port, isIPv6Only: isIPv6Only)
                boundAddress = Self.name(of: descriptor)
            case .unix(let path):
                descriptor = try Self.bind(path: path)
                boundAddress = path
            }
        } catch {
            throw Self.diagnostic(listener, error)
        }
        ownerFailure = Self.give(listener.address, to: owner)
        Socket.disableDelay(descriptor)
    }

    private static func give(
        _ address: Listener.Address, to owner: Privileges.Identity?
    ) -> SystemError? {
        guard let owner, case .unix(let path) = address else { return nil }
        do {
            try Files.giveSocket(path, to: owner)
            return nil
        } catch {
            return error
        }
    }

    /// Takes over a socket that was opened by the service manager.
    ///
    /// - Parameters:
    ///   - descriptor: A listening socket, owned from now on.
    ///   - listener: What it serves.
    init(adopting descriptor: Int32, for listener: Listener) {
        self.listener = Self.withoutPlace(listener)
        self.descriptor = descriptor
        boundAddress = Self.name(of: descriptor)
        isOurs = false
        ownerFailure = nil
        Socket.disableDelay(descriptor)
    }

    private static func withoutPlace(_ listener: Listener) -> Listener {
        var listener = listener
        listener.location = nil
        return listener
    }

    deinit {
        Socket.close(descriptor)
        removeFile()
    }

    /// Removes the file of a Unix socket, once: by then it may be that of the next process.
    private func removeFile() {
        guard isOurs, case .unix(let path) = listener.address,
            !isRemoved.exchange(true, ordering: .relaxed)
        else { return }
        Files.remove(path)
    }

    /// Refuses further connections; the address is free again once all loops have let go.
    ///
    /// A socket of the service manager goes on listening for the process that comes next.
    func stopListening() {
        guard isOurs else { return }
        // ORDER: the file is gone before the process can be.
        removeFile()
        _ = shutdown(descriptor, Int32(SHUT_RD))
    }

    private static func diagnostic(_ listener: Listener, _ error: SystemError) -> Diagnostic {
        var hint: String?
        if error == .addressInUse {
            hint = "another process listens there: stop it, or choose another port"
        } else if error == .permissionDenied {
            hint = "ports below 1024 need root or the capability CAP_NET_BIND_SERVICE"
        }
        return Diagnostic(
            .error, "listen-failed", "cannot listen on \(listener.name): \(error.reason)",
            at: listener.location, hint: hint)
    }

    /// Whether IPv6 sockets can be made at all.
    static var systemHasIPv6: Bool {
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_addr = in6addr_loopback
        guard let probe = try? open(AF_INET6), let bound = try? bind(probe, address) else {
            return false
        }
        Socket.close(bound)
        return true
    }

    // MARK: System calls

    private static func open(_ family: Int32) throws(SystemError) -> Int32 {
        let kind =
            Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
            | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(family, kind, 0)
        guard descriptor >= 0 else { throw SystemError() }
        return descriptor
    }

    private static func bind(
        _ host: String, _ port: UInt16, isIPv6Only: Bool
    ) throws(SystemError) -> Int32 {
        var address6 = sockaddr_in6()
        address6.sin6_family = sa_family_t(AF_INET6)
        address6.sin6_port = port.bigEndian
        if unsafe inet_pton(AF_INET6, host, &address6.sin6_addr) == 1 {
            let descriptor = try open(AF_INET6)
            setOption(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, isIPv6Only ? 1 : 0)
            return try bind(descriptor, address6)
        }
        var address4 = sockaddr_in()
        address4.sin_family = sa_family_t(AF_INET)
        address4.sin_port = port.bigEndian
        guard unsafe inet_pton(AF_INET, host, &address4.sin_addr) == 1 else {
            throw SystemError(EINVAL)
        }
        return try bind(open(AF_INET), address4)
    }

    private static func bind(path: String) throws(SystemError) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw SystemError(ENAMETOOLONG)
        }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        removeStale(path)
        let before = umask(0o117)
        defer { umask(before) }
        return try bind(open(AF_UNIX), address)
    }

    /// Removes the socket file of a process that is gone; a live one answers and stays.
    private static func removeStale(_ path: String) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) {
            unsafe $0.copyBytes(from: Array(path.utf8))
        }
        guard let probe = try? open(AF_UNIX) else { return }
        defer { Socket.close(probe) }
        let connected = unsafe withUnsafeBytes(of: &address) { memory -> Int32 in
            guard let base = memory.baseAddress else { return -1 }
            return unsafe connect(
                probe, base.assumingMemoryBound(to: sockaddr.self), socklen_t(memory.count))
        }
        if connected != 0, errno == ECONNREFUSED { Files.remove(path) }
    }

    private static func bind<Address>(
        _ descriptor: Int32, _ address: Address
    ) throws(SystemError) -> Int32 {
        setOption(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
        let bound = unsafe withUnsafeBytes(of: address) { memory -> Int32 in
            guard let base = memory.baseAddress else { return -1 }
            return unsafe Glibc.bind(
                descriptor, base.assumingMemoryBound(to: sockaddr.self), socklen_t(memory.count))
        }
        guard bound == 0, listen(descriptor, backlog) == 0 else {
            let error = SystemError()
            Socket.close(descriptor)
            throw error
        }
        return descriptor
    }

    private static func setOption(
        _ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32
    ) {
        var value = value
        unsafe setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Returns the address that a socket is bound to, `host:port` or a path.
    static func name(of descriptor: Int32) -> String {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let status = unsafe withUnsafeMutablePointer(to: &storage) { pointer -> Int32 in
            let address = unsafe UnsafeMutableRawPointer(pointer).assumingMemoryBound(
                to: sockaddr.self)
            return unsafe getsockname(descriptor, address, &length)
        }
        guard status == 0 else { return "unknown" }
        guard Int32(storage.ss_family) == AF_UNIX else {
            return SocketAddress(storage).description
        }
        let path = unsafe withUnsafeBytes(of: storage) { unsafe Array($0.dropFirst(2)) }
        return String(decoding: path.prefix { $0 != 0 }, as: UTF8.self)
    }
}
