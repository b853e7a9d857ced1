import Foundation

/// The checkout that these tests were built from, read as text.
enum Project {
    /// The absolute path of the checkout.
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

    /// The Swift files of `Sources`.
    static let sources = swiftFiles(below: "Sources")

    /// The Swift files of `Tests`.
    static let tests = swiftFiles(below: "Tests")

    /// Returns the text of a file, or an empty text when there is none.
    static func text(of path: String) -> String {
        let bytes = FileManager.default.contents(atPath: "\(root)/\(path)") ?? Data()
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the names in a directory, sorted.
    static func names(in directory: String) -> [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: "\(root)/\(directory)")
        return (names ?? []).sorted()
    }

    /// Returns the paths of all files below a directory, sorted.
    static func files(below directory: String) -> [String] {
        let enumerator = FileManager.default.enumerator(atPath: "\(root)/\(directory)")
        let paths = (enumerator?.allObjects ?? []).compactMap { $0 as? String }
        return paths.map { "\(directory)/\($0)" }.filter { !isDirectory($0) }.sorted()
    }

    private static func isDirectory(_ path: String) -> Bool {
        var result: ObjCBool = false
        let exists = FileManager.default.fileExists(
            atPath: "\(root)/\(path)", isDirectory: &result)
        return exists && result.boolValue
    }

    private static func swiftFiles(below directory: String) -> [SwiftFile] {
        files(below: directory).filter { $0.hasSuffix(".swift") }.map {
            SwiftFile(path: $0, text: text(of: $0))
        }
    }
}
