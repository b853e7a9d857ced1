import HTTPClient

/// Makes findings of what was seen: pure, without any look at the network.
package enum Examination {
    /// Returns the report on a host, and on what it is expected to say.
    package static func report(
        on seen: HostObservations, wishes: Wishes = Wishes()
    ) -> HostReport {
        var findings = ReachChecks.findings(seen)
        findings += CertificateChecks.findings(seen)
        findings += AnswerChecks.findings(seen)
        findings += BodyChecks.findings(seen)
        findings += WishChecks.findings(seen, wishes)
        findings += AndroidChecks.findings(seen)
        findings += SiblingChecks.findings(seen)
        if wishes.isDirect { findings = findings.compactMap(DirectMode.finding) }
        let isBroken = findings.contains { $0.level == .broken }
        findings += CDNChecks.findings(seen, isBroken: isBroken)
        return HostReport(seen, findings: sorted(findings))
    }

    /// Puts the worst first, and equally bad ones in the order of the rules.
    private static func sorted(_ findings: [Finding]) -> [Finding] {
        let keyed = findings.enumerated().map { offset, finding in
            (key: (finding.level, FindingRules.ranks[finding.rule.id] ?? .max, offset), finding)
        }
        return keyed.sorted { $0.key < $1.key }.map(\.1)
    }
}

/// What came of looking at a host.
package enum Verdict: String, Sendable, Hashable, CaseIterable {
    /// Nothing is wrong; there may be warnings.
    case fine
    /// All is well at the host, and Apple's servers hold something older.
    case stale
    /// Links do not open.
    case broken
    /// It could not be found out.
    case unknown
}

/// The findings on one host.
package struct HostReport: Sendable {
    /// What was seen.
    package let seen: HostObservations
    /// The findings, the worst first.
    package let findings: [Finding]
    /// Why nothing could be seen, or `nil`.
    package let obstacle: String?
    /// What it comes to.
    package let verdict: Verdict

    init(_ seen: HostObservations, findings: [Finding]) {
        self.seen = seen
        obstacle = Self.obstacle(seen)
        self.findings = obstacle == nil ? findings : findings.filter { $0.level != .broken }
        switch findings.map(\.level).min() {
        case _ where obstacle != nil: verdict = .unknown
        case .broken: verdict = .broken
        case .stale: verdict = .stale
        default: verdict = .fine
        }
    }

    /// Whether Apple's servers hold a copy that means the same as the file.
    package var hasCurrentCopy: Bool {
        seen.cdn?.status == 200 && seen.document != nil && copyFindings.isEmpty
    }

    /// Whether it is Apple's copy alone that is not as it should be.
    package var awaitsCopy: Bool {
        let others = findings.filter { finding in
            !copyFindings.contains { $0.rule.id == finding.rule.id }
        }
        return !copyFindings.isEmpty && !others.contains { $0.level == .broken }
    }

    private var copyFindings: [Finding] {
        findings.filter { $0.rule.id.hasPrefix("cdn-") && $0.rule != FindingRules.cdnKeeps }
    }

    /// The server that a fix is for, by what the answer says of itself.
    package var servers: [ServerKind] {
        guard let main = seen.main else { return [] }
        let words = ["Server", "Via", "X-Cache"].compactMap(main.first)
            .joined(separator: " ").lowercased()
        return ServerKind.allCases.filter { kind in
            words.contains(kind.mark) || (kind == .s3 && words.contains("cloudfront"))
        }
    }

    private static func obstacle(_ seen: HostObservations) -> String? {
        switch seen.addresses {
        case .failed(let words): "the name could not be looked up: \(words)"
        case .withheld(let addresses):
            "it leads to \(Words.list(addresses)), which is left alone without --allow-private"
        case .found, .given, .none:
            seen.main?.hasNoRoute == true
                ? "this machine has no way to its addresses: "
                    + (seen.main?.failure?.plainReason ?? "") : nil
        }
    }
}
