package import Diagnostics

/// One entry of `details` as Apple's client reads it.
package struct LinkEntry: Sendable {
    /// The entry's place in `details`, or `nil` for apps that stand in `applinks.apps`.
    package var index: Int?
    /// How a message names the entry, for instance `applinks.details[0]`.
    package var pointer: String
    /// The apps, as written.
    package var appIDs: [String]
    /// The app of an `appID` that is not read because `appIDs` stands beside it.
    package var hiddenAppID: String?
    /// The rules, first match wins, or `nil` when the apps get every URL of the host.
    package var rules: [LinkRule]?
    /// Where the entry begins.
    package var location: Location
    /// Remarks on the entry whose reading is lenient or disputed.
    package var doubts: [Diagnostic]
}

/// One component, or one element of `paths`, as Apple's client reads it.
package struct LinkRule: Sendable {
    /// Its place in `components` or `paths`.
    package var index: Int
    /// How a message names it, for instance `applinks.details[0].components[2]`.
    package var pointer: String
    /// What stands in the file.
    package var source: JSONNode
    /// What it means: defaults filled in, and constraints that the client drops left out.
    package var effective: Component
    /// The entitlement that a caller must hold, an undocumented key; others skip the rule.
    package var requiredEntitlement: String?
    /// Remarks on the rule whose reading is lenient or disputed.
    package var doubts: [Diagnostic]
}
