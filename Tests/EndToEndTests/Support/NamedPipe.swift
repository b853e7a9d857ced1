import Foundation
import TestSupport

/// A pipe with a name, one end of which a program opens as one of its standard streams.
///
/// Foundation's own pipes and processes keep descriptors open for too long.
final class NamedPipe: Sendable {
    /// Which end is ours.
    enum End: Sendable {
        case reading
        case writing
    }

    /// Where the program finds it.
    let path: String
    private let descriptor: Int32

    /// Makes a pipe and opens our end; neither side waits for the other to do so.
    ///
    /// - Parameters:
    ///   - path: A name that does not exist yet.
    ///   - end: Our end.
    /// - Throws: The system's error.
    init(_ path: String, _ end: End) throws {
        self.path = path
        guard mkfifo(path, 0o600) == 0 else { throw NamedPipe.error }
        let flags = end == .reading ? O_RDONLY | O_NONBLOCK : O_RDWR
        descriptor = open(path, flags | O_CLOEXEC)
        guard descriptor >= 0 else { throw NamedPipe.error }
        _ = fcntl(descriptor, F_SETFL, 0)
    }

    /// Waits for bytes and returns them; none at the end, which comes once the program ends.
    func read() -> [UInt8] {
        var chunk = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = Foundation.read(descriptor, &chunk, chunk.count)
            if count >= 0 { return Array(chunk[..<count]) }
            guard errno == EINTR else { return [] }
        }
    }

    /// Writes a text whole.
    func write(_ text: String) throws {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Foundation.write(descriptor, $0.baseAddress, $0.count)
            }
            guard count > 0 else { throw NamedPipe.error }
            rest = rest.dropFirst(count)
        }
    }

    private static var error: POSIXError { POSIXError(.init(rawValue: errno) ?? .EIO) }

    deinit { close(descriptor) }
}
