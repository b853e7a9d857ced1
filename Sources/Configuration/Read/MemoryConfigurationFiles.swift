package import POSIX

/// Files that are only in memory, for tests and for texts that come from elsewhere.
package struct MemoryConfigurationFiles: ConfigurationFiles {
    private let files: [String: [UInt8]]

    /// Creates files from paths and texts.
    package init(_ texts: [String: String]) {
        files = texts.mapValues { Array($0.utf8) }
    }

    /// Creates files from paths and bytes.
    package init(bytes: [String: [UInt8]]) {
        files = bytes
    }

    package func read(_ path: String, limitBytes: Int) throws(SystemError) -> [UInt8] {
        guard let bytes = files[path] ?? files[identity(of: path)] else { throw .notFound }
        guard bytes.count <= limitBytes else { throw .tooLarge }
        return bytes
    }

    package func paths(matching pattern: String) -> [String] {
        Set(files.keys).union(directories)
            .filter { Self.matches($0.utf8[...], pattern.utf8[...]) }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    package func isDirectory(_ path: String) -> Bool {
        directories.contains(path.hasSuffix("/") ? String(path.dropLast()) : path)
    }

    package func listingError(of directory: String) -> SystemError? { nil }

    package func identity(of path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == "..", let last = parts.last, last != ".." {
                parts.removeLast()
            } else {
                parts.append(part)
            }
        }
        return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
    }

    /// The directories that the files lie in.
    private var directories: Set<String> {
        var directories: Set<String> = []
        for path in files.keys {
            var path = path[...]
            while let slash = path.lastIndex(of: "/"), slash != path.startIndex {
                path = path[..<slash]
                directories.insert(String(path))
            }
        }
        return directories
    }

    /// Whether a path matches a glob of `*` and `?`, neither of which crosses `/`.
    private static func matches(
        _ path: Substring.UTF8View, _ pattern: Substring.UTF8View
    ) -> Bool {
        guard let wanted = pattern.first else { return path.isEmpty }
        let slash = UInt8(ascii: "/")
        if wanted == UInt8(ascii: "*") {
            if matches(path, pattern.dropFirst()) { return true }
            guard let byte = path.first, byte != slash else { return false }
            return matches(path.dropFirst(), pattern)
        }
        guard let byte = path.first else { return false }
        let isMatch = wanted == byte || (wanted == UInt8(ascii: "?") && byte != slash)
        return isMatch && matches(path.dropFirst(), pattern.dropFirst())
    }
}
