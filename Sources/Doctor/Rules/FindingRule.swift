import Diagnostics

/// How much a finding matters, the worst first.
package enum FindingLevel: String, Sendable, Hashable, CaseIterable, Comparable {
    /// Links do not open, or will not once a copy runs out.
    case broken
    /// All is well at the host, and Apple's servers do not know it yet.
    case stale
    /// It works, and may not everywhere or not for long.
    case warning
    /// Good to know.
    case note

    package static func < (left: FindingLevel, right: FindingLevel) -> Bool {
        left.rank < right.rank
    }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// How much a finding on a file matters to its host.
    init(_ severity: Severity) {
        self =
            switch severity {
            case .error: .broken
            case .warning: .warning
            case .note: .note
            }
    }
}

/// How sure it is that a finding matters.
package enum Certainty: String, Sendable, Hashable, CaseIterable {
    /// Apple, Google or a standard says so.
    case documented
    /// It was seen to be so, by more than one.
    case observed
    /// Sources disagree, or nobody knows.
    case contested

    /// The certainty in words.
    package var words: String {
        switch self {
        case .documented: "documented"
        case .observed: "observed, not documented"
        case .contested: "contested"
        }
    }
}

/// The servers that a fix is written for.
package enum ServerKind: String, Sendable, Hashable, CaseIterable {
    case nginx
    case apache = "Apache"
    case caddy = "Caddy"
    case cloudflare = "Cloudflare"
    case s3 = "S3/CloudFront"

    /// The mark that a server leaves in the field `Server` or `Via`, in lower case.
    var mark: String {
        switch self {
        case .nginx: "nginx"
        case .apache: "apache"
        case .caddy: "caddy"
        case .cloudflare: "cloudflare"
        case .s3: "amazons3"
        }
    }
}

/// One thing that can be wrong with a host: why it matters, and how it is mended.
package struct FindingRule: Sendable, Hashable {
    /// The stable name.
    package var id: String
    /// How much it usually matters.
    package var level: FindingLevel
    /// What is wrong, in one line.
    package var summary: String
    /// Why it matters, in one line.
    package var why: String
    /// What to do about it, in one line.
    package var fix: String
    /// How sure that is.
    package var certainty: Certainty
    /// How it is done with one server or another, each in one line.
    package var fixes: [ServerKind: String]

    init(
        _ level: FindingLevel, _ id: String, _ summary: String, why: String, fix: String,
        _ certainty: Certainty, fixes: [ServerKind: String] = [:]
    ) {
        self.id = id
        self.level = level
        self.summary = summary
        self.why = why
        self.fix = fix
        self.certainty = certainty
        self.fixes = fixes
    }

    /// Creates a finding of the rule.
    func finding(
        _ message: String, level: FindingLevel? = nil, details: [String] = []
    ) -> Finding {
        Finding(rule: self, level: level ?? self.level, message: message, details: details)
    }
}

/// One finding on a host.
package struct Finding: Sendable, Hashable {
    /// The rule that found it.
    package var rule: FindingRule
    /// How much it matters here.
    package var level: FindingLevel
    /// What was seen, in one phrase.
    package var message: String
    /// More of what was seen, line by line.
    package var details: [String]
}
