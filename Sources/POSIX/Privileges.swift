import Glibc

/// Giving up the rights of root.
package enum Privileges {
    /// A user that a process can become.
    package struct Identity: Sendable, Hashable {
        /// The name or number that it was looked up by.
        package let name: String
        /// The user's number; 0 is root.
        package let userID: UInt32
        /// The number of the user's group.
        package let groupID: UInt32
    }

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
    /// Threads that run already follow, because the C library changes them all. Who is that
    /// user already keeps everything, so that root without the right to change users can
    /// stay root.
    ///
    /// - Parameter identity: The user.
    /// - Throws: The system's error; a part of the rights may be gone then.
    package static func drop(to identity: Identity) throws(SystemError) {
        guard identity.userID != geteuid() else { return }
        guard unsafe initgroups(identity.name, identity.groupID) == 0,
            setgid(identity.groupID) == 0, setuid(identity.userID) == 0
        else { throw SystemError() }
        // A process that can become root again has given up nothing.
        guard setuid(0) != 0 else { throw SystemError(EPERM) }
    }

    /// Looks up a user.
    ///
    /// - Parameter user: A user's name, or a number, whose group is the same number then.
    /// - Returns: The user.
    /// - Throws: ``Failure``.
    package static func identity(of user: String) throws(Failure) -> Identity {
        var record = unsafe passwd()
        var memory = [CChar](repeating: 0, count: recordLimitBytes)
        var found: UnsafeMutablePointer<passwd>?
        let status = unsafe memory.withUnsafeMutableBufferPointer { buffer -> Int32 in
            guard let base = buffer.baseAddress else { return EINVAL }
            return unsafe getpwnam_r(user, &record, base, buffer.count, &found)
        }
        if status == 0, unsafe found != nil {
            return Identity(
                name: user, userID: unsafe record.pw_uid, groupID: unsafe record.pw_gid)
        }
        // The largest number stands for 'nobody in particular' in the system's calls.
        if let number = UInt32(user), number != .max {
            return Identity(name: user, userID: number, groupID: number)
        }
        throw [0, ENOENT, ESRCH].contains(status)
            ? .unknownUser : .system(SystemError(status))
    }
}
