/// How large and how tangled a YAML file may be, so that none can exhaust its reader.
package struct YAMLLimits: Sendable, Hashable {
    /// The largest file in bytes; a hundred thousand hosts take about 3 MiB.
    package var fileBytes = 64 * 1024 * 1024
    /// The deepest nesting of lists and mappings, aliases followed.
    package var depth = 64
    /// The largest number of values and keys, those reached through aliases included.
    package var nodes = 4_000_000
    /// The largest number of values and keys that are reached through aliases.
    package var aliasedNodes = 100_000
    /// The longest text in bytes.
    package var scalarBytes = 64 * 1024
    /// How many duplicate keys and tags are collected.
    package var findings = 1_000

    /// Creates the default limits.
    package init() {}
}
