import Foundation

/// Named cases of input and expected text, kept in one file of the `Fixtures` folder.
struct Fixture: Sendable {
    /// One case.
    struct Case: Sendable {
        var name: String
        var input: [UInt8]
        var expected: String
    }

    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Fixtures")

    var intro: String
    var cases: [Case]

    init(named name: String) {
        let text = try? String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
        let parts = (text ?? "").components(separatedBy: "\n=== ")
        intro = parts[0]
        cases = parts.dropFirst().map { part in
            let text = part.hasSuffix("\n") ? part : part + "\n"
            let lines = text.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
            return Case(
                name: String(lines[0]), input: Self.unescaped(lines[1].dropFirst(4)),
                expected: String(lines[2]))
        }
    }

    private static func unescaped(_ text: Substring) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Substring(text).utf8
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let escape = rest.popFirst() else {
                bytes.append(byte)
                continue
            }
            switch escape {
            case UInt8(ascii: "n"): bytes.append(UInt8(ascii: "\n"))
            case UInt8(ascii: "x"):
                bytes.append(UInt8(Substring(rest.prefix(2)), radix: 16) ?? 0)
                rest = rest.dropFirst(2)
            default: bytes.append(escape)
            }
        }
        return bytes
    }
}
