import Glibc
import Synchronization

/// Threads of the operating system, for loops that block in system calls.
package enum Threads {
    private final class Body {
        let name: String
        let run: @Sendable () -> Void

        init(_ name: String, _ run: @escaping @Sendable () -> Void) {
            self.name = name
            self.run = run
        }

        func start() {
            // The kernel's file is the way to a thread's name that needs no GNU extension.
            try? LogFile(path: "/proc/thread-self/comm").append(Array(name.utf8))
            run()
        }
    }

    /// Lets threads of ordinary priority go before the calling one, and those that it starts.
    ///
    /// It cannot be taken back: only root may raise a priority.
    package static func yieldPriority() {
        // Linux takes a process for its calling thread here.
        _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
    }

    /// Work for another thread, and what came of it.
    private final class Errand<Value: Sendable>: Sendable {
        private let body: Mutex<(@Sendable () -> Value)?>
        private let value = Mutex<Value?>(nil)

        init(_ body: @escaping @Sendable () -> Value) { self.body = Mutex(body) }

        /// Makes the value; nothing of the body is left then.
        func run() {
            let made = body.withLock { $0.take() }?()
            value.withLock { $0 = made }
        }

        func take() -> Value? { value.withLock { $0.take() } }
    }

    /// Runs a body on a thread of its own, and waits for its value.
    ///
    /// What it allocates then lies apart from what the calling thread has allocated: the
    /// allocator of the C library gives a new thread an arena that no other one uses. Where the
    /// system has no room for a thread, the calling one runs the body. The other thread holds
    /// on to nothing of both when this returns.
    ///
    /// - Parameters:
    ///   - name: At most 15 bytes, as for ``start(_:_:)``.
    ///   - body: Makes the value.
    /// - Returns: The value.
    package static func apart<Value: Sendable>(
        _ name: String, _ body: @escaping @Sendable () -> Value
    ) -> Value {
        let errand = Errand(body)
        let done = Semaphore()
        do {
            try start(name) {
                errand.run()
                done.signal()
            }
            done.wait()
        } catch {
            errand.run()
        }
        guard let value = errand.take() else {
            preconditionFailure("an errand that was run has a value")
        }
        return value
    }

    /// Starts a detached thread.
    ///
    /// - Parameters:
    ///   - name: At most 15 bytes, shown by `ps -L` and `top -H`.
    ///   - run: The thread ends when it returns.
    /// - Throws: The system's error when there is no room for a thread.
    package static func start(
        _ name: String, _ run: @escaping @Sendable () -> Void
    ) throws(SystemError) {
        let argument = unsafe Unmanaged.passRetained(Body(name, run))
        var thread = pthread_t()
        let status = unsafe pthread_create(
            &thread, nil,
            { pointer in
                guard let pointer = unsafe pointer else { return nil }
                unsafe Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().start()
                return nil
            }, argument.toOpaque())
        guard status == 0 else {
            unsafe argument.release()
            throw SystemError(status)
        }
        pthread_detach(thread)
    }
}
