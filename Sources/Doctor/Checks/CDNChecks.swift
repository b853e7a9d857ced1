import Diagnostics
import HTTPClient
import SiteAssociation

/// Findings on the copy of the file at Apple's servers.
enum CDNChecks {
    /// How many lines of a difference are shown.
    static let lineLimit = 12

    /// Returns the findings.
    ///
    /// - Parameters:
    ///   - seen: What was seen.
    ///   - isBroken: Whether the host itself is found broken.
    /// - Returns: What follows from the copy.
    static func findings(_ seen: HostObservations, isBroken: Bool) -> [Finding] {
        guard let copy = seen.cdn else { return [] }
        guard let status = copy.status, copy.failure == nil else {
            return [
                FindingRules.cdnUnreachable.finding(
                    "no answer from \(Words.shown(copy.url))",
                    details: copy.failure.map { [$0.plainReason] } ?? [])
            ]
        }
        if status == 200 { return [compared(copy, seen, isBroken)].compactMap(\.self) }
        guard (400...599).contains(status), copy.failureCode != nil || status == 404 else {
            return [
                FindingRules.cdnUnreachable.finding(
                    "\(Words.shown(copy.url)) answers \(status)", details: reasons(copy, seen))
            ]
        }
        return [failed(copy, seen, isBroken)]
    }

    // MARK: A copy

    private static func compared(
        _ copy: CDNCopy, _ seen: HostObservations, _ isBroken: Bool
    ) -> Finding? {
        guard let live = seen.document else {
            return isBroken
                ? FindingRules.cdnKeeps.finding(
                    "Apple's copy is still there", details: times(copy, seen)) : nil
        }
        let source = SourceFile(name: copy.url, bytes: copy.body)
        guard let held = Document.read(source).document else {
            return FindingRules.cdnUnreadable.finding(
                "Apple's copy is no strict JSON", details: times(copy, seen))
        }
        let diff = DocumentDiff(old: held, new: live, host: seen.target.host)
        guard !diff.isSameMeaning else { return nil }
        let lines = diff.text.split(separator: "\n").map(String.init)
        let rest = lines.count - lineLimit
        return FindingRules.cdnStale.finding(
            "Apple's copy is older: \(diff.summary)",
            details: times(copy, seen) + lines.prefix(lineLimit)
                + (rest > 0 ? ["and \(Words.counted(rest, "line")) more"] : []))
    }

    // MARK: A failure

    private static func failed(
        _ copy: CDNCopy, _ seen: HostObservations, _ isBroken: Bool
    ) -> Finding {
        let details = reasons(copy, seen) + times(copy, seen)
        guard let text = copy.failureCode else {
            return FindingRules.cdnMissing.finding("Apple's servers hold no copy", details: details)
        }
        let code = FailureCode(rawValue: text)
        let message = "Apple's servers: \(Words.shown(text)) " + Words.shown(copy.failureText ?? "")
        // What is wrong at the host explains the failure, and stands above it.
        if isBroken {
            return FindingRules.cdnFailureKept.finding(message, details: details)
        }
        switch code {
        case .badResponse:
            return rule(forStatusIn: copy).finding(message, details: details)
        case .privateAddress: return FindingRules.cdnPrivate.finding(message, details: details)
        case .timeout: return FindingRules.cdnTimeout.finding(message, details: details)
        case .badJSON: return FindingRules.cdnBadJSON.finding(message, details: details)
        case nil: return FindingRules.cdnFailed.finding(message, details: details)
        }
    }

    /// A refusal that this machine does not meet is aimed at Apple; others were mended since.
    private static func rule(forStatusIn copy: CDNCopy) -> FindingRule {
        let words = (copy.failureText ?? "") + " " + (copy.failureDetails ?? "")
        let isRefusal = ["401", "403", "406", "407", "429", "451"].contains(where: words.contains)
        return isRefusal ? FindingRules.cdnBlocked : FindingRules.cdnFailureKept
    }

    private static func reasons(_ copy: CDNCopy, _ seen: HostObservations) -> [String] {
        var lines: [String] = []
        if let code = copy.failureCode.flatMap(FailureCode.init) {
            lines.append("\(code.rawValue): \(code.words)")
        }
        if let details = copy.failureDetails { lines.append("details: \(Words.shown(details))") }
        if copy.sendsDevicesToHost {
            lines.append("Apple-Try-Direct: true, so some devices may ask the host themselves")
        }
        return lines
    }

    private static func times(_ copy: CDNCopy, _ seen: HostObservations) -> [String] {
        var lines: [String] = []
        if let age = copy.ageSeconds { lines.append("fetched \(Words.duration(age)) ago") }
        if let rest = copy.remainingSeconds {
            lines.append(
                rest == 0
                    ? "it is to be fetched again now"
                    : "wait until about \(Words.clock(seen.nowSeconds + Int64(rest))), "
                        + "in \(Words.duration(rest))")
        }
        return lines
    }

    /// What there is to say of a copy that is as it should be.
    static func facts(_ seen: HostObservations) -> String? {
        guard let copy = seen.cdn, copy.status == 200 else { return nil }
        let age = copy.ageSeconds.map { ", fetched \(Words.duration($0)) ago" } ?? ""
        let rest = copy.remainingSeconds.map { ", kept for \(Words.duration($0))" } ?? ""
        return "Apple's copy: \(Words.bytes(copy.body.count))" + age + rest
    }
}
