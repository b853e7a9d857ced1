import Glibc

/// A file, a pipe or standard input that is read piece by piece, so that none has to fit in
/// memory.
///
/// - Ownership: Owns the descriptor of a file; standard input stays open.
/// - Threads: One thread at a time.
package final class FileReader {
    /// How many bytes a piece has at most.
    package static let pieceBytes = 64 * 1024

    private let descriptor: Int32
    private let isOwned: Bool
    private var chunk = [UInt8](repeating: 0, count: FileReader.pieceBytes)

    /// Opens a file.
    ///
    /// - Parameter path: The path; `-` has no special meaning here.
    /// - Throws: The system's error.
    package init(path: String) throws(SystemError) {
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        isOwned = true
        guard descriptor >= 0 else { throw SystemError() }
    }

    private init() {
        descriptor = STDIN_FILENO
        isOwned = false
    }

    /// Returns standard input.
    package static func standardInput() -> FileReader { FileReader() }

    /// Returns the next piece; an empty one is the end.
    ///
    /// - Throws: The system's error, ``SystemError/isDirectory`` for a directory.
    package func next() throws(SystemError) -> [UInt8] {
        while true {
            let count = unsafe chunk.withUnsafeMutableBytes {
                unsafe read(descriptor, $0.baseAddress, $0.count)
            }
            guard count < 0 else { return Array(chunk[..<count]) }
            let error = SystemError()
            if error.number != EINTR { throw error }
        }
    }

    deinit {
        if isOwned, descriptor >= 0 { close(descriptor) }
    }
}
