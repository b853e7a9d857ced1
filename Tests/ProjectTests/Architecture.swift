/// The targets as `Sources/README.md` and as `Package.swift` state them.
enum Architecture {
    /// The targets that may hold pointers, and so the word `unsafe`.
    static let unsafeTargets: Set = [
        "POSIX", "YAML", "TLS", "HTTPClient", "Compression", "SQLite", "HTTPServer",
    ]

    /// Each target of the table in `Sources/README.md`, with what it depends on.
    static let documented: [String: Set<String>] = {
        var targets: [String: Set<String>] = [:]
        for line in Project.text(of: "Sources/README.md").split(separator: "\n") {
            let cells = line.split(separator: "|").map(trimmed)
            guard cells.count >= 3, Int(cells[0]) != nil else { continue }
            for target in words(cells[1]) {
                // The executable may use whatever it likes of what is above it.
                let isTop = cells[2] == "everything above"
                targets[target] = isTop ? declared[target] ?? [] : words(cells[2])
            }
        }
        return targets
    }()

    /// Each target of the manifest that is not a test, with what it depends on.
    static let declared: [String: Set<String>] = {
        let manifest = Project.text(of: "Package.swift")
        var targets: [String: Set<String>] = [:]
        let libraries = /library\(\s*"([^"]+)"(?:,\s*\[([^\]]*)\])?\)/
        for match in manifest.matches(of: libraries) {
            targets[String(match.1)] = quoted(match.2 ?? "")
        }
        for match in manifest.matches(of: /\.systemLibrary\(\s*name: "([^"]+)"/) {
            targets[String(match.1)] = []
        }
        let executables = /executableTarget\(\s*name: "([^"]+)",\s*dependencies: \[([^\]]*)\]/
        for match in manifest.matches(of: executables) {
            targets[String(match.1)] = quoted(match.2)
        }
        return targets
    }()

    /// Whether a target is a C library.
    static func isC(_ target: String) -> Bool { declared[target] == [] && target.isCLibraryName }

    private static func trimmed(_ text: Substring) -> String {
        String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }

    private static func words(_ cell: String) -> Set<String> {
        cell == "–" ? [] : Set(cell.split(separator: ", ").map(String.init))
    }

    private static func quoted(_ list: Substring) -> Set<String> {
        Set(list.matches(of: /"([^"]+)"/).map { String($0.1) })
    }
}

extension String {
    /// Whether the name is spelled as those of the C libraries are: `C` and another capital.
    var isCLibraryName: Bool {
        let second = dropFirst().first
        return first == "C" && second?.isUppercase == true
    }
}
