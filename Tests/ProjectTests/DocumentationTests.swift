import Admin
import FetchRecord
import HTTP
import Origin
import Testing

struct `The README` {
    @Test func `lists every outcome of the access log in order`() {
        #expect(ReadmeTable.firstColumn(below: "outcome") == Outcome.allCases.map(\.rawValue))
    }

    @Test func `lists every field of the access log in order`() {
        #expect(ReadmeTable.firstColumn(below: "field") == AccessLogFormat.fieldNames)
    }

    @Test func `lists every route of the admin listener in order`() {
        let rows = ReadmeTable.rows(below: "method")
        #expect(rows == AdminRoute.allCases.map { [$0.method, $0.path, $0.summary] })
    }

    @Test func `lists every metric with its type and labels in order`() {
        let rows = ReadmeTable.rows(below: "metric")
        let expected = Metric.allCases.map { metric in
            [
                metric.rawValue, metric.kind.rawValue,
                metric.labels.map { "`\($0)`" }.joined(separator: ", "), metric.help,
            ]
        }
        #expect(
            rows.map { $0.map { $0.replacing("`", with: "") } }
                == expected.map { $0.map { $0.replacing("`", with: "") } })
    }

    @Test func `names every claim that the field fetcher can have`() throws {
        let row = try #require(ReadmeTable.rows(below: "field").first { $0[0] == "fetcher" })
        for fetcher in Fetcher.allCases { #expect(row[1].contains("`\(fetcher.rawValue)`")) }
    }

    @Test func `has one sentence on a line`() {
        let lines = Project.text(of: "README.md").split(separator: "\n")
        #expect(lines.filter { $0.firstMatch(of: /[a-z)`]\. [A-Z]/) != nil } == [])
    }
}

/// The tables of the README.
enum ReadmeTable {
    /// Returns the rows of the table whose first heading is given, without the marks of code.
    static func rows(below heading: String) -> [[String]] {
        let lines = Project.text(of: "README.md").split(
            separator: "\n", omittingEmptySubsequences: false)
        guard let start = lines.firstIndex(where: { $0.hasPrefix("| \(heading) |") }) else {
            return []
        }
        return lines[(start + 2)...].prefix { $0.hasPrefix("|") }.map(cells)
    }

    /// Returns the first cell of each row.
    static func firstColumn(below heading: String) -> [String] {
        rows(below: heading).map { $0[0] }
    }

    private static func cells(_ line: Substring) -> [String] {
        line.split(separator: "|").map { cell in
            let text = cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
            let words = String(text)
            let isCode = words.hasPrefix("`") && words.hasSuffix("`")
            return isCode && !words.dropFirst().dropLast().contains("`")
                ? String(words.dropFirst().dropLast()) : words
        }
    }
}
