import SiteAssociation

/// The record in memory: for every host what it published and who came for it, bounded.
///
/// Configured hosts come first, in the order of the edition, so that a fetch finds its host
/// by the number that the look-up of the request gives.
struct Ledger {
    /// A version as one host published it; the texts are in tables, since many hosts share them.
    struct Published: Hashable {
        var version: Int32
        var configuration: Int32
        var maxAgeSeconds: Int32
        var live: Int64
        var replaced: Int64?
    }

    /// Fetches that are counted together, and how many of them no file knows yet.
    struct Row {
        var count: FetchCount
        var unsaved: Int64
    }

    /// What is known of a host, configured or not; its name stands in the ledger.
    struct Host {
        var environment: String?
        /// The latest version; it stands here so that hosts without a past are no objects of
        /// their own, which would stay where one load put them and keep its memory in use.
        var latest: Published?
        /// The versions before it, the oldest first.
        var earlier: [Published] = []
        var rows: [Row] = []

        /// All versions, the oldest first.
        var published: [Published] { earlier + [latest].compactMap(\.self) }

        /// What it publishes now.
        var open: Published? { latest.flatMap { $0.replaced == nil ? $0 : nil } }

        /// When anything was last heard of it.
        var lastMilliseconds: Int64 {
            let fetched = rows.lazy.map(\.count.lastMilliseconds).max() ?? .min
            return max(fetched, latest.map { $0.replaced ?? $0.live } ?? .min)
        }
    }

    /// A document that some host publishes or published.
    struct Version {
        var digest: String
        let sizeBytes: Int
        var bytes: [UInt8]?
    }

    /// Counts of one host that a file should have.
    struct Saving {
        let host: String
        var count: FetchCount
    }

    /// What is known of hosts: the configured ones first.
    var hosts: [Host] = []
    /// The configured hosts, which share their memory with the configuration.
    var configured = HostPatterns()
    /// The hosts behind them.
    var strangers = HostPatterns()
    var versions: [Int32: Version] = [:]
    var versionIDs: [String: Int32] = [:]
    var configurations: [String] = []
    /// Fetches that no place was left for.
    var dropped: UInt64 = 0

    private var dirty: Set<Int32> = []
    private var evicted: [Saving] = []
    let settings: RecordSettings
    /// Whether counts have to be saved.
    var isSaved = false

    init(_ settings: RecordSettings) { self.settings = settings }

    /// How many versions each host may have here.
    var versionsPerHost: Int {
        min(settings.keepVersions, max(2, RecordLimits.versions / max(1, hosts.count)))
    }

    /// How many counts each host may have here.
    var countsPerHost: Int {
        min(RecordLimits.countsPerHost, max(8, RecordLimits.counts / max(1, hosts.count)))
    }

    // MARK: Hosts

    /// The name of a host; a wildcard begins with `*.`.
    func name(_ host: Int) -> String {
        host < configured.count ? configured[host] : strangers[host - configured.count]
    }

    /// Returns the place of the host that is written like this, or `nil` for an unknown one.
    func index(of name: String) -> Int? {
        configured.number(of: name) ?? strangers.number(of: name).map { $0 + configured.count }
    }

    // MARK: Counting

    /// Counts a fetch.
    mutating func record(_ fetch: Fetch) {
        guard let host = place(of: fetch.host) else {
            dropped &+= 1
            return
        }
        add(FetchCount(fetch), unsaved: isSaved ? 1 : 0, to: host)
        if isSaved { dirty.insert(Int32(host)) }
    }

    private mutating func place(of name: String) -> Int? {
        if let host = configured.number(answering: name) ?? index(of: name) { return host }
        guard strangers.count < RecordLimits.strangers else { return nil }
        return append(name)
    }

    /// Adds a host that is not configured, and returns its place.
    mutating func append(_ name: String) -> Int {
        strangers.append(name)
        hosts.append(Host())
        return hosts.count - 1
    }

    mutating func add(_ count: FetchCount, unsaved: Int64, to host: Int) {
        let rows = hosts[host].rows
        if let row = rows.firstIndex(where: { $0.count.isAlike(count) }) {
            hosts[host].rows[row].count.add(count)
            hosts[host].rows[row].unsaved += unsaved
            return
        }
        hosts[host].rows.append(Row(count: count, unsaved: unsaved))
        if rows.count >= countsPerHost { evict(from: host) }
    }

    /// Forgets the counts of a host that are oldest.
    private mutating func evict(from host: Int) {
        let oldest = hosts[host].rows.indices.min {
            hosts[host].rows[$0].count.lastMilliseconds
                < hosts[host].rows[$1].count.lastMilliseconds
        }
        guard let oldest else { return }
        let row = hosts[host].rows.remove(at: oldest)
        guard row.unsaved > 0 else { return }
        guard evicted.count < RecordLimits.pendingCounts else {
            dropped &+= UInt64(row.unsaved)
            return
        }
        evicted.append(Saving(host: name(host), count: row.count.with(row.unsaved)))
    }

    /// Returns what no file knows yet, and takes it for saved.
    mutating func takeUnsaved() -> [Saving] {
        var savings = evicted
        evicted = []
        for host in dirty.sorted() {
            let index = Int(host)
            for row in hosts[index].rows.indices where hosts[index].rows[row].unsaved > 0 {
                let entry = hosts[index].rows[row]
                savings.append(
                    Saving(host: name(index), count: entry.count.with(entry.unsaved)))
                hosts[index].rows[row].unsaved = 0
            }
        }
        dirty = []
        return savings
    }

    /// Whether anything waits to be saved.
    var hasUnsaved: Bool { !dirty.isEmpty || !evicted.isEmpty }

    // MARK: Tables of texts

    mutating func versionID(digest: String, sizeBytes: Int) -> Int32 {
        if let known = versionIDs[digest] { return known }
        var id = Int32(versions.count)
        while versions[id] != nil { id += 1 }
        versions[id] = Version(digest: digest, sizeBytes: sizeBytes, bytes: nil)
        versionIDs[digest] = id
        return id
    }

    mutating func configurationID(_ digest: String) -> Int32 {
        if let last = configurations.last, last == digest {
            return Int32(configurations.count - 1)
        }
        if let known = configurations.firstIndex(of: digest) { return Int32(known) }
        configurations.append(digest)
        return Int32(configurations.count - 1)
    }
}

extension FetchCount {
    /// Whether two counts are of fetches that ended alike.
    func isAlike(_ other: FetchCount) -> Bool {
        fetcher == other.fetcher && status == other.status && document == other.document
    }

    /// The same fetches with another number.
    func with(_ count: Int64) -> FetchCount {
        var result = self
        result.count = count
        return result
    }
}
