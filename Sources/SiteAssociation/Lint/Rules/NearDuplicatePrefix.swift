import Diagnostics

/// Finds prefixes that differ from another one by a slip of the finger.
///
/// Only prefixes within one service are compared, and those of one bundle identifier.
enum NearDuplicatePrefix: LintRule {
    static let id = "near-duplicate-prefix"
    static let severity = Severity.warning
    static let summary = "two prefixes that differ in one character are usually one, mistyped"
    static let example =
        #""appIDs": ["ABCDE12345.com.example.shop", "ABCDE12354.com.example.seller"]"#
    static let fix = #""appIDs": ["ABCDE12345.com.example.shop", "ABCDE12345.com.example.seller"]"#

    /// How many different pairs of prefix and service are compared.
    private static let prefixLimit = 500

    private struct Use: Hashable {
        var prefix: String
        var service: Service
    }

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        guard hasSeveralPrefixes(subject.listedApps) else { return [] }
        var order: [Use] = []
        var apps: [Use: [LintSubject.App]] = [:]
        for service in Service.allCases {
            for app in subject.apps(of: service) {
                let parts = app.id.split(separator: ".", maxSplits: 1)
                guard parts.count == 2, parts[0].utf8.count == 10 else { continue }
                let use = Use(prefix: String(parts[0]), service: service)
                if apps[use] == nil, order.count < prefixLimit { order.append(use) }
                apps[use, default: []].append(app)
            }
        }
        return findings(order, apps)
    }

    /// Whether identifiers differ within their prefixes of ten characters and a dot.
    private static func hasSeveralPrefixes(_ apps: [LintSubject.App]) -> Bool {
        guard let first = apps.first?.id.utf8.prefix(11), first.count == 11 else {
            return !apps.isEmpty
        }
        return !apps.allSatisfy { $0.id.utf8.starts(with: first) }
    }

    private static func findings(_ order: [Use], _ apps: [Use: [LintSubject.App]]) -> [Diagnostic] {
        var reported: Set<String> = []
        return order.enumerated().compactMap { index, use in
            for other in order[..<index]
            where isSlip(Array(use.prefix.utf8), Array(other.prefix.utf8)) {
                guard !reported.contains(other.prefix),
                    let pair = pair(
                        apps[use] ?? [], apps[other] ?? [], use.service == other.service),
                    reported.insert(use.prefix).inserted
                else { continue }
                return finding(
                    "the prefix \(quoted(use.prefix)) is almost \(quoted(other.prefix))",
                    at: pair.0.location,
                    hint: "write one of the two in both places, if they are one",
                    notes: [.init("the other prefix is here", at: pair.1.location)])
            }
            return nil
        }
    }

    private static func pair(
        _ left: [LintSubject.App], _ right: [LintSubject.App], _ isSameService: Bool
    ) -> (LintSubject.App, LintSubject.App)? {
        if isSameService, let one = left.first, let other = right.first { return (one, other) }
        for one in left {
            if let other = right.first(where: { $0.id.dropFirst(10) == one.id.dropFirst(10) }) {
                return (one, other)
            }
        }
        return nil
    }

    /// Whether one character differs, or two neighbours have changed places.
    private static func isSlip(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        let places = left.indices.filter { left[$0] != right[$0] }
        if places.count == 1 { return true }
        guard places.count == 2, places[1] == places[0] + 1 else { return false }
        return left[places[0]] == right[places[1]] && left[places[1]] == right[places[0]]
    }
}
