/// Paths as text: nothing here looks at a file system.
enum Paths {
    /// Returns a path's directory: `.` for a bare name.
    static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Returns a path as seen from a directory: unchanged when it is absolute.
    static func resolve(_ path: String, in directory: String) -> String {
        if path.hasPrefix("/") || directory == "." { return path }
        return directory.hasSuffix("/") ? directory + path : "\(directory)/\(path)"
    }

    /// Whether a path is a glob rather than the name of one file.
    static func isGlob(_ path: String) -> Bool {
        path.contains { $0 == "*" || $0 == "?" || $0 == "[" }
    }

    /// Returns a pattern that matches just this path.
    static func globEscaped(_ path: String) -> String {
        path.map { "*?[\\".contains($0) ? "\\\($0)" : String($0) }.joined()
    }
}
