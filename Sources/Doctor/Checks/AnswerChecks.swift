import HTTPClient

/// Findings on statuses, redirects and header fields.
enum AnswerChecks {
    /// For how long an answer may be kept before it is worth a word, in seconds.
    static let longCacheSeconds = 86_400

    static func findings(_ seen: HostObservations) -> [Finding] {
        guard let main = seen.main, let status = main.status, main.failure == nil else { return [] }
        var findings = statusFindings(status, main, seen)
        findings += agents(main, seen)
        guard status == 200 else { return findings }
        if let cookie = main.first("Set-Cookie") {
            let name = cookie.prefix { $0 != "=" }
            findings.append(
                FindingRules.cookie.finding("the cookie '\(Words.shown(String(name)))' is set"))
        }
        let kept = CacheControl.maxAge(main.first("Cache-Control") ?? "") ?? 0
        if kept > longCacheSeconds {
            findings.append(
                FindingRules.longCache.finding("max-age is \(Words.duration(kept))"))
        }
        findings += head(main, seen)
        if let rule = RobotsText.disallowing(seen) {
            findings.append(FindingRules.robots.finding("robots.txt has '\(Words.shown(rule))'"))
        }
        return findings
    }

    // MARK: Status

    private static func statusFindings(
        _ status: Int, _ main: ProbeResult, _ seen: HostObservations
    ) -> [Finding] {
        switch status {
        case 200: return []
        case 300...399 where main.first("Location") != nil: return redirect(status, main, seen)
        default: break
        }
        // What only Apple's fetcher is refused has a finding of its own.
        guard seen.probes[.browser]?.status != 200 else { return [] }
        let message = "the answer is \(status)"
        switch status {
        case 401, 403, 407, 451: return [FindingRules.forbidden.finding(message)]
        case 404, 410: return [FindingRules.notFound.finding(message)]
        case 400...499: return [FindingRules.refused.finding(message)]
        case 500...599: return [FindingRules.serverError.finding(message)]
        default: return [FindingRules.oddStatus.finding(message)]
        }
    }

    private static func redirect(
        _ status: Int, _ main: ProbeResult, _ seen: HostObservations
    ) -> [Finding] {
        let target = Words.shown(main.first("Location") ?? "")
        let hops = seen.hops.map { hop in
            let end = hop.location.map { " to \(Words.shown($0))" } ?? ""
            return "\(Words.shown(hop.url)): \(hop.status.map(String.init) ?? "no answer")\(end)"
        }
        var findings: [Finding] = []
        let urls = seen.hops.map(\.url)
        let rule = Set(urls).count < urls.count ? FindingRules.redirectLoop : FindingRules.redirect
        findings.append(rule.finding("the answer is \(status) to \(target)", details: hops))
        if let insecure = seen.hops.dropFirst().first(where: { !$0.url.isSecure }) {
            findings.append(
                FindingRules.redirectInsecure.finding(
                    "the redirect leads to \(Words.shown(insecure.url))"))
        }
        return findings
    }

    // MARK: Other clients

    private static func agents(_ main: ProbeResult, _ seen: HostObservations) -> [Finding] {
        let others: [ProbeKind] = [.browser, .device, .plain]
        let answered = others.compactMap { kind in
            seen.probes[kind].flatMap { result in
                result.failure == nil ? result.status.map { (kind, $0, result) } : nil
            }
        }
        let statuses = [(ProbeKind.apple, main.status ?? 0)] + answered.map { ($0.0, $0.1) }
        let details = statuses.map { "\($0.0.asker): \($0.1)" }
        var findings: [Finding] = []
        if main.status != 200, seen.probes[.browser]?.status == 200 {
            findings.append(
                FindingRules.appleBlocked.finding(
                    "AASA-Bot gets \(main.status ?? 0), a browser gets 200", details: details))
        }
        guard main.status == 200 else { return findings }
        for (kind, status, _) in answered where status != 200 {
            let rule = kind == .device ? FindingRules.deviceBlocked : FindingRules.plainBlocked
            guard kind != .browser else { continue }
            findings.append(
                rule.finding("\(kind.asker) gets \(status), AASA-Bot gets 200", details: details))
        }
        let file = seen.file?.bytes
        let different = answered.filter {
            $0.1 == 200 && HostObservations.file($0.2)?.bytes != file
        }
        // What only an encoding makes different has a finding of its own.
        let same = different.filter { HostObservations.file($0.2)?.fault == seen.file?.fault }
        if let first = same.first {
            findings.append(
                FindingRules.agentsDiffer.finding(
                    "\(first.0.asker) gets other bytes than AASA-Bot"))
        }
        return findings
    }

