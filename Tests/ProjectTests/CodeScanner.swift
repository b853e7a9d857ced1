/// Separates Swift code from comments and strings; code in interpolations counts as code.
struct CodeScanner {
    private let characters: [Character]
    private var position = 0
    private var code = ""

    private init(_ text: String) { characters = Array(text) }

    /// Returns the text without comments and without what stands between quotes.
    static func code(of text: String) -> String {
        var scanner = CodeScanner(text)
        scanner.scanCode(untilParenthesis: false)
        return scanner.code
    }

    private func sees(_ text: String) -> Bool { characters[position...].starts(with: text) }

    private mutating func scanCode(untilParenthesis: Bool) {
        var depth = 0
        while position < characters.count {
            if sees("//") {
                while position < characters.count, characters[position] != "\n" { position += 1 }
            } else if sees("/*") {
                skipBlockComment()
            } else if let hashes = stringStart() {
                skipString(hashes: hashes)
            } else {
                let character = characters[position]
                if character == "(" { depth += 1 }
                if character == ")" { depth -= 1 }
                if untilParenthesis, depth < 0 { return }
                code.append(character)
                position += 1
            }
        }
    }

    /// The number of `#` before a string that starts here.
    private func stringStart() -> Int? {
        let hashes = characters[position...].prefix { $0 == "#" }.count
        let quote = position + hashes
        return quote < characters.count && characters[quote] == "\"" ? hashes : nil
    }

    private mutating func skipBlockComment() {
        var depth = 0
        repeat {
            if sees("/*") { depth += 1 }
            if sees("*/") { depth -= 1 }
            if characters[position] == "\n" { code.append("\n") }
            position += sees("/*") || sees("*/") ? 2 : 1
        } while depth > 0 && position < characters.count
    }

    private mutating func skipString(hashes: Int) {
        position += hashes
        let marks = String(repeating: "#", count: hashes)
        let quotes = sees("\"\"\"") ? "\"\"\"" : "\""
        position += quotes.count
        code += "\"\""
        while position < characters.count, !sees(quotes + marks) {
            if sees("\\\(marks)(") {
                position += 2 + hashes
                code.append("(")
                scanCode(untilParenthesis: true)
                code.append(")")
            } else if hashes == 0, sees("\\") {
                position += 1
            }
            guard position < characters.count else { return }
            if characters[position] == "\n" { code.append("\n") }
            position += 1
        }
        position += quotes.count + hashes
    }
}
