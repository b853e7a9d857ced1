import Configuration
import Diagnostics
import HTTP
package import POSIX
import Synchronization

/// A directory with a file for each host's document, named as the host.
///
/// Each file is written as a whole, and only when its content changes, so that whatever follows
/// the directory (a synchronisation, a cache) sees what really changed. A list of the files that
/// were written stands beside them, so that those of hosts that are gone are known, and nothing
/// else is ever removed.
package struct DocumentDirectory: Sendable {
    /// The file that lists the others.
    package static let listName = ".aasa-origin-files"
    /// The directory of files that are not whole yet; what an interrupted run left is removed.
    private static let draftsName = ".aasa-origin-drafts"
    /// The largest list that is read: a million names of the greatest length.
    private static let listLimitBytes = 256 * 1024 * 1024
    /// How many files a thread writes before it takes further ones.
    private static let chunk = 64

    /// What has been written.
    package struct Outcome: Sendable, Hashable {
        /// Files that are new or have another content now.
        package var written = 0
        /// Files that had the content already.
        package var unchanged = 0
        /// Files of hosts that are gone, sorted; they are still there unless pruned.
        package var gone: [String] = []
    }

    /// Why a file could not be written.
    package struct Failure: Error, Sendable {
        /// The file.
        package let path: String
        /// The system's reason.
        package let error: SystemError
    }

    private let path: String

    /// Creates a directory that nothing has been written to.
    package init(_ path: String) { self.path = path }

    /// Returns the name of a host's file; a wildcard's `*.` becomes `_wildcard.`.
    package static func fileName(ofHost pattern: String) -> String {
        pattern.hasPrefix("*.") ? "_wildcard." + pattern.dropFirst(2) : pattern
    }

    /// Writes the document of every host that is served.
    ///
    /// - Parameters:
    ///   - snapshot: What is served.
    ///   - prunes: Whether files of hosts that are gone are removed.
    ///   - advance: Takes the number of files that have been looked at.
    /// - Returns: What was written.
    /// - Throws: ``Failure`` at the first file that could not be written; others may have been.
    package func write(
        _ snapshot: Snapshot, prunes: Bool, advance: @escaping @Sendable (Int) -> Void
    ) throws(Failure) -> Outcome {
        let hosts = snapshot.configuration.hosts
        let served = hosts.indices.filter { snapshot.site(ofHost: $0).isEnabled }
        let names = Set(served.map { Self.fileName(ofHost: hosts[$0].pattern) })
        let drafts = try emptyDrafts()
        defer { Files.removeDirectory(drafts) }
        // ORDER: what is in the list can be removed one day, so no file comes before its name.
        let listed = known()
        try list(Set(listed).union(names), insteadOf: listed)
        var outcome = try write(served, of: snapshot, drafts: drafts, advance: advance)
        // Whoever may write the list must not have other files removed by it.
        outcome.gone = listed.filter { name in
            !names.contains(name) && !name.contains("/") && !name.hasPrefix(".")
                && Files.exists("\(path)/\(name)")
        }.sorted()
        if prunes { for name in outcome.gone { Files.remove("\(path)/\(name)") } }
        try list(names.union(prunes ? [] : outcome.gone), insteadOf: known())
        return outcome
    }

    /// Makes the directory of drafts, or empties it; returns its path.
    private func emptyDrafts() throws(Failure) -> String {
        let drafts = "\(path)/\(Self.draftsName)"
        // A link there would lead to files of others; a directory stays.
        Files.remove(drafts)
        try attempt(drafts) { () throws(SystemError) in try Files.createDirectory(drafts) }
        for name in (try? Files.names(in: drafts)) ?? [] { Files.remove("\(drafts)/\(name)") }
        return drafts
    }

    /// Writes the documents of hosts, on several threads.
    private func write(
        _ served: [Int], of snapshot: Snapshot, drafts: String,
        advance: @escaping @Sendable (Int) -> Void
    ) throws(Failure) -> Outcome {
        let hosts = snapshot.configuration.hosts
        // Another run at the same time must not write to the same draft.
        let process = ProcessContext.processID
        let work = Work()
        Parallel.run(served.count, chunk: Self.chunk) { [path] range in
            guard !work.hasFailed else { return }
            var counts = (written: 0, unchanged: 0)
            for host in served[range] {
                let file = "\(path)/\(Self.fileName(ofHost: hosts[host].pattern))"
                do throws(SystemError) {
                    let body = snapshot.site(ofHost: host).response.body
                    if try Self.update(file, body, draft: "\(drafts)/\(host).\(process)") {
                        counts.written += 1
                    } else {
                        counts.unchanged += 1
                    }
                } catch {
                    return work.fail(Failure(path: file, error: error))
                }
            }
            work.add(written: counts.written, unchanged: counts.unchanged)
            advance(range.count)
        }
        return try work.outcome()
    }

    /// Writes a file unless it has the content; returns whether it was written.
    private static func update(
        _ file: String, _ body: [UInt8], draft: String
    ) throws(SystemError) -> Bool {
        if let old = try? Files.read(file, limitBytes: body.count), old == body { return false }
        try Files.write(body, to: file, draft: draft)
        return true
    }

    /// Returns the names in the list of files.
    private func known() -> [String] {
        let bytes = try? Files.read("\(path)/\(Self.listName)", limitBytes: Self.listLimitBytes)
        return String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Writes the list of files unless it is the same.
    private func list(_ names: Set<String>, insteadOf old: [String]) throws(Failure) {
        let new = names.sorted()
        guard new != old else { return }
        let file = "\(path)/\(Self.listName)"
        let bytes = Array(new.map { $0 + "\n" }.joined().utf8)
        try attempt(file) { () throws(SystemError) in try Files.write(bytes, to: file) }
    }

    private func attempt(
        _ path: String, _ body: () throws(SystemError) -> Void
    ) throws(Failure) {
        do { try body() } catch { throw Failure(path: path, error: error) }
    }

    private final class Work: Sendable {
        private let state = Mutex((outcome: Outcome(), failure: Failure?.none))

        var hasFailed: Bool { state.withLock { $0.failure != nil } }

        func add(written: Int, unchanged: Int) {
            state.withLock {
                $0.outcome.written += written
                $0.outcome.unchanged += unchanged
            }
        }

        func fail(_ failure: Failure) { state.withLock { $0.failure = $0.failure ?? failure } }

        func outcome() throws(Failure) -> Outcome {
            let (outcome, failure) = state.withLock { $0 }
            if let failure { throw failure }
            return outcome
        }
    }
}
