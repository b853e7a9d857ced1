package import Diagnostics

/// The `state` section: what is remembered of fetches and versions.
package struct StateConfiguration: Sendable, Hashable {
    /// The file, or `nil` to keep everything in memory.
    package var path: String?
    /// How many versions of a host are kept.
    package var keepVersions: Int64 = 50
    /// How many days a version that was replaced, and a fetch, are kept.
    package var keepDays: Int64 = 400
    /// After how long without a fetch by Apple's CDN a host is quiet, in milliseconds.
    package var quietAfterMilliseconds: Int64 = 14 * 86_400_000
    /// The place of the path.
    package var location: Location?

    /// Creates the section that is not there.
    package init() {}
}
