/// How much a configuration may read, so that no include can exhaust the loader.
package struct LoaderLimits: Sendable, Hashable {
    /// The deepest chain of includes.
    package var includeDepth = 8
    /// The largest number of files.
    package var files = 10_000
    /// The bytes of all files together.
    package var totalBytes = 64 * 1024 * 1024
    /// The largest token file in bytes.
    package var tokenBytes = 4_096

    /// Creates the default limits.
    package init() {}
}
