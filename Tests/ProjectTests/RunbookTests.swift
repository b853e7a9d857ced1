import Foundation
import Origin
import Testing

/// What the runbook says, compared with the rest of the checkout.
struct `The runbook` {
    private static let text = Project.text(of: "deploy/README.md")

    /// The documents for operators.
    static let documents =
        ["deploy/README.md"]
        + Project.files(below: "deploy").filter {
            $0.hasSuffix(".md") && $0 != "deploy/README.md"
        }

    @Test func `has a section for each alert, in their order`() {
        let rules = Project.text(of: "deploy/prometheus/alerts.yaml")
        let alerts = rules.matches(of: /- alert: (\w+)/).map { String($0.1) }
        let headings = Self.text.matches(of: /\n### (AASA\w+)\n/).map { String($0.1) }
        #expect(headings == alerts)
        #expect(alerts.count > 10)
    }

    @Test func `names only metrics that the server has`() {
        let named = Set(Self.text.matches(of: /aasa_origin_\w+/).map { String($0.0) })
        #expect(named.subtracting(Metric.allCases.map(\.rawValue)) == [])
        #expect(named.count > 5)
    }

    @Test func `names only keys that the manual explains`() {
        let manual = Project.text(of: "config/aasa-origin.yaml")
        let unknown = Self.text.matches(of: /`(admin|limits|log|state|tls)\.([a-z_]+)`/).filter {
            let section = manual.firstRange(of: "\n\($0.1):")
            let rest = section.map { manual[$0.upperBound...] } ?? ""
            return !rest.contains("\n  \($0.2):") && !rest.contains("\n  # \($0.2):")
        }
        // The file that `state` names in examples.
        #expect(unknown.map { String($0.0) }.filter { $0 != "`state.db`" } == [])
    }

    @Test(arguments: documents)
    func `leads only to files and sections that there are`(_ document: String) {
        let text = Project.text(of: document)
        let folder = document.split(separator: "/").dropLast().joined(separator: "/")
        var findings: [String] = []
        for match in text.matches(of: /\]\(([^)#]*)(?:#([^)]*))?\)/) {
            let target = String(match.1)
            guard !target.hasPrefix("https:") else { continue }
            let path = target.isEmpty ? document : "\(folder)/\(target)"
            if !Self.exists(path) { findings.append(target) }
            guard let anchor = match.2 else { continue }
            let headings = Project.text(of: path).matches(of: /\n#+ ([^\n]+)/).map {
                $0.1.lowercased().replacing(" ", with: "-").filter { $0 != "," }
            }
            if !headings.contains(String(anchor)) { findings.append("#\(anchor)") }
        }
        for match in text.matches(of: /(?:deploy|config|Tests)\/[A-Za-z0-9_.\/-]*[A-Za-z0-9]/)
        where !Self.exists(String(match.0)) { findings.append(String(match.0)) }
        #expect(findings == [])
    }

    @Test(arguments: documents)
    func `has one sentence on a line`(_ document: String) {
        let lines = Project.text(of: document).split(separator: "\n")
            .filter { !$0.hasPrefix("|") && $0.firstMatch(of: /^( *[-0-9]+\.? )/) == nil }
        #expect(lines.filter { $0.firstMatch(of: /[a-z)`]\. [A-Z]/) != nil } == [])
    }

    private static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(Project.root)/\(path)")
    }
}
