package import Diagnostics

/// The strict reader of JSON (RFC 8259), which accepts nothing that any other reader refuses.
///
/// It goes on after mistakes whose meaning is plain (a trailing comma, a comment), so that one
/// run shows all of them, but it gives a value only for a text without any mistake.
package enum JSONReader {
    /// The largest text that is read, in bytes.
    package static let sizeLimitBytes = 16 << 20
    /// How deep arrays and objects may stand in each other.
    package static let depthLimit = 64
    /// How many findings are collected before reading stops.
    package static let findingLimit = 100

    /// What came of reading a text.
    package struct Reading: Sendable {
        /// The value, or `nil` when there is any error.
        package var root: JSONNode?
        /// The findings, in the order of the text.
        package var findings: [Diagnostic]
    }

    /// Returns the value of a JSON text, or what is wrong with it.
    ///
    /// - Parameter source: The text with its name.
    /// - Returns: The value or at least one error, each with an id that begins with `json-`.
    /// - Complexity: Linear in the size of the text.
    package static func read(_ source: SourceFile) -> Reading {
        var parser = JSONParser(source)
        var root: JSONNode?
        do {
            root = try parser.document()
        } catch {
            parser.findings.append(error)
        }
        guard !parser.findings.isEmpty else { return Reading(root: root, findings: []) }
        return Reading(root: nil, findings: parser.findings)
    }
}
