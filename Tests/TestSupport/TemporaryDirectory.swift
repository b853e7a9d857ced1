import Foundation
import Synchronization

/// A new directory for one test, removed with everything in it when the last reference goes.
///
/// Constants of the process are never released: their directories go when the tests end.
package final class TemporaryDirectory: Sendable {
    private static let living = Mutex<Set<String>>([])
    private static let atEnd: Void = {
        atexit {
            for path in TemporaryDirectory.living.withLock({ $0 }) {
                try? FileManager.default.removeItem(atPath: path)
            }
        }
    }()

    /// The absolute path without a slash at its end.
    package let path: String

    /// Creates the directory below the system's directory for temporary files.
    package init() throws {
        let name = "aasa-origin-test-\(UUID().uuidString)"
        path = FileManager.default.temporaryDirectory.appendingPathComponent(name).path
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        _ = Self.atEnd
        Self.living.withLock { _ = $0.insert(path) }
    }

    /// Returns the absolute path of a name in the directory.
    package func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file, creating the directories on its way.
    ///
    /// - Parameters:
    ///   - text: The content.
    ///   - name: The path below the directory.
    /// - Returns: The file's absolute path.
    /// - Throws: The system's error.
    @discardableResult
    package func write(_ text: String, to name: String) throws -> String {
        try write(Array(text.utf8), to: name)
    }

    /// Writes a file of bytes, creating the directories on its way.
    ///
    /// - Parameters:
    ///   - bytes: The content.
    ///   - name: The path below the directory.
    /// - Returns: The file's absolute path.
    /// - Throws: The system's error.
    @discardableResult
    package func write(_ bytes: [UInt8], to name: String) throws -> String {
        let url = URL(fileURLWithPath: file(name))
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
        return url.path
    }

    /// Returns the text of a file in the directory.
    package func text(of name: String) throws -> String {
        String(decoding: try bytes(of: name), as: UTF8.self)
    }

    /// Returns the bytes of a file in the directory.
    ///
    /// Foundation leaks a page for each empty file that it reads, which the address sanitizer
    /// reports; so the system is called directly.
    package func bytes(of name: String) throws -> [UInt8] {
        let descriptor = open(file(name), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            guard count > 0 else { return bytes }
            bytes += chunk[..<count]
        }
    }

    /// Removes the directory before its time.
    package func remove() {
        try? FileManager.default.removeItem(atPath: path)
        Self.living.withLock { _ = $0.remove(path) }
    }

    deinit { remove() }
}
