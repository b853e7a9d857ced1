import Configuration
import POSIX

/// Files of which there are only two, so that includes find nothing else: the configuration,
/// and behind the first zero byte a table of tenants that goes by any name `table.…`.
struct OneFile: ConfigurationFiles {
    static let path = "aasa.yaml"

    private let text: [UInt8]
    private let table: [UInt8]?

    init(bytes: [UInt8]) {
        let end = bytes.firstIndex(of: 0)
        text = Array(bytes[..<(end ?? bytes.count)])
        table = end.map { Array(bytes[($0 + 1)...]) }
    }

    func read(_ path: String, limitBytes: Int) throws(SystemError) -> [UInt8] {
        let bytes = path == Self.path ? text : path.hasPrefix("table.") ? table : nil
        guard let bytes else { throw .notFound }
        guard bytes.count <= limitBytes else { throw .tooLarge }
        return bytes
    }

    func paths(matching pattern: String) -> [String] { [] }

    func isDirectory(_ path: String) -> Bool { false }

    func listingError(of directory: String) -> SystemError? { nil }

    func identity(of path: String) -> String { path }
}
