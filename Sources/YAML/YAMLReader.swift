package import Diagnostics

/// A YAML file as a tree, and what is wrong with it.
package struct YAMLDocument: Sendable {
    /// The root, or `nil` when the file holds no value or cannot be read as a whole.
    ///
    /// Duplicate keys, tags and merge keys leave a root, so that its content can be checked
    /// in the same run; of equal keys the first is kept.
    package let root: Node?
    /// The findings, in source order.
    package let findings: [Diagnostic]
}

/// Reads a YAML text into a tree of nodes.
///
/// What YAML has and a configuration does not need is refused: tags of types, merge keys,
/// several documents in a file, and keys that are not text.
package enum YAMLReader {
    /// Reads a file's text.
    ///
    /// A syntax error or a limit ends the reading; duplicate keys, tags and merge keys are
    /// collected. Nothing recurses, so nesting costs no stack.
    ///
    /// - Parameters:
    ///   - source: The text.
    ///   - limits: How large and how tangled it may be.
    /// - Returns: The tree, absent after a syntax error, and the findings.
    package static func read(
        _ source: SourceFile, limits: YAMLLimits = YAMLLimits()
    ) -> YAMLDocument {
        guard source.bytes.count <= limits.fileBytes else {
            let fault = Diagnostic(
                .error, "yaml-limit", "the file is larger than \(limits.fileBytes) bytes",
                at: Location(file: source), hint: "split it with 'include'")
            return YAMLDocument(root: nil, findings: [fault])
        }
        if let fault = EncodingCheck(source: source).fault() {
            return YAMLDocument(root: nil, findings: [fault])
        }
        var builder = TreeBuilder(limits: limits)
        do throws(Diagnostic) {
            let reader = EventReader(source)
            while try builder.add(reader.next()) {}
        } catch {
            return YAMLDocument(root: nil, findings: builder.findings + [error])
        }
        return YAMLDocument(root: builder.root, findings: builder.findings)
    }
}
