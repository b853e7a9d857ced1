extension FindingRules {
    static let appMissing = FindingRule(
        .broken, "app-missing", "the file does not list the app",
        why: "the system asks the file for the app's identifier, letter by letter",
        fix: "list PREFIX.BUNDLE-ID as the signed app has it; the prefix may not be the team ID",
        .documented)
    static let serviceEmpty = FindingRule(
        .broken, "service-empty", "a service that the app asks for lists no app",
        why: "an entitlement without its counterpart in the file does nothing",
        fix: "list the app under the service", .documented)
    static let expectationFailed = FindingRule(
        .broken, "expectation-failed", "a URL opens other apps than expected",
        why: "the file does not say what the test of --expect asks for",
        fix: "mend the rule named below, or the test", .observed)

    static let wishes = [appMissing, serviceEmpty, expectationFailed]
}
