import HTTPClient

/// Renders reports for people: the worst first, each with why and how.
package struct TextReport: Sendable {
    /// Creates a renderer.
    package init() {}

    /// Returns the report on one host, each line ended by a line feed.
    package func text(for report: HostReport) -> String {
        var text = "\(report.seen.target.name): \(Self.headline(report))\n"
        if let obstacle = report.obstacle { text += "  \(obstacle)\n" }
        for line in HostFacts.lines(report.seen) { text += "  \(line)\n" }
        for finding in report.findings { text += self.text(for: finding, report.servers) }
        return text
    }

    /// Returns the verdict and the number of findings, such as `broken: 1 error, 2 warnings`.
    package static func headline(_ report: HostReport) -> String {
        let counts = FindingLevel.allCases.compactMap { level in
            let count = report.findings.count { $0.level == level }
            return count == 0 ? nil : Words.counted(count, level.noun)
        }
        let rest = counts.isEmpty ? "" : ": " + counts.joined(separator: ", ")
        return report.verdict.rawValue + rest
    }

    private func text(for finding: Finding, _ servers: [ServerKind]) -> String {
        let rule = finding.rule
        var text = "  \(finding.level.noun): \(finding.message) [\(rule.id)]\n"
        for line in finding.details { text += "    \(Words.shown(line))\n" }
        text += "    why: \(rule.why) (\(rule.certainty.words))\n"
        text += "    fix: \(rule.fix)\n"
        let own = servers.filter { rule.fixes[$0] != nil }
        for server in ServerKind.allCases where own.isEmpty || own.contains(server) {
            guard let fix = rule.fixes[server] else { continue }
            let pad = String(repeating: " ", count: 15 - server.rawValue.count)
            text += "      \(server.rawValue):\(pad)\(fix)\n"
        }
        return text
    }
}

extension FindingLevel {
    /// The word for one finding of the level.
    package var noun: String {
        switch self {
        case .broken: "error"
        case .stale: "stale"
        case .warning: "warning"
        case .note: "note"
        }
    }
}

/// What was seen of a host, in a few lines.
enum HostFacts {
    static func lines(_ seen: HostObservations) -> [String] {
        guard let main = seen.main, let status = main.status else { return [] }
        var parts = ["\(status)"]
        if let type = main.first("Content-Type") { parts.append(Words.shown(type, limit: 60)) }
        parts.append(Words.bytes(main.body.count))
        if let encoding = main.first("Content-Encoding") {
            let decoded = seen.file.flatMap { $0.fault == nil ? $0.bytes.count : nil }
            parts[parts.count - 1] +=
                " of \(Words.shown(encoding, limit: 20))"
                + (decoded.map { ", \($0) decoded" } ?? "")
        }
        if let server = main.first("Server") { parts.append(Words.shown(server, limit: 60)) }
        if let address = seen.address { parts.append("at \(address)") }
        let android = seen.probes[.assetLinks]?.status.map { "Android's file: \($0)" }
        return ["file: " + parts.joined(separator: ", "), CDNChecks.facts(seen), android]
            .compactMap(\.self)
    }
}

extension TextReport {
    /// Returns everything there is to know of a rule.
    package func text(for rule: FindingRule) -> String {
        var text = "\(rule.id): \(rule.level.noun)\n  found: \(rule.summary)\n"
        text += "  why:   \(rule.why) (\(rule.certainty.words))\n  fix:   \(rule.fix)\n"
        for server in ServerKind.allCases {
            guard let fix = rule.fixes[server] else { continue }
            let pad = String(repeating: " ", count: 15 - server.rawValue.count)
            text += "    \(server.rawValue):\(pad)\(fix)\n"
        }
        return text
    }
}

/// One line on a host that is watched.
package enum WatchText {
    /// Returns the state of a host, with the time, for instance at the head of a change.
    package static func line(for report: HostReport) -> String {
        let worst = report.hasCurrentCopy ? nil : report.findings.first
        let words = report.obstacle ?? worst?.message ?? "Apple's servers have the current version"
        let wait = worst?.details.first { $0.hasPrefix("wait until") }.map { "; \($0)" } ?? ""
        let head = "\(Words.clock(report.seen.nowSeconds)) \(report.seen.target.name)"
        return "\(head): \(words)\(wait)\n"
    }
}
