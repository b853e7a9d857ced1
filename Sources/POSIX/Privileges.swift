import Glibc

/// Giving up the rights of root.
package enum Privileges {
    /// Why the rights could not be given up.
    package enum Failure: Error, Sendable, Hashable {
        /// The system knows no such user.
        case unknownUser
        /// A call failed, and the process must not go on.
        case system(SystemError)
    }

    private static let recordLimitBytes = 16 * 1_024

    /// Becomes another user for good, with its groups and nobody's capabilities.
    ///
    /// Threads that run already follow, because the C library changes them all.
    ///
    /// - Parameter user: A user's name, or a number, whose group is the same number then.
    /// - Throws: ``Failure``; a part of the rights may be gone then.
    package static func drop(to user: String) throws(Failure) {
        let (uid, gid) = try identity(of: user)
        let isRoot = geteuid() == 0
        if isRoot {
            guard unsafe initgroups(user, gid) == 0 else { throw .system(SystemError()) }
        }
        guard setgid(gid) == 0, setuid(uid) == 0 else {
            throw .system(SystemError())
        }
        // A process that can become root again has given up nothing.
        guard uid == 0 || setuid(0) != 0 else { throw .system(SystemError(EPERM)) }
    }

    private static func identity(of user: String) throws(Failure) -> (uid_t, gid_t) {
        var record = unsafe passwd()
        var memory = [CChar](repeating: 0, count: recordLimitBytes)
        var found: UnsafeMutablePointer<passwd>?
        let status = unsafe memory.withUnsafeMutableBufferPointer { buffer -> Int32 in
            guard let base = buffer.baseAddress else { return EINVAL }
            return unsafe getpwnam_r(user, &record, base, buffer.count, &found)
        }
        if status == 0, unsafe found != nil { return (unsafe record.pw_uid, unsafe record.pw_gid) }
        if let number = UInt32(user) { return (number, number) }
        throw status == 0 || status == ENOENT ? .unknownUser : .system(SystemError(status))
    }
}
