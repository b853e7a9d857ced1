import Diagnostics
import POSIX
import SiteAssociation

/// Why a command could not read what it works on.
struct InputFailure: Error {
    let findings: [Diagnostic]

    init(findings: [Diagnostic]) { self.findings = findings }

    init(_ finding: Diagnostic) { findings = [finding] }
}

/// Reads the files that commands work on; `-` is standard input.
enum InputFile {
    /// Reads a file of at most so many bytes.
    static func read(
        _ path: String, limitBytes limit: Int = JSONReader.sizeLimitBytes
    ) throws(InputFailure) -> SourceFile {
        do {
            let bytes =
                path == "-"
                ? try Files.readStandardInput(limitBytes: limit)
                : try Files.read(path, limitBytes: limit)
            return SourceFile(name: path == "-" ? "<stdin>" : path, bytes: bytes)
        } catch {
            throw InputFailure(
                Diagnostic(
                    .error, "file-unreadable",
                    "cannot read \(Diagnostic.quotedPath(path)): \(error.reason)"))
        }
    }

    /// Reads an association file.
    static func document(_ path: String) throws(InputFailure) -> Document {
        try document(in: try read(path))
    }

    /// Reads an association file's text.
    static func document(in source: SourceFile) throws(InputFailure) -> Document {
        let (document, findings) = Document.read(source)
        guard let document else { throw InputFailure(findings: findings) }
        return document
    }

    /// Reads a JSON value that an option holds or names, or `nil` without the option.
    static func json(_ invocation: Invocation, _ option: Option) throws(InputFailure) -> JSONNode? {
        guard let text = invocation.value(option) else { return nil }
        return try json(text, option: option)
    }

    /// Reads a JSON value: text that begins with a brace or bracket, or else a file's.
    static func json(_ text: String, option: Option) throws(InputFailure) -> JSONNode {
        let first = text.utf8.first { $0 != UInt8(ascii: " ") && $0 != 0x0A && $0 != 0x09 }
        let isText = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        let source =
            isText ? SourceFile(name: option.name, bytes: Array(text.utf8)) : try read(text)
        let reading = JSONReader.read(source)
        guard let root = reading.root else { throw InputFailure(findings: reading.findings) }
        return root
    }
}
