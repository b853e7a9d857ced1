import Glibc

/// A counting semaphore: lets a thread sleep until another has something for it.
///
/// - Ownership: Owns the memory of one `sem_t`.
/// - Threads: All methods may be called from any thread.
@safe package final class Semaphore: Sendable {
    private nonisolated(unsafe) let raw: UnsafeMutablePointer<sem_t>

    /// Creates a semaphore that holds nothing.
    package init() {
        unsafe raw = .allocate(capacity: 1)
        unsafe raw.initialize(to: sem_t())
        unsafe sem_init(raw, 0, 0)
    }

    deinit {
        unsafe sem_destroy(raw)
        unsafe raw.deallocate()
    }

    /// Lets one waiting thread go on, or the next that waits.
    package func signal() {
        unsafe sem_post(raw)
    }

    /// Waits until it is signalled.
    package func wait() {
        while unsafe sem_wait(raw) != 0, errno == EINTR {}
    }

    /// Waits until it is signalled, but no longer than a time.
    ///
    /// - Parameter timeoutMilliseconds: How long at most.
    /// - Returns: Whether it was signalled in time.
    package func wait(timeoutMilliseconds: Int64) -> Bool {
        let end = Clock.nowMilliseconds() + timeoutMilliseconds
        var deadline = timespec(
            tv_sec: Int(end / 1000), tv_nsec: Int(end % 1000) * 1_000_000)
        while unsafe sem_timedwait(raw, &deadline) != 0 {
            if errno != EINTR { return false }
        }
        return true
    }
}
