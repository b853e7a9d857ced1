import Configuration
import POSIX

/// Files of which there is only one, so that includes find nothing else.
struct OneFile: ConfigurationFiles {
    static let path = "aasa.yaml"

    let bytes: [UInt8]

    func read(_ path: String, limitBytes: Int) throws(SystemError) -> [UInt8] {
        guard path == Self.path else { throw .notFound }
        guard bytes.count <= limitBytes else { throw .tooLarge }
        return bytes
    }

    func paths(matching pattern: String) -> [String] { [] }

    func isDirectory(_ path: String) -> Bool { false }

    func identity(of path: String) -> String { path }
}
