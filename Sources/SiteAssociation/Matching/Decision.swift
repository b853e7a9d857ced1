package import Diagnostics

/// What a document says about a URL and an app.
package enum Verdict: String, Sendable, Hashable, CaseIterable {
    /// The app is offered the URL.
    case match
    /// A rule keeps the URL from the app.
    case exclude
    /// No rule speaks of the URL.
    case none
}

/// The verdict for one app, and how it came about.
package struct AppDecision: Sendable {
    /// A rule that was looked at.
    package struct Rule: Sendable {
        /// The rule's place in `components` or `paths`.
        package var index: Int
        /// How a message names it, for instance `applinks.details[0].components[2]`.
        package var pointer: String
        /// What stands in the file.
        package var source: JSONNode
    }

    /// A rule that does not match the URL, and why not.
    package struct PassedOver: Sendable {
        /// The rule.
        package var rule: Rule
        /// Every part that failed, at least one.
        package var mismatches: [Mismatch]
    }

    /// The app, as written in the document or as asked for.
    package var appID: String
    /// The verdict.
    package var verdict: Verdict
    /// The entry's place in `details`, or `nil` when no entry lists the app.
    package var entryIndex: Int?
    /// How a message names the entry, or `nil` when no entry lists the app.
    package var entryPointer: String?
    /// The rule that decided, or `nil` when none did.
    package var rule: Rule?
    /// The rules before it, all of them when none decided.
    package var passedOver: [PassedOver]
    /// What the verdict depends on and is lenient, disputed or not settled.
    package var warnings: [Diagnostic]
    /// The sentence that says why, for people.
    package var reason: String
}

/// One part of a rule that a URL does not satisfy.
package struct Mismatch: Sendable, Hashable {
    /// A part of a rule.
    package enum Part: Sendable, Hashable {
        case path
        case query
        case queryItem(String)
        case fragment
        case entitlement
    }

    /// The part that failed.
    package var part: Part
    /// Why, in one phrase.
    package var reason: String

    /// The key of the part in a component.
    package var key: String {
        switch part {
        case .path: "/"
        case .query, .queryItem: "?"
        case .fragment: "#"
        case .entitlement: "requiredEntitlement"
        }
    }
}
