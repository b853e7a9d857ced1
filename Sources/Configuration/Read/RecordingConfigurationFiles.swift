package import POSIX
import Synchronization

/// Files of the machine that remembers which were looked at, and in which state.
///
/// - Threads: Any.
package final class RecordingConfigurationFiles: ConfigurationFiles {
    private let files = SystemConfigurationFiles()
    private let record = Mutex(WatchedFiles())

    /// Creates access that has remembered nothing yet.
    package init() {}

    /// What was looked at so far.
    package var watched: WatchedFiles { record.withLock { $0 } }

    /// Takes note of a file that somebody else reads.
    package func note(_ path: String) { record.withLock { $0.note(file: path) } }

    package func read(_ path: String, limitBytes: Int) throws(SystemError) -> [UInt8] {
        // ORDER: a change while it is read must differ from what is noted.
        note(path)
        return try files.read(path, limitBytes: limitBytes)
    }

    package func paths(matching pattern: String) -> [String] {
        let paths = files.paths(matching: pattern)
        record.withLock { $0.note(pattern: pattern, paths: paths) }
        return paths
    }

    package func isDirectory(_ path: String) -> Bool {
        // What is in it is asked for, and noted, as a pattern.
        files.isDirectory(path)
    }

    package func listingError(of directory: String) -> SystemError? {
        files.listingError(of: directory)
    }

    package func identity(of path: String) -> String { files.identity(of: path) }
}
