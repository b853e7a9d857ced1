import SiteAssociation
import Synchronization

/// What the record knows of one host.
package struct HostRecord: Sendable {
    /// The host as configured, or as it was asked for.
    package var host: String
    /// The environment's name, or `nil` for a host that is not configured.
    package var environment: String?
    /// How far Apple's CDN has come.
    package var pickup: PickupState
    /// The fetches, the latest first.
    package var counts: [FetchCount]
}

/// What a metric or a page counts.
package struct RecordTotals: Sendable, Hashable {
    /// Hosts that publish something, by environment and state.
    package var pickups: [String: [PickupState.Kind: Int]] = [:]
    /// Fetches that were not counted, because a limit was reached.
    package var dropped: UInt64 = 0
    /// Attempts to write to the file that failed.
    package var writeFailures: UInt64 = 0
}

extension FetchRecorder {
    /// Returns how far Apple's CDN has come with a host, or `nil` for an unknown one.
    package func pickup(of host: String) -> PickupState? {
        let now = nowMilliseconds()
        return memory.withLock { memory in
            memory.ledger.index(of: host).map { index in
                memory.ledger.pickup(ofHost: index, settings, now: now)
            }
        }
    }

    /// Returns what is known of a host, from memory; `nil` for an unknown one.
    package func record(of host: String) -> HostRecord? {
        let now = nowMilliseconds()
        return memory.withLock { memory in
            memory.ledger.index(of: host).map { index in
                memory.ledger.record(ofHost: index, settings, now: now)
            }
        }
    }

    /// Returns what is known of hosts: configured ones in their order, then others.
    ///
    /// - Parameters:
    ///   - offset: How many are left out at the beginning.
    ///   - limit: How many at most.
    /// - Returns: The hosts, and how many there are in all.
    package func records(
        from offset: Int = 0, limit: Int = .max
    ) -> (records: [HostRecord], count: Int) {
        let now = nowMilliseconds()
        var records: [HostRecord] = []
        let count = eachPart(from: offset, limit: limit) { part in
            for index in part.hosts.indices {
                records.append(part.record(ofHost: index, settings, now: now))
            }
        }
        return (records, count)
    }

    /// Calls a body with hosts, some at a time, and returns how many there are.
    ///
    /// With a copy of all of them the next fetch would make another one, and others wait.
    private func eachPart(from offset: Int, limit: Int, _ body: (Ledger) -> Void) -> Int {
        var done = 0
        while true {
            let size = min(RecordLimits.partHosts, limit - done)
            let (part, count) = memory.withLock { memory in
                let hosts = memory.ledger.hosts.indices.dropFirst(offset).dropFirst(done)
                return (memory.ledger.part(hosts.prefix(size)), memory.ledger.hosts.count)
            }
            body(part)
            done += part.hosts.count
            guard part.hosts.count == RecordLimits.partHosts, done < limit else { return count }
        }
    }

    /// Calls a body with every configured host and how far Apple's CDN has come with it.
    func eachConfigured(_ body: (String, Ledger.Host, PickupState.Kind) -> Void) {
        let now = nowMilliseconds()
        _ = eachPart(from: 0, limit: memory.withLock { $0.ledger.configured.count }) { part in
            for index in part.hosts.indices {
                body(
                    part.name(index), part.hosts[index],
                    part.kind(ofHost: index, settings, now: now))
            }
        }
    }

    /// Returns what is known of a host: from memory, or else from the file, which has the past.
    package func recorded(_ host: String) -> HostRecord? {
        if let known = record(of: host) { return known }
        let now = nowMilliseconds()
        return read { reader throws(RecordFault) in
            try reader.record(of: host, settings, now: now)
        }.flatMap(\.self)
    }

    /// Returns the versions of a host, the oldest first.
    ///
    /// The file may know more of the past, and the memory more of the present, when the file
    /// could not be written to.
    package func publications(of host: String) -> [Publication] {
        let written = read { reader throws(RecordFault) in try reader.publications(of: host) }
        let known = memory.withLock { memory in
            guard let index = memory.ledger.index(of: host) else { return [Publication]() }
            return memory.ledger.hosts[index].published.map(memory.ledger.publication)
        }
        var byTime: [Int64: Publication] = [:]
        for publication in (written ?? []) + known {
            byTime[publication.liveMilliseconds] = publication
        }
        return byTime.values.sorted { $0.liveMilliseconds < $1.liveMilliseconds }
    }

    /// Returns the fetches of a host, the latest first: from the file where there is one.
    package func counts(of host: String) -> [FetchCount] {
        record(of: host)?.counts ?? read { reader throws(RecordFault) in
            try reader.counts(of: host)
        } ?? []
    }

    /// Returns the digest and the bytes of the version whose first digits are given, if kept.
    package func document(_ digest: String) -> (digest: String, bytes: [UInt8])? {
        let kept: (digest: String, bytes: [UInt8])? = memory.withLock { memory in
            let fits = memory.ledger.versions.values.filter { $0.digest.hasPrefix(digest) }
            guard fits.count == 1, let bytes = fits[0].bytes else { return nil }
            return (fits[0].digest, bytes)
        }
        return kept
            ?? read { reader throws(RecordFault) in try reader.document(digest) }.flatMap(\.self)
    }

    /// Returns the latest fetches of a host by one kind of client that ended alike.
    package func lastFetch(of host: String, by fetcher: Fetcher) -> FetchCount? {
        memory.withLock { memory in
            guard let index = memory.ledger.index(of: host) else { return nil }
            return memory.ledger.hosts[index].rows.lazy.map(\.count)
                .filter { $0.fetcher == fetcher }
                .max { $0.lastMilliseconds < $1.lastMilliseconds }
        }
    }

    /// Returns the numbers for metrics.
    package func totals() -> RecordTotals {
        var totals = memory.withLock { memory in
            RecordTotals(
                dropped: memory.ledger.dropped &+ memory.droppedByFile,
                writeFailures: memory.writeFailures)
        }
        // Apple is meant to be refused where nothing is served.
        eachConfigured { _, host, kind in
            guard host.open != nil else { return }
            totals.pickups[host.environment ?? "", default: [:]][kind, default: 0] += 1
        }
        return totals
    }
}

extension Ledger {
    /// Some of the hosts, with all that it takes to say what is known of them.
    func part(_ range: Range<Int>) -> Ledger {
        var part = Ledger(settings)
        part.hosts = Array(hosts[range])
        part.configured = HostPatterns(range.map(name))
        part.versions = versions
        part.configurations = configurations
        return part
    }

    func pickup(ofHost index: Int, _ settings: RecordSettings, now: Int64) -> PickupState {
        let host = hosts[index]
        return PickupState(
            counts: host.rows.map(\.count), published: host.open.map(publication),
            takenMaxAge: { document in
                host.published.last {
                    versions[$0.version]?.digest.hasPrefix(document) == true
                }.map { Int64($0.maxAgeSeconds) }
            },
            quietAfterMilliseconds: settings.quietAfterMilliseconds, nowMilliseconds: now)
    }

    func record(ofHost index: Int, _ settings: RecordSettings, now: Int64) -> HostRecord {
        HostRecord(
            host: name(index), environment: hosts[index].environment,
            pickup: pickup(ofHost: index, settings, now: now),
            counts: hosts[index].rows.map(\.count).sorted {
                $0.lastMilliseconds > $1.lastMilliseconds
            })
    }
}
