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
        let ids = edition.documents.map { document in
            let id = versionID(digest: document.digest, sizeBytes: document.bytes.count)
            versions[id]?.bytes = document.bytes
            return id
        }
        var changes: [PublicationChange] = []
        var old = hosts
        var isTaken = [Bool](repeating: false, count: old.count)
        var next: [Host] = []
        next.reserveCapacity(edition.hosts.count)
        for host in edition.hosts {
            var entry = Host(name: host.pattern)
            if let known = indices[host.pattern] {
                isTaken[Int(known)] = true
                swap(&entry, &old[Int(known)])
            }
            entry.environment = host.environment
            let opened = host.document.map { index in
                Published(
                    version: ids[index], configuration: configuration,
                    maxAgeSeconds: Int32(clamping: edition.documents[index].maxAgeSeconds),
                    live: now)
            }
            if let change = turn(&entry, to: opened, now: now) { changes.append(change) }
            next.append(entry)
        }
        configuredCount = next.count
        var gone = old.indices.filter { !isTaken[$0] }.map { old[$0] }
        old = []
        for index in gone.indices {
            gone[index].environment = nil
            if let change = turn(&gone[index], to: nil, now: now) { changes.append(change) }
        }
        if gone.count > RecordLimits.strangers {
            gone.sort { $0.lastMilliseconds > $1.lastMilliseconds }
            gone.removeLast(gone.count - RecordLimits.strangers)
        }
        hosts = next + gone
        index = edition.index
        reindex()
        return changes
    }

    private mutating func reindex() {
        indices.removeAll(keepingCapacity: true)
        for (index, host) in hosts.enumerated() { indices[host.name] = Int32(index) }
    }

    /// Has a host publish a version, or none, from now on.
    private func turn(
        _ host: inout Host, to opened: Published?, now: Int64
    ) -> PublicationChange? {
        var change = PublicationChange(host: host.name)
        if var open = host.open {
            if let opened, opened.version == open.version {
                guard opened.maxAgeSeconds != open.maxAgeSeconds else { return nil }
                open.maxAgeSeconds = opened.maxAgeSeconds
                host.published[host.published.count - 1] = open
                change.maxAgeSeconds = Int64(open.maxAgeSeconds)
                return change
            }
            let end = max(now, open.live + 1)
            host.published[host.published.count - 1].replaced = end
            change.closed = end
        }
        if var opened {
            opened.live = max(opened.live, change.closed ?? .min)
            if let last = host.published.last { opened.live = max(opened.live, last.live + 1) }
            host.published.append(opened)
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
        var lastUse: [Int32: Int64] = [:]
        for index in hosts.indices {
            let count = hosts[index].published.count
            if count > limit { hosts[index].published.removeFirst(count - limit) }
            hosts[index].published.removeAll { version in
                version.replaced.map { $0 < now - keepMilliseconds } ?? false
            }
            if hosts[index].rows.contains(where: { Self.isOld($0, now - keepMilliseconds) }) {
                hosts[index].rows.removeAll { Self.isOld($0, now - keepMilliseconds) }
            }
            for version in hosts[index].published {
                let end = version.replaced ?? .max
                lastUse[version.version] = max(lastUse[version.version] ?? .min, end)
            }
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
