package import Diagnostics

extension Roster {
    /// Adds the hosts of a file, one in each line.
    ///
    /// Empty lines are passed over, and everything from a `#` on is a comment.
    ///
    /// - Parameter source: The file's name and bytes.
    /// - Returns: `host-malformed` for each line that is no host, `host-line` for each that is
    ///   more than one, `hosts-too-many` at the limit.
    package mutating func addLines(of source: SourceFile) -> [Diagnostic] {
        var findings: [Diagnostic] = []
        let mark = [UInt8](arrayLiteral: 0xEF, 0xBB, 0xBF)
        let bytes = source.bytes.starts(with: mark) ? source.bytes.dropFirst(3) : source.bytes[...]
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let words = Self.words(String(decoding: line, as: UTF8.self))
            guard let word = words.first else { continue }
            let place = Location(source, line: index + 1, column: word.column)
            guard targets.count < Self.limit else {
                findings.append(
                    Diagnostic(
                        .error, "hosts-too-many", "at most \(Self.limit) hosts are looked at",
                        at: place, hint: "divide the file, and look at its parts one by one"))
                return findings
            }
            if words.count > 1 {
                findings.append(
                    Diagnostic(
                        .error, "host-line",
                        "one host stands in a line, and \(Diagnostic.quoted(words[1].text)) is "
                            + "more",
                        at: Location(source, line: index + 1, column: words[1].column),
                        hint: "give it a line of its own, or write '#' before a comment"))
            } else if let target = ProbeTarget(text: word.text) {
                add(target)
            } else {
                findings.append(
                    Diagnostic(
                        .error, "host-malformed", "\(Diagnostic.quoted(word.text)) is no host",
                        at: place, hint: "write it as example.com, or example.com:8443"))
            }
        }
        return findings
    }

    /// Returns the words of a line before its comment, with the column of each.
    private static func words(_ line: String) -> [(text: String, column: Int)] {
        var words: [(text: String, column: Int)] = []
        var word = ""
        var column = 0
        for scalar in line.unicodeScalars {
            if scalar == "#" { break }
            column += 1
            if scalar == " " || scalar == "\t" || scalar == "\r" {
                if !word.isEmpty { words.append((word, column - word.unicodeScalars.count)) }
                word = ""
            } else {
                word.unicodeScalars.append(scalar)
            }
        }
        if !word.isEmpty { words.append((word, column + 1 - word.unicodeScalars.count)) }
        return words
    }
}
