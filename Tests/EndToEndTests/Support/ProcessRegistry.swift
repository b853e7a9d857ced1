import Foundation
import Synchronization

/// The servers that are running; those left when the tests end are killed then.
enum ProcessRegistry {
    private static let running = Mutex<Set<Int32>>([])
    private static let atEnd: Void = {
        atexit { ProcessRegistry.running.withLock { $0.forEach { kill($0, SIGKILL) } } }
    }()

    /// Remembers a process.
    static func add(_ identifier: Int32) {
        _ = atEnd
        running.withLock { _ = $0.insert(identifier) }
    }

    /// Forgets a process that has ended.
    static func remove(_ identifier: Int32) {
        running.withLock { _ = $0.remove(identifier) }
    }
}
