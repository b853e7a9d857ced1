extension FindingRules {
    static let cdnStale = FindingRule(
        .stale, "cdn-stale", "Apple's copy means something else than the file",
        why: "devices get Apple's copy; nobody can have it dropped before its time",
        fix: "wait; test devices get the file itself with ?mode=developer meanwhile", .documented)
    static let cdnMissing = FindingRule(
        .stale, "cdn-missing", "Apple's servers hold no copy and name no reason",
        why: "they fetch a file within 24 hours after a device first asked for it",
        fix: "wait; test devices get the file itself with ?mode=developer meanwhile", .documented)
    static let cdnFailureKept = FindingRule(
        .stale, "cdn-failure-kept", "Apple's servers keep a failure that is mended",
        why: "a failed fetch is kept too, for about an hour",
        fix: "wait; test devices get the file itself with ?mode=developer meanwhile", .observed)
    static let cdnBlocked = FindingRule(
        .broken, "cdn-blocked", "Apple's servers are refused where this machine is not",
        why: "something in front of the origin blocks Apple, most often by address or country",
        fix: "let every address and country read the path; Apple publishes no list", .documented,
        fixes: letIn)
    static let cdnPrivate = FindingRule(
        .broken, "cdn-private", "Apple's servers find the host at a private address",
        why: "they do not connect to such addresses (SWCERR00202)",
        fix: "check what public resolvers answer, or use ?mode=developer or ?mode=managed",
        .observed)
    static let cdnTimeout = FindingRule(
        .broken, "cdn-timeout", "Apple's servers gave up waiting for the host",
        why: "a firewall that drops packets, or a host that is slow for new connections",
        fix: "let every address in, and answer well under one second", .observed, fixes: letIn)
    static let cdnBadJSON = FindingRule(
        .stale, "cdn-bad-json", "Apple's servers could not parse the file",
        why: "they got other bytes than this machine, or the failure is kept from before",
        fix: "wait until the failure runs out; then look who is served other bytes", .observed)
    static let cdnFailed = FindingRule(
        .broken, "cdn-failed", "Apple's servers failed with a code that is not known",
        why: "there is no public list of the codes", fix: "see the words below", .observed)
    static let cdnKeeps = FindingRule(
        .note, "cdn-keeps", "Apple's servers still hold a copy",
        why: "devices are served from it until it runs out", fix: "mend the host before that",
        .observed)
    static let cdnUnreadable = FindingRule(
        .warning, "cdn-unreadable", "Apple's copy is no strict JSON",
        why: "devices get that copy", fix: "mend the file; the copy follows", .observed)
    static let cdnUnreachable = FindingRule(
        .warning, "cdn-unreachable", "Apple's servers could not be asked",
        why: "what devices get is not known", fix: "try again, or leave it out with --offline",
        .observed)

    static let copies = [
        cdnBlocked, cdnPrivate, cdnTimeout, cdnFailed, cdnStale, cdnMissing, cdnFailureKept,
        cdnBadJSON, cdnUnreadable, cdnUnreachable, cdnKeeps,
    ]
}

/// The codes that Apple's servers fail with, in plain words.
package enum FailureCode: String, Sendable, Hashable, CaseIterable {
    case badResponse = "SWCERR00101"
    case privateAddress = "SWCERR00202"
    case timeout = "SWCERR00301"
    case badJSON = "SWCERR00401"

    /// What the code means.
    package var words: String {
        switch self {
        case .badResponse: "the host answered with another status than 200"
        case .privateAddress: "the host's name leads to a private or reserved address"
        case .timeout: "the host did not connect or answer in time"
        case .badJSON: "the body is no JSON"
        }
    }
}
