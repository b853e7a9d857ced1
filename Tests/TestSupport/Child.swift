import Foundation

/// A program that was started, with files as its standard streams.
///
/// Foundation's `Process` keeps descriptors open after the program has ended, and crashes
/// once a test run has collected a thousand; so the system is called directly.
package final class Child: Sendable {
    /// Its process id.
    package let processID: pid_t
    private let exit = Locked<Int32?>(nil)
    private let ended = DispatchSemaphore(value: 0)

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - path: The program's file.
    ///   - arguments: Its arguments, the name it is called by first.
    ///   - environment: Its variables as `NAME=value`.
    ///   - streams: The files it reads from, writes to and writes errors to.
    /// - Throws: The system's error.
    package init(
        path: String, arguments: [String], environment: [String],
        streams: (input: String, output: String, errors: String)
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let write = O_WRONLY | O_CREAT | O_TRUNC
        posix_spawn_file_actions_addopen(&actions, 0, streams.input, O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, streams.output, write, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, streams.errors, write, 0o600)
        for descriptor in Self.openDescriptors where descriptor > 2 {
            posix_spawn_file_actions_addclose(&actions, descriptor)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A child must not inherit what the tests block or ignore.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var started: pid_t = 0
        let status = Self.withPointers(arguments) { arguments in
            Self.withPointers(environment) { environment in
                posix_spawn(&started, path, &actions, &attributes, arguments, environment)
            }
        }
        guard status == 0 else { throw POSIXError(POSIXErrorCode(rawValue: status) ?? .ENOENT) }
        processID = started
        Thread.detachNewThread { [exit, ended, started] in
            var status: Int32 = 0
            while waitpid(started, &status, 0) < 0, errno == EINTR {}
            let signal = status & 0x7F
            exit.withValue { $0 = signal == 0 ? (status >> 8) & 0xFF : -signal }
            ended.signal()
        }
    }

    /// The variables of the tests, as a program gets them that they start.
    ///
    /// Leaks are looked for in the tests, and in programs whose test says so: the detector takes
    /// much for one that a thread is at work on while the process ends.
    package static var inherited: [String: String] {
        var variables = ProcessInfo.processInfo.environment
        if variables["LSAN_OPTIONS"] != nil { variables["LSAN_OPTIONS"] = "detect_leaks=0" }
        return variables
    }

    /// Waits for the end, and kills the program at the deadline.
    ///
    /// - Parameter deadlineSeconds: How long to wait.
    /// - Returns: The exit status, minus the number of the signal that ended it, or `nil` when
    ///   it had to be killed.
    package func wait(deadlineSeconds: Double) -> Int32? {
        defer { ended.signal() }
        if ended.wait(timeout: .now() + deadlineSeconds) == .success {
            return exit.withValue { $0 }
        }
        send(SIGKILL)
        ended.wait()
        return nil
    }

    /// Sends a signal, unless the program has ended.
    package func send(_ signal: Int32) {
        if exit.withValue({ $0 == nil }) { kill(processID, signal) }
    }

    /// A descriptor in this list may be closed by now, which does no harm.
    private static var openDescriptors: [Int32] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        return (names ?? []).compactMap { Int32($0) }
    }

    private static func withPointers<Result>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let pointers = strings.map { strdup($0) }
        defer { pointers.forEach { free($0) } }
        return body(pointers + [nil])
    }
}
