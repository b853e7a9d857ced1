import Foundation

/// A value behind a lock.
package final class Locked<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    /// Puts a value behind a lock of its own.
    package init(_ value: Value) { self.value = value }

    /// Calls a function with the value while nobody else can reach it.
    package func withValue<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
