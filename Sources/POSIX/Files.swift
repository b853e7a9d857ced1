import Glibc

/// Reading, writing and finding files: the only place besides the log that opens any.
package enum Files {
    /// `O_PATH`, which Swift does not import: a place to start from, without a right to read.
    private static let placeOnly: Int32 = 0o10_000_000
    /// `AT_EMPTY_PATH`, which Swift does not import either: the open place itself.
    private static let emptyPath: Int32 = 0x1000

    /// How long a pipe is waited for.
    package struct PipePatience: Sendable {
        /// Until somebody opens it to write.
        package var writerMilliseconds: Int32 = 3_000
        /// Until its writer goes on.
        package var silenceMilliseconds: Int32 = 60_000

        /// Creates the patience of every reader.
        package init() {}
    }

    /// Returns the bytes of a regular file or pipe.
    ///
    /// A pipe may be the output of another program, and is waited for; one that nobody writes
    /// to must not hold up its reader, a reload for instance, for ever.
    ///
    /// - Parameters:
    ///   - path: The path; `-` has no special meaning here.
    ///   - limitBytes: The largest size that is read.
    ///   - patience: How long a pipe is waited for.
    /// - Returns: The whole content.
    /// - Throws: The system's error, ``SystemError/tooLarge`` over the limit,
    ///   ``SystemError/isDirectory`` for a directory and ``SystemError/noData`` for a pipe that
    ///   nobody writes to.
    package static func read(
        _ path: String, limitBytes: Int, patience: PipePatience = PipePatience()
    ) throws(SystemError) -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError() }
        defer { close(descriptor) }
        return try read(descriptor: descriptor, limitBytes: limitBytes, patience: patience)
    }

    /// Returns the bytes of a regular file below a directory; no link on the way is followed.
    ///
    /// The directory itself may be a link.
    ///
    /// - Parameters:
    ///   - directory: The directory.
    ///   - names: The names on the way from there to the file; none holds a slash.
    ///   - limitBytes: The largest size that is read.
    /// - Returns: The whole content.
    /// - Throws: The system's error, ``SystemError/notFound`` for what is no regular file, and
    ///   ``SystemError/tooLarge`` over the limit.
    package static func read(
        below directory: String, _ names: [String], limitBytes: Int
    ) throws(SystemError) -> [UInt8] {
        let isSafe = names.allSatisfy { !["", ".", ".."].contains($0) && !$0.contains("/") }
        guard isSafe, let file = names.last else { throw .notFound }
        var place = unsafe open(directory, placeOnly | O_DIRECTORY | O_CLOEXEC)
        guard place >= 0 else { throw SystemError() }
        defer { close(place) }
        for name in names.dropLast() {
            let next = unsafe openat(place, name, placeOnly | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard next >= 0 else { throw SystemError() }
            close(place)
            place = next
        }
        // A pipe or a device must not be waited for.
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        let descriptor = unsafe openat(place, file, flags)
        guard descriptor >= 0 else {
            let error = SystemError()
            // A socket has a name among files, and is none.
            throw error.number == ENXIO ? .notFound : error
        }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw SystemError() }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notFound }
        return try read(descriptor: descriptor, limitBytes: limitBytes)
    }

    /// Returns everything that standard input gives until its end.
    package static func readStandardInput(limitBytes: Int) throws(SystemError) -> [UInt8] {
        try read(descriptor: STDIN_FILENO, limitBytes: limitBytes)
    }

    private static func read(
        descriptor: Int32, limitBytes: Int, patience: PipePatience = PipePatience()
    ) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        var wait = isPipe(descriptor) ? WriterWait.due : .over
        while true {
            let count = unsafe chunk.withUnsafeMutableBytes {
                unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
            }
            switch (count, wait) {
            case (..<0, _):
                let error = SystemError()
                if error.number == EINTR { continue }
                guard error.number == EAGAIN else { throw error }
                guard hasNews(descriptor, within: patience.silenceMilliseconds) else {
                    throw .noData
                }
                wait = .over
            case (0, .due):
                // A pipe is at its end before its first writer, too.
                let hasCome = hasNews(descriptor, within: patience.writerMilliseconds)
                wait = hasCome ? .over : .vain
            case (0, .vain): throw .noData
            case (0, .over): return bytes
            default:
                wait = .over
                bytes.append(contentsOf: chunk[..<count])
                if bytes.count > limitBytes { throw .tooLarge }
            }
        }
    }

    /// Whether the first writer of a pipe is to be waited for, was, or was for nothing.
    private enum WriterWait {
        case due
        case over
        case vain
    }

    private static func isPipe(_ descriptor: Int32) -> Bool {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }

    /// Waits for bytes or the end of a stream; `false` when time is over.
    private static func hasNews(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
        var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while true {
            let count = unsafe poll(&watched, 1, milliseconds)
            guard count < 0, errno == EINTR else { return count > 0 }
        }
    }

    /// Writes a file as a whole: readers see the old content or the new, never a part.
    ///
    /// - Parameters:
    ///   - bytes: The content.
    ///   - path: The file; its directory must exist.
    ///   - mode: The permission bits of the new file.
    ///   - draft: Where the file is written before it takes its place, on the same file system;
    ///     beside it unless given. It stays there when the process is ended meanwhile.
    /// - Throws: The system's error; the old file is untouched then.
    package static func write(
        _ bytes: [UInt8], to path: String, mode: UInt32 = 0o644, draft: String? = nil
    ) throws(SystemError) {
        let temporary = draft ?? "\(path).\(getpid()).tmp"
        // A rest of an earlier process would keep its own mode, and a link would lead elsewhere.
        unsafe unlink(temporary)
        let descriptor = unsafe open(
            temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(mode))
        guard descriptor >= 0 else { throw SystemError() }
        do {
            try write(bytes[...], descriptor: descriptor)
        } catch {
            close(descriptor)
            unsafe unlink(temporary)
            throw error
        }
        guard close(descriptor) == 0, unsafe rename(temporary, path) == 0 else {
            let error = SystemError()
            unsafe unlink(temporary)
            throw error
        }
    }

    static func write(_ bytes: ArraySlice<UInt8>, descriptor: Int32) throws(SystemError) {
        var rest = bytes
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0 {
                let error = SystemError()
                if error.number == EINTR { continue }
                throw error
            }
            rest = rest.dropFirst(count)
        }
    }

    /// Creates a directory and its missing parents; an existing one is left as it is.
    package static func createDirectory(_ path: String, mode: UInt32 = 0o755) throws(SystemError) {
        if isDirectory(path) { return }
        let parent = directory(of: path)
        if parent != path, !isDirectory(parent) { try createDirectory(parent, mode: mode) }
        if unsafe mkdir(path, mode_t(mode)) != 0, errno != EEXIST { throw SystemError() }
    }

    /// Whether the path leads to a directory.
    package static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Returns why the process may not list a directory; `nil` when it may, or there is none.
    package static func listingError(of directory: String) -> SystemError? {
        let descriptor = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor < 0 else {
            close(descriptor)
            return nil
        }
        let error = SystemError()
        return error.number == EACCES ? error : nil
    }

    /// Whether anything is at the path; symbolic links are followed.
    package static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    /// Whether the process may read what is at the path.
    package static func isReadable(_ path: String) -> Bool { unsafe access(path, R_OK) == 0 }

    /// Whether the process may write to what is at the path.
    package static func isWritable(_ path: String) -> Bool { unsafe access(path, W_OK) == 0 }

    /// Gives the file of a Unix socket to a user and its group.
    ///
    /// What somebody else has put in its place by now, be it a link, is left alone.
    ///
    /// - Throws: The system's error, and ``SystemError/notFound`` for what is no socket.
    package static func giveSocket(
        _ path: String, to owner: Privileges.Identity
    ) throws(SystemError) {
        let place = unsafe open(path, placeOnly | O_NOFOLLOW | O_CLOEXEC)
        guard place >= 0 else { throw SystemError() }
        defer { close(place) }
        var status = stat()
        guard unsafe fstat(place, &status) == 0 else { throw SystemError() }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notFound }
        guard unsafe fchownat(place, "", owner.userID, owner.groupID, emptyPath) == 0 else {
            throw SystemError()
        }
    }

    /// Removes a file; a missing one is no error.
    package static func remove(_ path: String) { unsafe unlink(path) }

    /// Removes an empty directory; another one is left as it is.
    package static func removeDirectory(_ path: String) { unsafe rmdir(path) }

    /// Returns a path's directory: `.` for a bare name.
    package static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Returns a path as seen from a directory: unchanged when it is absolute.
    package static func resolve(_ path: String, in directory: String) -> String {
        path.hasPrefix("/") || directory == "." ? path : "\(directory)/\(path)"
    }

    /// Returns the absolute path without symbolic links, or `nil` when nothing is there.
    package static func canonical(_ path: String) -> String? {
        guard let resolved = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    /// Returns the paths that a shell pattern matches, sorted by their bytes.
    ///
    /// A pattern without `*`, `?` and `[` that names nothing yields an empty list.
    package static func glob(_ pattern: String) -> [String] {
        var result = unsafe glob_t()
        defer { unsafe globfree(&result) }
        guard unsafe Glibc.glob(pattern, GLOB_NOSORT, nil, &result) == 0 else { return [] }
        var paths: [String] = []
        for index in 0..<Int(unsafe result.gl_pathc) {
            if let path = unsafe result.gl_pathv[index] {
                paths.append(unsafe String(cString: path))
            }
        }
        return paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
