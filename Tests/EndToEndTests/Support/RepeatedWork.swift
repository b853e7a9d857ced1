import Foundation
import TestSupport

/// Pieces of work that are each done again and again, on a thread of their own, until the end.
///
/// Those with rounds are done at most once in each.
///
/// - Threads: All methods may be called from any thread.
final class RepeatedWork: Sendable {
    /// What is done, and what it is called in failures.
    struct Work: Sendable {
        let name: String
        let run: @Sendable () throws -> Void
    }

    private struct State {
        var isEnding = false
        var round = 0
        var running = 0
        var counts: [String: Int] = [:]
        var failures: [String] = []
    }

    /// More failures than these say nothing new.
    private static let failureLimit = 20
    private let state = Locked(State())
    private let changed = NSCondition()
    private let names: [String]
    private let hasRounds: Bool

    /// Starts all of them.
    ///
    /// - Parameters:
    ///   - works: What is done.
    ///   - hasRounds: Whether they wait for ``nextRound()``.
    init(_ works: [Work], hasRounds: Bool = false) {
        names = works.map(\.name)
        self.hasRounds = hasRounds
        state.withValue { $0.running = works.count }
        for work in works { Thread.detachNewThread { [self] in repeatUntilEnd(work) } }
    }

    /// Lets each be done once more, unless it is still being done.
    func nextRound() { update { $0.round += 1 } }

    /// Waits until each was done once, lets each come to its end, and returns what failed.
    func finish() -> [String] {
        wait { state in names.allSatisfy { state.counts[$0, default: 0] > 0 } }
        update { $0.isEnding = true }
        wait { $0.running == 0 }
        return state.withValue { state in
            let late = names.filter { state.counts[$0, default: 0] == 0 || state.running > 0 }
            return state.failures + late.map { "\($0): not done in time" }
        }
    }

    private func repeatUntilEnd(_ work: Work) {
        var round = 0
        while true {
            if hasRounds { wait { $0.round > round || $0.isEnding } }
            let next = state.withValue { $0.isEnding ? nil : $0.round }
            guard let next else { break }
            round = next
            var failure: String?
            do { try work.run() } catch { failure = "\(work.name): \(error)" }
            update { state in
                state.counts[work.name, default: 0] += 1
                if let failure, state.failures.count < Self.failureLimit {
                    state.failures.append(failure)
                }
            }
        }
        update { $0.running -= 1 }
    }

    private func update(_ change: (inout State) -> Void) {
        changed.lock()
        state.withValue(change)
        changed.broadcast()
        changed.unlock()
    }

    private func wait(until isEnough: (State) -> Bool) {
        let deadline = Date(timeIntervalSinceNow: 120)
        changed.lock()
        defer { changed.unlock() }
        while !state.withValue({ isEnough($0) }), changed.wait(until: deadline) {}
    }
}
