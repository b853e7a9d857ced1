import Foundation

/// The lines that a program has written so far; others can wait for one.
///
/// - Threads: All methods may be called from any thread.
final class LineBuffer: @unchecked Sendable {
    private let condition = NSCondition()
    private var bytes: [UInt8] = []
    private var hasEnded = false

    /// Collects everything that a pipe gives, until its end.
    func collect(from pipe: NamedPipe) {
        Thread.detachNewThread { [self] in
            while true {
                let chunk = pipe.read()
                condition.lock()
                bytes.append(contentsOf: chunk)
                hasEnded = chunk.isEmpty
                condition.broadcast()
                condition.unlock()
                if chunk.isEmpty { return }
            }
        }
    }

    /// Everything so far.
    var text: String {
        condition.lock()
        defer { condition.unlock() }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The complete lines so far.
    var lines: [Substring] { Self.lines(of: text) }

    /// Waits until the complete lines satisfy a condition.
    ///
    /// - Parameters:
    ///   - deadlineSeconds: When to give up.
    ///   - isEnough: Asked each time lines were added.
    /// - Returns: Whether the condition became true before the deadline and the file's end.
    func wait(
        deadlineSeconds: Double, until isEnough: ([Substring]) -> Bool
    ) -> Bool {
        let deadline = Date(timeIntervalSinceNow: deadlineSeconds)
        condition.lock()
        defer { condition.unlock() }
        while true {
            if isEnough(Self.lines(of: String(decoding: bytes, as: UTF8.self))) { return true }
            if hasEnded || !condition.wait(until: deadline) { return false }
        }
    }

    /// Waits until everything has been collected that the program wrote before its end.
    func waitForEnd(deadlineSeconds: Double) {
        let deadline = Date(timeIntervalSinceNow: deadlineSeconds)
        condition.lock()
        defer { condition.unlock() }
        while !hasEnded, condition.wait(until: deadline) {}
    }

    private static func lines(of text: String) -> [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    }
}
