import Diagnostics
import YAML

/// Replaces `${NAME}` and `${NAME:-default}` in a text, once.
///
/// What a variable holds is never looked through again. `$${` stands for `${`.
struct Interpolation {
    /// The longest result in bytes.
    static let limitBytes = 64 * 1024

    /// How many lines are searched for the place of a variable.
    static let placeLineLimit = 200

    let environment: @Sendable (String) -> String?

    /// Returns a text with its variables replaced.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - location: Where the text begins in its source.
    /// - Returns: The result.
    /// - Throws: A finding at the very variable that is unset, empty or malformed.
    func text(_ text: String, at location: Location) throws(Diagnostic) -> String {
        guard text.utf8.contains(UInt8(ascii: "$")) else { return text }
        var rest = text[...]
        var result = ""
        var ordinal = 0
        while let opening = rest.firstRange(of: "${") {
            var before = rest[..<opening.lowerBound]
            rest = rest[opening.upperBound...]
            ordinal += 1
            if before.last == "$" {
                before.removeLast()
                result += before + "${"
                continue
            }
            result += before
            guard let end = rest.firstIndex(of: "}") else {
                throw fault(
                    ordinal, location, "interpolation-unterminated", "'${' has no '}' after it",
                    "write it as ${NAME}, or as $${ for a plain '${'")
            }
            result += try value(of: rest[..<end], ordinal, location)
            rest = rest[rest.index(after: end)...]
            guard result.utf8.count <= Self.limitBytes else {
                throw fault(
                    ordinal, location, "interpolation-too-long",
                    "the text with its variables is longer than \(Self.limitBytes) bytes", nil)
            }
        }
        return result + rest
    }

    private func value(
        of expression: Substring, _ ordinal: Int, _ location: Location
    ) throws(Diagnostic) -> String {
        let separator = expression.firstRange(of: ":-")
        let name = expression[..<(separator?.lowerBound ?? expression.endIndex)]
        let fallback = separator.map { expression[$0.upperBound...] }
        guard isName(name) else {
            throw fault(
                ordinal, location, "interpolation-name",
                "\(Diagnostic.quoted(name)) is not the name of an environment variable",
                "names are letters, digits and '_', such as ${TEAM_ID}")
        }
        if let fallback, fallback.contains("${") {
            throw fault(
                ordinal, location, "interpolation-nested",
                "the default of '${\(name)}' holds another variable",
                "a default is plain text")
        }
        if let value = environment(String(name)), !value.isEmpty { return value }
        if let fallback { return String(fallback) }
        let state = environment(String(name)) == nil ? "not set" : "empty"
        throw fault(
            ordinal, location, "interpolation-\(state == "empty" ? "empty" : "unset")",
            "the environment variable \(Diagnostic.quoted(name)) is \(state)",
            "set it, or give a default as ${\(name):-value}")
    }

    private func isName(_ name: Substring) -> Bool {
        guard let first = name.utf8.first, name.utf8.count <= 128 else { return false }
        let isWord = name.utf8.allSatisfy {
            (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
                || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "_")
        }
        return isWord && !(0x30...0x39).contains(first)
    }

    private func fault(
        _ ordinal: Int, _ location: Location, _ id: String, _ message: String, _ hint: String?
    ) -> Diagnostic {
        Diagnostic(.error, id, message, at: place(ordinal, after: location), hint: hint)
    }

    /// Returns the place of the *n*th `${` of a text in its source: a text in quotes or over
    /// several lines begins before its first character.
    private func place(_ ordinal: Int, after location: Location) -> Location {
        guard var line = location.line, var column = location.column else { return location }
        var found = 0
        let end = line + Self.placeLineLimit
        while line < end, let text = location.source.text(ofLine: line) {
            let scalars = Array(text.unicodeScalars)
            var index = column - 1
            while index + 1 < scalars.count {
                if scalars[index] == "$", scalars[index + 1] == "{" {
                    found += 1
                    if found == ordinal {
                        return Location(location.source, line: line, column: index + 1)
                    }
                }
                index += 1
            }
            line += 1
            column = 1
        }
        return location
    }
}
