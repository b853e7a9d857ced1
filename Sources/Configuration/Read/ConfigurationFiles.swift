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

    /// Returns what tells a file from others however its path is written.
    func identity(of path: String) -> String
}
