import Testing

@testable import Admin

struct `The difference of lines` {
    private func text(_ old: String, _ new: String) -> String {
        LineDiff(old, new).parts.map { part in
            switch part {
            case .line(.kept, let line): "  \(line)"
            case .line(.added, let line): "+ \(line)"
            case .line(.removed, let line): "- \(line)"
            case .gap(let count): "@ \(count)"
            }
        }.joined(separator: "\n")
    }

    @Test func `shows what changes with some lines around it`() {
        let old = (1...20).map(String.init).joined(separator: "\n")
        let new = old.replacing("10\n", with: "ten\n").replacing("20", with: "20\n21")
        #expect(
            text(old, new) == """
                @ 6
                  7
                  8
                  9
                - 10
                + ten
                  11
                  12
                  13
                @ 4
                  18
                  19
                  20
                + 21
                """)
    }

    @Test(arguments: [
        ("", "", "@ 1"), ("a", "a", "@ 1"), ("a", "b", "- a\n+ b"),
        ("a\nb", "b\na", "- a\n  b\n+ a"),
        ("a", "a\na", "  a\n+ a"), ("a\na", "a", "  a\n- a"),
    ])
    func `holds for short texts`(old: String, new: String, expected: String) {
        #expect(text(old, new) == expected)
        #expect(LineDiff(old, new).isEmpty == (old == new))
    }

    @Test func `gives texts up that differ in too many lines`() {
        let old = (0...LineDiff.limit).map { "a\($0 * 7 % 1000)" }.joined(separator: "\n")
        let new = (0...LineDiff.limit).map { "b\($0 * 7 % 1000)" }.joined(separator: "\n")
        #expect(LineDiff(old, new).parts.count == 2 * (LineDiff.limit + 1))
    }
}
