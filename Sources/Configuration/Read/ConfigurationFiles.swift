import Diagnostics
package import POSIX

/// Where the loader gets files from.
package protocol ConfigurationFiles: Sendable {
    /// Returns a file's bytes.
    ///
    /// - Parameters:
    ///   - path: The path; `-` is standard input.
    ///   - limitBytes: The largest size that is read.
    /// - Returns: The whole content.
    /// - Throws: The system's error.
    func read(_ path: String, limitBytes: Int) throws(SystemError) -> [UInt8]

    /// Returns the paths that a glob matches, sorted by their bytes.
    func paths(matching pattern: String) -> [String]

    /// Whether a path names a directory, or a link to one.
    func isDirectory(_ path: String) -> Bool

    /// Returns why a directory may not be listed; `nil` when it may, or there is none.
    func listingError(of directory: String) -> SystemError?

    /// Returns what tells a file from others however its path is written.
    func identity(of path: String) -> String
}

extension ConfigurationFiles {
    /// Reports that a pattern matches nothing because its directory may not be listed.
    ///
    /// - Parameters:
    ///   - pattern: A path whose last parts may be those of a glob.
    ///   - id: What the finding is called.
    ///   - location: The place that names the pattern.
    /// - Returns: The finding, or `nil` when the directory may be listed.
    func listingFinding(of pattern: String, _ id: String, at location: Location) -> Diagnostic? {
        let end = pattern.firstIndex { "*?[\\".contains($0) } ?? pattern.endIndex
        let directory = Paths.directory(of: String(pattern[..<end]))
        guard let error = listingError(of: directory) else { return nil }
        return Diagnostic(
            .error, id, "cannot list \(Diagnostic.quotedPath(directory)): \(error.reason)",
            at: location, hint: "who serves needs the right to read the directory")
    }
}
