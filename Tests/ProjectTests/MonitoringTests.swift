import Foundation
import Origin
import Testing

/// The files of `deploy/prometheus`, compared with the metrics of the code.
struct `The files for Prometheus and Grafana` {
    private static let alerts = Project.text(of: "deploy/prometheus/alerts.yaml")
    private static let alertTests = Project.text(of: "deploy/prometheus/alerts.test.yaml")

    /// A file that names metrics, and what it names.
    struct Source: CustomTestStringConvertible, Sendable {
        let name: String
        let expressions: [String]
        var testDescription: String { name }
    }

    static let sources = [
        Source(name: "alerts.yaml", expressions: [alerts]),
        Source(name: "alerts.test.yaml", expressions: [alertTests]),
        Source(name: "dashboard.json", expressions: Dashboard.shared.expressions),
    ]

    /// The names of a metric's series.
    private static func series(_ metric: Metric) -> [String] {
        guard metric.kind == .histogram else { return [metric.rawValue] }
        return ["_bucket", "_sum", "_count"].map { metric.rawValue + $0 }
    }

    private static let metrics = Dictionary(
        uniqueKeysWithValues: Metric.allCases.flatMap { metric in
            series(metric).map { ($0, metric) }
        })

    @Test(arguments: sources)
    func `name only metrics and labels that the server has`(_ source: Source) {
        var findings: [String] = []
        var count = 0
        for expression in source.expressions {
            for match in expression.matches(of: /(aasa_origin_\w+)(?:\{([^}]*)\})?/) {
                count += 1
                guard let metric = Self.metrics[String(match.1)] else {
                    findings.append(String(match.1))
                    continue
                }
                let known = metric.labels + ["instance", "job", "le"]
                let labels = (match.2 ?? "").matches(of: /(\w+)\s*(?:=~|!~|!=|=)/).map {
                    String($0.1)
                }
                findings += labels.filter { !known.contains($0) }.map { "\(match.1){\($0)}" }
            }
        }
        #expect(findings == [])
        #expect(count > 10)
    }

    @Test func `show every metric in a panel but those that say when and which`() {
        let shown = Dashboard.shared.expressions.joined(separator: "\n")
        let hidden = Metric.allCases.filter { metric in
            !Self.series(metric).contains { shown.contains($0) }
        }
        #expect(hidden == [.startTime, .documents, .certificates])
    }

    private static let alertNames = alerts.matches(of: /- alert: (\w+)\n/).map { String($0.1) }

    @Test func `name the section of the runbook for each alert`() {
        let sections = Self.alerts.matches(of: /runbook: (\S+)\n/).map { String($0.1) }
        #expect(
            sections == Self.alertNames.map { "deploy/README.md#\($0.lowercased())" })
        #expect(Set(Self.alertNames).count == 13)
    }

    @Test func `test that each alert fires, and that it does not`() throws {
        var findings: [String] = []
        for name in Self.alertNames {
            let fires = Self.alertTests.contains("- alertname: \(name)\n")
            let isSilent = Self.alertTests.contains(
                try Regex("\\{alertname: \(name), eval_time: \\w+, exp_alerts: \\[\\]\\}"))
            if !fires || !isSilent { findings.append(name) }
        }
        #expect(findings == [])
    }

    @Test func `place the panels of the dashboard side by side, each with an expression`() {
        let panels = Dashboard.shared.panels
        #expect(Set(panels.map(\.id)).count == panels.count)
        #expect(panels.filter { $0.expressions.isEmpty || $0.title.isEmpty }.map(\.id) == [])
        var overlaps: [String] = []
        for (index, panel) in panels.enumerated() {
            for other in panels[..<index] where panel.overlaps(other) {
                overlaps.append("\(other.title) and \(panel.title)")
            }
        }
        #expect(overlaps == [])
        #expect(panels.filter { $0.x + $0.width > 24 }.map(\.title) == [])
    }
}

/// The dashboard, as far as tests look at it.
struct Dashboard: Decodable, Sendable {
    struct Panel: Decodable, Sendable {
        struct Place: Decodable, Sendable { let x, y, w, h: Int }
        struct Target: Decodable, Sendable { let expr: String }

        let id: Int
        let title: String
        let gridPos: Place
        let targets: [Target]

        var x: Int { gridPos.x }
        var width: Int { gridPos.w }
        var expressions: [String] { targets.map(\.expr) }

        func overlaps(_ other: Panel) -> Bool {
            let (a, b) = (gridPos, other.gridPos)
            return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
        }
    }
    struct Variables: Decodable, Sendable {
        struct Variable: Decodable, Sendable { let definition: String? }
        let list: [Variable]
    }
    struct Annotations: Decodable, Sendable {
        struct Annotation: Decodable, Sendable { let expr: String }
        let list: [Annotation]
    }

    let panels: [Panel]
    let templating: Variables
    let annotations: Annotations

    /// Every expression of it.
    var expressions: [String] {
        panels.flatMap(\.expressions) + annotations.list.map(\.expr)
            + templating.list.compactMap(\.definition)
    }

    static let shared: Dashboard = {
        let text = Project.text(of: "deploy/prometheus/dashboard.json")
        let decoded = try? JSONDecoder().decode(Dashboard.self, from: Data(text.utf8))
        return decoded
            ?? Dashboard(panels: [], templating: .init(list: []), annotations: .init(list: []))
    }()
}
