import Diagnostics
import Testing
import YAML

/// Trees of legal texts.
struct `YAML reader` {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let text: String
        let tree: String
    }

    static let cases = [
        Case(
            testDescription: "a mapping in the order of the text", text: "b: 1\na: 2\n",
            tree: "{b@1:1=1@1:4, a@2:1=2@2:4}@1:1"),
        Case(
            testDescription: "a list in a list", text: "- - a\n- [b]\n",
            tree: "[[a@1:5]@1:3, [b@2:4]@2:3]@1:1"),
        Case(
            testDescription: "words of YAML 1.1 as text", text: "[no, on, 0o17, 1e3, 2001-01-01]",
            tree: "[no@1:2, on@1:6, 0o17@1:10, 1e3@1:16, 2001-01-01@1:21]@1:1"),
        Case(
            testDescription: "quoted apart from plain", text: "[a, 'a', \"\\u0061\", \"\"]",
            tree: "[a@1:2, \"a\"@1:5, \"a\"@1:10, \"\"@1:20]@1:1"),
        Case(
            testDescription: "nothing as plain empty text", text: "a:\nb: ~\n",
            tree: "{a@1:1=@1:3, b@2:1=~@2:4}@1:1"),
        Case(
            testDescription: "columns in scalars after multi-byte text", text: "{größe: 日本, b: c}",
            tree: "{größe@1:2=日本@1:9, b@1:13=c@1:16}@1:1"),
        Case(
            testDescription: "folded and literal text", text: "a: >\n  x\n  y\nb: |\n  x\n  y\n",
            tree: "{a@1:1=\"x y\n\"@1:4, b@4:1=\"x\ny\n\"@4:4}@1:1"),
        Case(
            testDescription: "an alias with the place of its anchor", text: "a: &x [1]\nb: *x\n",
            tree: "{a@1:1=[1@1:8]@1:4, b@2:1=[1@1:8]@1:4}@1:1"),
        Case(
            testDescription: "an anchor that is set anew", text: "[&x 1, *x, &x 2, *x]",
            tree: "[1@1:2, 1@1:2, 2@1:12, 2@1:12]@1:1"),
        Case(
            testDescription: "lines ended by carriage return and line feed",
            text: "a: 1\r\nb: 'x\r\n  y'\r\n", tree: "{a@1:1=1@1:4, b@2:1=\"x y\"@2:4}@1:1"),
        Case(
            testDescription: "core tags as marks of text", text: "[!!str no, ! 1, !!int 1]",
            tree: "[\"no\"@1:2, \"1\"@1:12, 1@1:17]@1:1"),
        Case(
            testDescription: "JSON", text: "{\"a\": [1, true, null], \"b\": {\"c\": \"\\u00e4\"}}",
            tree: "{a@1:2=[1@1:8, true@1:11, null@1:17]@1:7, "
                + "b@1:24={c@1:30=\"ä\"@1:35}@1:29}@1:1"),
        Case(
            testDescription: "a directive and both document marks",
            text: "%YAML 1.1\n---\na: b\n...\n", tree: "{a@3:1=b@3:4}@3:1"),
        Case(testDescription: "comments around a value", text: "# a\nb # c\n", tree: "b@2:1"),
    ]

    @Test(arguments: cases)
    func `gives the tree with all places`(_ item: Case) {
        let document = Reading.read(item.text)
        #expect(Reading.findings(document) == "")
        #expect(Reading.shown(document.root) == item.tree)
    }

    @Test(arguments: ["", "\n", "# a comment\n", "\r\n\r\n"])
    func `gives no root for a text without a value`(_ text: String) {
        let document = Reading.read(text)
        #expect(document.root == nil)
        #expect(document.findings == [])
    }

    @Test func `keeps the first of equal keys and goes on`() {
        let document = Reading.read("{a: 1, a: {b: 2, b: 3}, c: 4}")
        #expect(document.findings.map(\.id) == ["yaml-duplicate-key", "yaml-duplicate-key"])
        #expect(Reading.shown(document.root) == "{a@1:2=1@1:5, c@1:25=4@1:28}@1:1")
    }

    @Test func `finds equal keys among many`() {
        let keys = (1...20).map { "k\($0): \($0)\n" }.joined()
        let document = Reading.read(keys + "k8: 8\nk20: 20\nk21: 21\n")
        #expect(
            Reading.findings(document) == """
                a.yaml:21:1: error: the key 'k8' stands twice in this mapping [yaml-duplicate-key]
                  21 | k8: 8
                     | ^
                  hint: keep one of the two
                a.yaml:8:1: note: the first is here
                a.yaml:22:1: error: the key 'k20' stands twice in this mapping [yaml-duplicate-key]
                  22 | k20: 20
                     | ^
                  hint: keep one of the two
                a.yaml:20:1: note: the first is here

                """)
        guard case .mapping(let entries) = document.root?.content else {
            Issue.record("no mapping")
            return
        }
        #expect(entries.map(\.key) == (1...21).map { "k\($0)" })
    }

    @Test func `names the kind of a node`() {
        let document = Reading.read("[a, [], {}, ~, 'null', null]")
        guard case .sequence(let items) = document.root?.content else {
            Issue.record("no list")
            return
        }
        #expect(
            items.map(\.kind) == ["text", "a list", "a mapping", "nothing", "text", "nothing"])
    }
}
