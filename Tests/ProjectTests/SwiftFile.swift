/// A Swift file, and its code without comments and without the text of its strings.
struct SwiftFile {
    /// The path from the root of the checkout.
    let path: String
    /// The whole text.
    let text: String
    /// The code by line; line breaks stand where they stand in the text.
    let lines: [Substring]

    init(path: String, text: String) {
        self.path = path
        self.text = text
        lines = CodeScanner.code(of: text).split(
            separator: "\n", omittingEmptySubsequences: false)
    }

    /// The target that a file of `Sources` or `Tests` belongs to.
    var target: String { String(path.split(separator: "/")[1]) }

    /// The modules of its import lines.
    var imports: [String] {
        lines.compactMap { line in
            guard line.contains("import ") else { return nil }
            let words = line.split(separator: " ")
            guard let keyword = words.firstIndex(of: "import"), keyword <= 1 else { return nil }
            return words.last.map { String($0.prefix { $0 != "." }) }
        }
    }

    /// Returns `path:line: what` for each line of code that a pattern matches.
    func matches(_ pattern: Regex<Substring>, on isCandidate: (Substring) -> Bool) -> [String] {
        lines.enumerated().compactMap { index, line in
            guard isCandidate(line) else { return nil }
            return line.firstMatch(of: pattern).map { "\(path):\(index + 1): \($0.0)" }
        }
    }

    /// The functions with a body, and the number of lines from the first word to the last brace.
    var functions: [(line: Int, length: Int)] {
        lines.indices.compactMap { index in
            guard Self.startsFunction(lines[index]), let length = length(from: index) else {
                return nil
            }
            return (index + 1, length)
        }
    }

    private static func startsFunction(_ line: Substring) -> Bool {
        let words = line.split { $0 == " " || $0 == "(" || $0 == "?" || $0 == "<" }
        let modifiers: Set<Substring> = [
            "package", "private", "fileprivate", "static", "mutating", "override", "convenience",
            "required", "nonisolated", "final", "@discardableResult", "@inline", "__always)",
            "consuming", "borrowing", "@safe", "@Test",
        ]
        let first = words.first { !modifiers.contains($0) }
        return first == "func" || first == "init" || first == "deinit"
    }

    /// Returns the lines up to the brace that closes the body; `nil` without a body.
    private func length(from start: Int) -> Int? {
        var depth = 0
        var isInBody = false
        for index in start..<lines.count {
            if !isInBody, depth == 0, index > start, Self.startsFunction(lines[index]) {
                return nil
            }
            for byte in lines[index].utf8 {
                switch byte {
                case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
                case UInt8(ascii: "{"):
                    isInBody = isInBody || depth == 0
                    depth += 1
                case UInt8(ascii: "}"):
                    depth -= 1
                    // Below 0 the type around it ends: a requirement of a protocol has no body.
                    if depth < 0 { return nil }
                    if depth == 0, isInBody { return index - start + 1 }
                default: break
                }
            }
        }
        return nil
    }
}
