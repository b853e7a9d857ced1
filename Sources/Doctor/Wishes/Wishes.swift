package import Diagnostics

/// What a host is expected to say, beside being reachable.
package struct Wishes: Sendable {
    /// The identifiers of apps that the file must list under any service.
    package var appIDs: [String] = []
    /// What an app's entitlements ask of the host.
    package var claims: [DomainClaim] = []
    /// The app that has these entitlements, or `nil` when it is not known.
    package var claimingApp: String?
    /// URLs of the host, and the apps that they must open.
    package var expectations: [LiveExpectation] = []
    /// Whether devices ask the host itself, so that Apple's servers do not matter.
    package var isDirect = false

    /// Creates no wishes.
    package init() {}
}

/// A URL, and the apps that must be offered it.
package struct LiveExpectation: Sendable, Hashable {
    /// The URL.
    package var url: String
    /// The identifiers of the apps; empty for none.
    package var appIDs: [String]
    /// The path of the rule that must decide, as written, or `nil` for any.
    package var because: String?
    /// Where it was written.
    package var location: Location

    /// Creates a test.
    package init(url: String, appIDs: [String], because: String? = nil, location: Location) {
        self.url = url
        self.appIDs = appIDs
        self.because = because
        self.location = location
    }
}

/// One entry of an app's associated domains, such as `applinks:*.example.com?mode=developer`.
package struct DomainClaim: Sendable, Hashable {
    /// How devices come by the file.
    package enum Mode: String, Sendable, Hashable, CaseIterable {
        case developer
        case managed
        case both = "developer+managed"
    }

    /// The entry as written.
    package var text: String
    /// The name of the service.
    package var service: String
    /// The domain without `*.`, whose file is read.
    package var host: String
    /// Whether it is for all hosts below the domain.
    package var isWildcard: Bool
    /// The alternate mode, or `nil` for Apple's servers.
    package var mode: Mode?
}
