import CMalloc
import Glibc
import Synchronization

/// What the process was given: environment, streams, identity, processors.
package enum ProcessContext {
    /// Returns an environment variable, or `nil` when it is not set.
    package static func environment(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }

    /// The number of processors that are on line, at least 1.
    package static var processorCount: Int {
        max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    }

    /// The process id.
    package static var processID: Int32 { getpid() }

    /// The effective user id; 0 is root.
    package static var userID: UInt32 { geteuid() }

    /// The largest number of file descriptors, raised to the hard limit on the way.
    package static func raiseDescriptorLimit() -> Int {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            return 1024
        }
        let before = limit.rlim_cur
        limit.rlim_cur = min(limit.rlim_max, 1_048_576)
        let raised = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
        return Int(clamping: raised ? limit.rlim_cur : before)
    }

    /// Gives memory that is free within the process back to the system.
    ///
    /// The allocator of the C library keeps what was used once, which after a load is as much
    /// again as what is served.
    package static func releaseFreeMemory() { malloc_trim(0) }

    /// Has large blocks come from the system one by one, and go back to it as soon as they are
    /// free.
    ///
    /// The allocator of the C library begins like that, and with the first such block that is
    /// freed it changes its mind: tables of megabytes then lie among small objects, whose pages
    /// stay in use as long as one of them does.
    package static func keepLargeBlocksApart() {
        mallopt(M_MMAP_THRESHOLD, largeBlockBytes)
    }

    /// The size from which on a block is large; the first choice of the C library, too.
    private static let largeBlockBytes: Int32 = 128 * 1_024

    /// Whether standard error is a terminal.
    package static var standardErrorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// Whether standard output is a terminal.
    package static var standardOutputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// The width of the terminal at standard error: what the system says, or else `COLUMNS`.
    package static var terminalColumns: Int {
        var size = winsize()
        if unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
            return Int(size.ws_col)
        }
        let columns = environment("COLUMNS").flatMap { Int($0) } ?? 0
        return (1...1_000).contains(columns) ? columns : 80
    }

    /// The first error of standard output, such as a full disk; a closed pipe is none.
    package static var outputFailure: SystemError? { failure.withLock(\.self) }

    private static let failure = Mutex(SystemError?.none)

    /// Writes text to standard output; ``outputFailure`` tells whether that worked.
    package static func printOutput(_ text: String) { printOutput(Array(text.utf8)) }

    /// Writes bytes to standard output; ``outputFailure`` tells whether that worked.
    package static func printOutput(_ bytes: [UInt8]) {
        do throws(SystemError) {
            try Files.write(bytes[...], descriptor: STDOUT_FILENO)
        } catch {
            guard error.number != EPIPE else { return }
            failure.withLock { $0 = $0 ?? error }
        }
    }

    /// Writes text to standard error; where that fails nobody can be told.
    package static func printError(_ text: String) {
        try? Files.write(Array(text.utf8)[...], descriptor: STDERR_FILENO)
    }

    /// Ends the process at once.
    package static func exit(_ code: Int32) -> Never { Glibc.exit(code) }

    /// Ends the process without running exit handlers, for a second signal.
    package static func exitImmediately(_ code: Int32) -> Never { _exit(code) }
}
