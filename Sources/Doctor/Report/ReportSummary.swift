/// What came of many hosts, in numbers.
package struct ReportSummary: Sendable, Hashable {
    /// One finding, and how many hosts have it.
    package struct Row: Sendable, Hashable {
        /// The finding's id.
        package var id: String
        /// How much it matters.
        package var level: FindingLevel
        /// How many hosts have it.
        package var hosts: Int
    }

    /// How many hosts came to each verdict.
    package private(set) var verdicts: [Verdict: Int] = [:]
    private var counts: [String: Row] = [:]

    /// Creates a summary of nothing.
    package init() {}

    /// Adds a host.
    package mutating func add(_ report: HostReport) {
        verdicts[report.verdict, default: 0] += 1
        var seen: Set<String> = []
        for finding in report.findings where seen.insert(finding.rule.id).inserted {
            let id = finding.rule.id
            let row = counts[id] ?? Row(id: id, level: finding.level, hosts: 0)
            counts[id] = Row(id: id, level: min(row.level, finding.level), hosts: row.hosts + 1)
        }
    }

    /// How many hosts there are.
    package var hosts: Int { verdicts.values.reduce(0, +) }

    /// The findings, the worst first and the most frequent first among equals.
    package var rows: [Row] {
        counts.values.sorted { ($0.level, -$0.hosts, $0.id) < ($1.level, -$1.hosts, $1.id) }
    }

    /// What all hosts together come to: broken, then stale, then unknown, then fine.
    package var verdict: Verdict {
        [.broken, .stale, .unknown].first { verdicts[$0] != nil } ?? .fine
    }
}
