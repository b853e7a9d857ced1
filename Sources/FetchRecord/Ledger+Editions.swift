import SiteAssociation

/// What an edition changes at one host, for the file.
struct PublicationChange {
    let host: String
    /// When the version that was live ends, or `nil` when there was none.
    var closed: Int64?
    /// The version that is live now, or `nil` for none.
    var opened: Publication?
    /// How long caches may keep the version that stays, when only that has changed.
    var maxAgeSeconds: Int64?
}

extension Ledger {
    /// Takes a new edition: versions end and begin, and hosts come and go.
    ///
    /// - Parameters:
    ///   - edition: What is published from now on.
    ///   - now: The time, in milliseconds since 1970 in UTC.
    /// - Returns: What differs from before, for the file.
    mutating func publish(_ edition: Edition, now: Int64) -> [PublicationChange] {
        let configuration = configurationID(edition.configuration)
        let ids = take(edition.documents)
        var changes: [PublicationChange] = []
        var isTaken = [Bool](repeating: false, count: hosts.count)
        var histories = SharedHistories()
        var next: [Host] = []
        next.reserveCapacity(edition.hosts.count)
        for (host, name) in zip(edition.hosts, edition.patterns) {
            var entry = Host()
            if let known = index(of: name) {
                isTaken[known] = true
                swap(&entry, &hosts[known])
            }
            entry.environment = host.environment
            let opened = host.document.map { index in
                Published(
                    version: ids[index], configuration: configuration,
                    maxAgeSeconds: Int32(clamping: edition.documents[index].maxAgeSeconds),
                    live: now)
            }
            if let change = turn(&entry, name, to: opened, now: now) {
                changes.append(change)
                histories.share(&entry)
            }
            next.append(entry)
        }
        var gone = hosts.indices.filter { !isTaken[$0] }.map { (name: name($0), host: hosts[$0]) }
        for index in gone.indices {
            gone[index].host.environment = nil
            if let change = turn(&gone[index].host, gone[index].name, to: nil, now: now) {
                changes.append(change)
            }
        }
        if gone.count > RecordLimits.strangers {
            gone.sort { $0.host.lastMilliseconds > $1.host.lastMilliseconds }
            gone.removeLast(gone.count - RecordLimits.strangers)
        }
        next += gone.map(\.host)
        hosts = next
        configured = edition.patterns
        strangers = HostPatterns(gone.map(\.name))
        return changes
    }

    /// Takes the documents of an edition, and returns their numbers.
    ///
    /// Texts and bytes that are known are taken anew, too: those of the load before would keep
    /// its memory in use.
    private mutating func take(_ documents: [Edition.Document]) -> [Int32] {
        let ids = documents.map { document in
            let id = versionID(digest: document.digest, sizeBytes: document.bytes.count)
            versions[id]?.bytes = document.bytes
            versions[id]?.digest = document.digest
            return id
        }
        versionIDs = Dictionary(
            versions.map { ($1.digest, $0) }, uniquingKeysWith: { first, _ in first })
        return ids
    }

    /// Has a host publish a version, or none, from now on.
    private func turn(
        _ host: inout Host, _ name: String, to opened: Published?, now: Int64
    ) -> PublicationChange? {
        var change = PublicationChange(host: name)
        if let open = host.open {
            if let opened, opened.version == open.version {
                guard opened.maxAgeSeconds != open.maxAgeSeconds else { return nil }
                host.latest?.maxAgeSeconds = opened.maxAgeSeconds
                change.maxAgeSeconds = Int64(opened.maxAgeSeconds)
                return change
            }
            let end = max(now, open.live + 1)
            host.latest?.replaced = end
            change.closed = end
        }
        if var opened {
            opened.live = max(opened.live, change.closed ?? .min)
            if let last = host.latest { opened.live = max(opened.live, last.live + 1) }
            host.publish(opened)
            change.opened = publication(opened)
        }
        return change.closed == nil && change.opened == nil ? nil : change
    }

    /// Forgets versions beyond the limits and the bytes of those that nobody needs here.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - keepMilliseconds: How long a version that was replaced is kept.
    ///   - replacedBytes: How many bytes of replaced documents stay.
    mutating func trim(now: Int64, keepMilliseconds: Int64, replacedBytes: Int) {
        let limit = versionsPerHost
        var histories = SharedHistories()
        var lastUse: [Int32: Int64] = [:]
        func note(_ version: Published) {
            let known = lastUse[version.version] ?? .min
            lastUse[version.version] = max(known, version.replaced ?? .max)
        }
        for index in hosts.indices {
            if hosts[index].forget(beyond: limit, before: now - keepMilliseconds) {
                histories.share(&hosts[index])
            }
            if hosts[index].rows.contains(where: { Self.isOld($0, now - keepMilliseconds) }) {
                hosts[index].rows.removeAll { Self.isOld($0, now - keepMilliseconds) }
            }
            for version in hosts[index].earlier { note(version) }
            if let latest = hosts[index].latest { note(latest) }
        }
        for (id, version) in versions where lastUse[id] == nil {
            versions[id] = nil
            versionIDs[version.digest] = nil
        }
        var bytes = 0
        for (id, end) in lastUse.sorted(by: { $0.value > $1.value }) where end != .max {
            bytes += versions[id]?.bytes?.count ?? 0
            if bytes > replacedBytes { versions[id]?.bytes = nil }
        }
    }

    private static func isOld(_ row: Row, _ limit: Int64) -> Bool {
        row.unsaved == 0 && row.count.lastMilliseconds < limit
    }

    /// Returns a version with its texts.
    func publication(_ published: Published) -> Publication {
        let version = versions[published.version]
        return Publication(
            digest: version?.digest ?? "", sizeBytes: version?.sizeBytes ?? 0,
            configuration: configurations[Int(published.configuration)],
            maxAgeSeconds: Int64(published.maxAgeSeconds), liveMilliseconds: published.live,
            replacedMilliseconds: published.replaced)
    }
}

extension Ledger.Host {
    /// Adds a version.
    mutating func publish(_ version: Ledger.Published) {
        if let latest { earlier.append(latest) }
        latest = version
    }

    /// Forgets versions, the oldest first.
    ///
    /// - Parameters:
    ///   - limit: How many stay.
    ///   - time: Those that were replaced before go, too.
    /// - Returns: Whether anything was forgotten.
    @discardableResult
    mutating func forget(beyond limit: Int, before time: Int64 = .min) -> Bool {
        func isOld(_ version: Ledger.Published) -> Bool {
            version.replaced.map { $0 < time } ?? false
        }
        let surplus = min(earlier.count, max(0, earlier.count + 1 - limit))
        let count = surplus + earlier[surplus...].prefix(while: isOld).count
        if count == earlier.count, let latest, isOld(latest) {
            (self.latest, earlier) = (nil, [])
            return true
        }
        guard count > 0 else { return false }
        earlier = Array(earlier[count...])
        return true
    }
}

/// The pasts of hosts, of which equal ones can share their memory: hosts with one document
/// mostly have one past.
private struct SharedHistories {
    /// The last one before each version.
    private var known: [Int32: [Ledger.Published]] = [:]

    /// Has a host share the memory of an equal past.
    mutating func share(_ host: inout Ledger.Host) {
        guard !host.earlier.isEmpty, let version = host.latest?.version else { return }
        if let equal = known[version], equal == host.earlier {
            host.earlier = equal
        } else {
            known[version] = host.earlier
        }
    }
}
