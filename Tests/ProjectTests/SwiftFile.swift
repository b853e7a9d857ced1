/// A Swift file, and its code without comments and without the text of its strings.
struct SwiftFile {
    /// The path from the root of the checkout.
    let path: String
    /// The whole text.
    let text: String
    /// The code; line breaks stand where they stand in the text.
    let code: String

    init(path: String, text: String) {
        self.path = path
        self.text = text
        code = CodeScanner.code(of: text)
    }

    /// The target that a file of `Sources` or `Tests` belongs to.
    var target: String { String(path.split(separator: "/")[1]) }

    /// The modules of its import lines.
    var imports: [String] {
        lines(of: code).compactMap { line in
            let words = line.split(separator: " ")
            guard let keyword = words.firstIndex(of: "import"), keyword <= 1 else { return nil }
            return words.last.map { String($0.prefix { $0 != "." }) }
        }
    }

    /// Returns `path:line: what` for each line of code that a pattern matches.
    func matches(_ pattern: Regex<Substring>) -> [String] {
        lines(of: code).enumerated().compactMap { index, line in
            line.firstMatch(of: pattern).map { "\(path):\(index + 1): \($0.0)" }
        }
    }

    /// The functions with a body, and the number of lines from the first word to the last brace.
    var functions: [(line: Int, length: Int)] {
        let characters = Array(code)
        var result: [(line: Int, length: Int)] = []
        var line = 1
        for index in characters.indices {
            if characters[index] == "\n" { line += 1 }
            guard startsFunction(characters, at: index),
                let length = length(of: characters, from: index)
            else { continue }
            result.append((line, length))
        }
        return result
    }

    private func lines(of text: String) -> [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    private func startsFunction(_ code: [Character], at index: Int) -> Bool {
        let isFree = index == 0 || !(code[index - 1].isLetter || "._`".contains(code[index - 1]))
        return isFree
            && ["func ", "init(", "init?(", "deinit "].contains { code[index...].starts(with: $0) }
    }

    /// Returns the lines up to the brace that closes the body; `nil` without a body.
    private func length(of code: [Character], from start: Int) -> Int? {
        var depth = 0
        var lines = 1
        var isInBody = false
        for index in start..<code.count {
            switch code[index] {
            case "\n": lines += 1
            case "(", "[": depth += 1
            case ")", "]": depth -= 1
            case "{":
                isInBody = isInBody || depth == 0
                depth += 1
            case "}":
                depth -= 1
                // Below 0 the surrounding type ends: a requirement of a protocol has no body.
                if depth <= 0, isInBody || depth < 0 { return isInBody ? lines : nil }
            default: break
            }
            if !isInBody, depth == 0, index > start, startsFunction(code, at: index) { return nil }
        }
        return nil
    }
}
