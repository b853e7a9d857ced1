import Doctor
import Testing

struct `The table of findings` {
    static let heading = "| finding | level | found | why | how sure |"

    static let rows = FindingRules.all.map { rule in
        [rule.id, rule.level.noun, rule.summary, rule.why, rule.certainty.rawValue]
    }

    @Test func `stands in the README as it is in the code`() {
        #expect(ReadmeTable.rows(below: "finding") == Self.rows)
    }

    @Test func `has no finding without a test`() {
        let tests = Project.tests.map(\.text).joined()
        let untested = FindingRules.all.map(\.id).filter {
            !tests.contains("[\($0)]") && !tests.contains("\"\($0)\"")
        }
        #expect(untested == [])
    }

    @Test func `has no finding without a test in which a server provokes it`() {
        let tests = Project.tests.filter { $0.path.contains("EndToEndTests/Doctor") }
            .map(\.text).joined()
        #expect(FindingRules.all.map(\.id).filter { !tests.contains("[\($0)]") } == [])
    }

    @Test func `names each finding once`() {
        #expect(Set(FindingRules.all.map(\.id)).count == FindingRules.all.count)
    }

    @Test func `has one line for each text`() {
        for rule in FindingRules.all {
            let texts = [rule.summary, rule.why, rule.fix] + rule.fixes.values
            #expect(
                texts.allSatisfy { !$0.isEmpty && $0.count <= 125 && !$0.contains("\n") },
                "\(rule.id)")
        }
    }
}
