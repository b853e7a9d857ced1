import Glibc

/// A file, or a standard stream, that lines are appended to.
///
/// - Ownership: Owns the descriptor of a file; standard streams stay open.
/// - Threads: Not for use from several threads at once.
package final class LogFile {
    private let path: String?
    private var descriptor: Int32

    /// Opens a file for appending, creating it with mode 0640.
    ///
    /// Only a file that did not exist is given to the owner: an old one may be anything, by
    /// way of a link that somebody without the rights of this process has put there.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - owner: Whom a new file belongs to, or `nil` for the user of the process.
    /// - Throws: The system's error.
    package init(path: String, owner: Privileges.Identity? = nil) throws(SystemError) {
        self.path = path
        if let owner, let descriptor = Self.create(path, for: owner) {
            self.descriptor = descriptor
        } else {
            descriptor = try Self.open(path)
        }
    }

    private static func create(_ path: String, for owner: Privileges.Identity) -> Int32? {
        let flags = O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_CLOEXEC
        let descriptor = unsafe Glibc.open(path, flags, 0o640)
        guard descriptor >= 0 else { return nil }
        // Whoever looks after the log finds out at the start whether this has worked.
        _ = fchown(descriptor, owner.userID, owner.groupID)
        return descriptor
    }

    private init(standard descriptor: Int32) {
        path = nil
        self.descriptor = descriptor
    }

    /// Returns standard output.
    package static func standardOutput() -> LogFile { LogFile(standard: STDOUT_FILENO) }

    /// Returns standard error.
    package static func standardError() -> LogFile { LogFile(standard: STDERR_FILENO) }

    /// Appends bytes.
    ///
    /// - Throws: The system's error; a part may have been written then.
    package func append(_ bytes: [UInt8]) throws(SystemError) {
        try Files.write(bytes[...], descriptor: descriptor)
    }

    /// Opens the file at the path again, for instance after it was renamed.
    ///
    /// The old file stays in use when the new one cannot be opened. Standard streams are
    /// left alone.
    ///
    /// - Throws: The system's error.
    package func reopen() throws(SystemError) {
        guard let path else { return }
        let fresh = try Self.open(path)
        close(descriptor)
        descriptor = fresh
    }

    private static func open(_ path: String) throws(SystemError) -> Int32 {
        if isPipe(path) {
            // Open for both, a pipe needs no reader: its opening would wait for one otherwise,
            // and a reader that starts again loses nothing.
            let descriptor = unsafe Glibc.open(path, O_RDWR | O_CLOEXEC)
            if descriptor >= 0 { return descriptor }
        }
        let descriptor = unsafe Glibc.open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o640)
        guard descriptor >= 0 else { throw SystemError() }
        return descriptor
    }

    private static func isPipe(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }

    deinit {
        if path != nil { close(descriptor) }
    }
}