    private static func head(_ main: ProbeResult, _ seen: HostObservations) -> [Finding] {
        guard let head = seen.probes[.head], head.failure == nil, let status = head.status else {
            return []
        }
        if status != 200 {
            return [FindingRules.headDiffers.finding("HEAD gets \(status), GET gets 200")]
        }
        guard let length = head.first("Content-Length"), length != "\(main.body.count)" else {
            return []
        }
        return [
            FindingRules.headDiffers.finding(
                "HEAD says \(Words.shown(length)) bytes, GET sends \(main.body.count)")
        ]
    }
}

extension String {
    /// Whether a URL is one of https.
    fileprivate var isSecure: Bool { lowercased().hasPrefix("https://") }
}

/// The rules for robots (RFC 9309), as far as they speak of the file.
enum RobotsText {
    /// How much of the file is read.
    static let limitBytes = 500 * 1024

    /// Returns the line that disallows the path for AASA-Bot, or `nil`.
    static func disallowing(_ seen: HostObservations) -> String? {
        guard let result = seen.probes[.robots], result.status == 200, result.failure == nil else {
            return nil
        }
        return disallowing(String(decoding: result.body.prefix(limitBytes), as: UTF8.self))
    }

    /// Returns the line that disallows the path for AASA-Bot, or `nil`.
    ///
    /// The group of the bot's name counts before that of `*`; the longest rule that fits
    /// decides, and `Allow` wins a draw.
    static func disallowing(_ text: String) -> String? {
        var groups: [(agents: Set<String>, rules: [(allows: Bool, path: String)])] = []
        var isAmongAgents = false
        for line in text.split(whereSeparator: \.isNewline) {
            let parts = line.prefix { $0 != "#" }.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let value = trimmed(parts[1])
            switch trimmed(parts[0]).lowercased() {
            case "user-agent":
                if !isAmongAgents { groups.append(([], [])) }
                isAmongAgents = true
                groups[groups.count - 1].agents.insert(value.lowercased())
            case "allow", "disallow":
                isAmongAgents = false
                guard !groups.isEmpty, !value.isEmpty else { continue }
                let allows = trimmed(parts[0]).lowercased() == "allow"
                groups[groups.count - 1].rules.append((allows, value))
            default: continue
            }
        }
        let own = groups.filter { $0.agents.contains("aasa-bot") }
        let all = own.isEmpty ? groups.filter { $0.agents.contains("*") } : own
        let fitting = all.flatMap(\.rules).filter { fits($0.path, ProbeTarget.wellKnown) }
        let best = fitting.max {
            ($0.path.count, $0.allows ? 1 : 0) < ($1.path.count, $1.allows ? 1 : 0)
        }
        guard let best, !best.allows else { return nil }
        return "Disallow: \(best.path)"
    }

    private static func fits(_ pattern: String, _ path: String) -> Bool {
        var text = pattern
        let isAnchored = text.hasSuffix("$")
        if isAnchored { text.removeLast() }
        var rest = path[...]
        for (index, piece) in text.split(separator: "*", omittingEmptySubsequences: false)
            .enumerated()
        {
            guard !piece.isEmpty else { continue }
            guard let range = rest.firstRange(of: piece),
                index > 0 || range.lowerBound == rest.startIndex
            else { return false }
            rest = rest[range.upperBound...]
        }
        return !isAnchored || rest.isEmpty || text.hasSuffix("*")
    }

    private static func trimmed(_ text: Substring) -> String {
        let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        var rest = text.drop(while: isSpace)
        while let last = rest.last, isSpace(last) { rest.removeLast() }
        return String(rest)
    }
}
