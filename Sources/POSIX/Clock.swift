import Glibc

/// The system's clocks.
package enum Clock {
    /// Returns the time since 1970 in UTC, in milliseconds.
    package static func nowMilliseconds() -> Int64 {
        nanoseconds(CLOCK_REALTIME) / 1_000_000
    }

    /// Returns a time that only ever grows, in nanoseconds since some start.
    package static func monotonicNanoseconds() -> Int64 {
        nanoseconds(CLOCK_MONOTONIC)
    }

    private static func nanoseconds(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        guard unsafe clock_gettime(clock, &time) == 0 else { return 0 }
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
