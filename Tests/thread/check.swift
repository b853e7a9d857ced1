// Two threads that count to a number behind a `Mutex` that they fight for; with an argument,
// beside it. The sanitizer must report the second and not the first: see run.sh.

import Glibc
import Synchronization

final class Counter: Sendable {
    let guarded = Mutex(0)
    nonisolated(unsafe) var unguarded = 0

    func count() {
        if CommandLine.arguments.count > 1 { unguarded += 1 }
        guarded.withLock { $0 += 1 }
        if CommandLine.arguments.count > 1 { unguarded += 1 }
    }
}

let counter = Counter()
let threads = (0..<4).map { _ in
    var thread = pthread_t()
    pthread_create(
        &thread, nil,
        { _ in
            for _ in 0..<50_000 { counter.count() }
            return nil
        }, nil)
    return thread
}
for thread in threads { pthread_join(thread, nil) }
print(counter.guarded.withLock { $0 })
