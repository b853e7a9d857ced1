import Glibc

/// Sockets that the service manager opened and passed on (sd_listen_fds(3)).
package enum SocketActivation {
    private static let firstDescriptor: Int32 = 3
    /// More than any unit names; a larger number is a mistake.
    private static let limit: Int32 = 1_024

    /// Takes the passed sockets, and keeps programs that this one starts from having them.
    ///
    /// Each is made non-blocking. The variables are removed, so that a second call, and a
    /// child, find none. A descriptor that is not open is left out, since its number will be
    /// given to something else; so this must be called before anything is opened.
    ///
    /// - Returns: The descriptors; empty when none were passed, or to another process.
    package static func takeDescriptors() -> [Int32] {
        defer {
            for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsafe unsetenv(name) }
        }
        guard let process = ProcessContext.environment("LISTEN_PID").flatMap({ Int32($0) }),
            process == getpid(),
            let count = ProcessContext.environment("LISTEN_FDS").flatMap({ Int32($0) }),
            count > 0, count <= limit
        else { return [] }
        let descriptors = (firstDescriptor..<(firstDescriptor + count)).filter {
            fcntl($0, F_GETFD) >= 0
        }
        for descriptor in descriptors {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        }
        return descriptors
    }
}
