import Glibc

/// The signals that the server understands.
package enum Signal: Int32, Sendable, CaseIterable {
    case hangUp = 1
    case interrupt = 2
    case user1 = 10
    case terminate = 15
}

/// Signals as a sequence that one thread waits on.
///
/// Blocking them before any other thread starts makes every thread inherit the mask, so that
/// only ``wait()`` ever receives one. A blocked signal is also kept for PID 1, whose default
/// actions the kernel ignores.
package enum Signals {
    /// Blocks the signals of ``Signal`` for this thread and those it starts, and ignores SIGPIPE.
    package static func block() {
        signal(SIGPIPE, SIG_IGN)
        var set = self.set()
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Waits for the next signal.
    package static func wait() -> Signal {
        var set = self.set()
        while true {
            var number: Int32 = 0
            guard unsafe sigwait(&set, &number) == 0, let signal = Signal(rawValue: number) else {
                continue
            }
            return signal
        }
    }

    /// Sends a signal to this process.
    package static func raise(_ signal: Signal) {
        kill(getpid(), signal.rawValue)
    }

    private static func set() -> sigset_t {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for signal in Signal.allCases { unsafe sigaddset(&set, signal.rawValue) }
        return set
    }
}
