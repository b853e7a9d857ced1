package import POSIX

/// The files and patterns that a load looked at, as they were before it did.
package struct WatchedFiles: Sendable, Equatable {
    /// The state of every file, `nil` for one that was missing.
    package private(set) var files: [String: FileSignature?] = [:]
    /// What every pattern matched.
    package private(set) var patterns: [String: [String]] = [:]

    /// Creates an empty list.
    package init() {}

    /// Takes note of a file as it is now; the first look counts.
    package mutating func note(file path: String) {
        guard path != "-", files[path] == nil else { return }
        files[path] = .some(FileSignature(path: path))
    }

    /// Takes note of what a pattern matches now; the first look counts.
    package mutating func note(pattern: String, paths: [String]) {
        guard patterns[pattern] == nil else { return }
        patterns[pattern] = paths
    }

    /// Returns these files and patterns, and those of an earlier load that are not among them.
    ///
    /// The earlier ones are taken as they are now, so that they count from here on.
    package func merged(over earlier: WatchedFiles) -> WatchedFiles {
        var merged = earlier.current()
        merged.files.merge(files) { $1 }
        merged.patterns.merge(patterns) { $1 }
        return merged
    }

    /// Returns the same files and patterns as they are now.
    package func current() -> WatchedFiles {
        var now = WatchedFiles()
        for path in files.keys { now.note(file: path) }
        for pattern in patterns.keys { now.note(pattern: pattern, paths: Files.glob(pattern)) }
        return now
    }

    /// The directories in which a change can be seen: of the names, and of what they lead to.
    package var directories: Set<String> {
        var directories: Set<String> = []
        for path in Array(files.keys) + Array(patterns.keys) {
            directories.insert(Files.directory(of: path))
            if let canonical = Files.canonical(path) {
                directories.insert(Files.directory(of: canonical))
            }
        }
        return directories.filter(Files.isDirectory)
    }
}
