/// How much the record keeps.
package struct RecordSettings: Sendable, Hashable {
    /// How many versions of a host are kept.
    package var keepVersions = 50
    /// How many days a version that was replaced, and a fetch, are kept.
    package var keepDays: Int64 = 400
    /// After how long without a fetch a host is quiet, in milliseconds.
    package var quietAfterMilliseconds: Int64 = 14 * 86_400_000

    /// Creates the settings that hold without a word in the configuration.
    package init() {}

    /// How long before now anything is kept, in milliseconds.
    var keepMilliseconds: Int64 { keepDays * 86_400_000 }
}

/// What bounds the record in memory, whoever asks for what.
enum RecordLimits {
    /// Hosts that are not configured, or are so no more.
    static let strangers = 1_000
    /// Versions over all hosts; each host may have at least two.
    static let versions = 400_000
    /// Counts over all hosts; each host may have at least eight.
    static let counts = 800_000
    /// Counts of one host.
    static let countsPerHost = 64
    /// Bytes of documents that were replaced, without a file that keeps them.
    static let replacedBytes = 32 << 20
    /// Counts that wait to be written.
    static let pendingCounts = 100_000
    /// Changes of publications that wait for a file that fails, before they are given up.
    static let pendingChanges = 400_000
    /// Bytes of the documents that wait with them.
    static let pendingBytes = 32 << 20
    /// Hosts that are copied at a time for a look at many.
    static let partHosts = 1_000
    /// How long counts wait for others before they are written, in milliseconds.
    static let gatherMilliseconds: Int64 = 500
    /// How long after a failed write the next is tried, in milliseconds.
    static let retryMilliseconds: Int64 = 10_000
    /// How often what is too old is removed, in milliseconds.
    static let sweepMilliseconds: Int64 = 86_400_000
}
