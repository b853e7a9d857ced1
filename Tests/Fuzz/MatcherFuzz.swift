import Diagnostics
import SiteAssociation

/// Matches any pattern against any URL, and asks the slow reference the same where it can.
///
/// An input is lines: flags, path, query, fragment, what follows `https://h` in the URL, and
/// then the values of the variable `v`.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
    let bytes = UnsafeBufferPointer(start: start, count: count)
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    guard lines.count >= 5, let url = try? LinkURL("https://h" + lines[4]) else { return 0 }
    let flags = lines[0].utf8.first ?? 0
    let component = Component(
        path: flags & 1 == 0 ? lines[1] : nil,
        query: flags & 2 == 0 ? query(lines[2]) : nil, fragment: flags & 4 == 0 ? lines[3] : nil,
        isExcluded: flags & 8 != 0, caseSensitive: flags & 16 == 0, percentEncoded: flags & 32 == 0)
    let values = Array(lines.dropFirst(5))
    let association = Association(
        appLinks: AppLinks(
            details: [Details(appIDs: ["app"], components: [component])],
            substitutionVariables: [SubstitutionVariable(name: "v", values: values)]))
    let matcher = LinkMatcher(association)
    let decision = matcher.decision(for: url, appID: "app")
    precondition(
        decision.verdict == matcher.verdict(for: url, appID: "app"), "both ways decide alike")
    precondition((decision.verdict == .none) == (decision.rule == nil), "a rule decides")
    precondition(
        decision.passedOver.allSatisfy { !$0.mismatches.isEmpty }, "what fails has a reason")
    _ = decision.json.encoded()
    compare(lines[1], lines[4], values)
    let other = Association(
        appLinks: AppLinks(
            details: [Details(appIDs: ["app"], components: [Component(path: lines[3])])]))
    if count < 64 { confirm(DocumentDiff(old: association, new: other)) }
    return 0
}

private func query(_ text: String) -> Query {
    guard text.utf8.first == UInt8(ascii: "&") else { return .string(text) }
    let items = text.dropFirst().split(separator: "&").map { item in
        let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return QueryItem(name: String(parts[0]), pattern: parts.count > 1 ? String(parts[1]) : "")
    }
    return .items(items)
}

/// Compares with the reference, which is slow, on short texts of plain characters.
private func compare(_ pattern: String, _ path: String, _ values: [String]) {
    let isPlain = ([pattern, path] + values).allSatisfy { text in
        text.utf8.count <= 10 && text.utf8.allSatisfy { plain.contains($0) }
    }
    let hasPath = path.hasPrefix("/") && !path.contains("?")
    guard isPlain, hasPath, values.count <= 3, let url = try? LinkURL("https://h" + path) else {
        return
    }
    let association = Association(
        appLinks: AppLinks(
            details: [Details(appIDs: ["app"], components: [Component(path: pattern)])],
            substitutionVariables: [SubstitutionVariable(name: "v", values: values)]))
    let found = LinkMatcher(association).verdict(for: url, appID: "app") == .match
    let usable = values.filter { !$0.contains("$(") }
    let expected = ReferenceMatcher.matches(path: pattern, path, ["v": usable])
    precondition(found == expected, "the matcher agrees with the reference")
}

private let plain = Array("/ab*?$(v)".utf8)

/// Each URL of a difference is decided differently.
private func confirm(_ diff: DocumentDiff) {
    for change in diff.apps.flatMap(\.urls) {
        precondition(change.old.verdict != change.new.verdict, "a difference is one")
    }
    _ = diff.text
}
