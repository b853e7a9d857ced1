import Diagnostics

/// What the record knows, as tables for people.
package enum RecordText {
    /// Returns a line for each host.
    package static func overview(_ hosts: some Sequence<HostFetches>) -> String {
        var table = TextTable(["HOST", "PICKUP", "APPLE CAME", "STATUS", "TOOK", "TIMES", "OTHERS"])
        for host in hosts {
            let apple = host.counts.filter { $0.fetcher == .appleCDN }
            let last = apple.max { $0.lastMilliseconds < $1.lastMilliseconds }
            let times = apple.reduce(0) { $0 + $1.count }
            let all = host.counts.reduce(0) { $0 + $1.count }
            table.add([
                host.host, host.pickup?.kind.rawValue,
                last.map { RecordTime.text($0.lastMilliseconds) }, last.map { String($0.status) },
                host.pickup?.taken, String(times), String(all - times),
            ])
        }
        return table.text
    }

    /// Returns the pickup state of one host in words, and a line for each kind of fetch.
    package static func details(_ host: HostFetches) -> String {
        let text = heading(host) + "\n"
        guard !host.counts.isEmpty else { return text }
        var table = TextTable([
            "FETCHER", "STATUS", "VERSION", "TIMES", "FIRST", "LAST", "CLIENT", "USER AGENT",
        ])
        for count in host.counts {
            table.add([
                count.fetcher.rawValue, String(count.status), count.document,
                String(count.count), RecordTime.text(count.firstMilliseconds),
                RecordTime.text(count.lastMilliseconds), count.lastClient, count.lastUserAgent,
            ])
        }
        return text + "\n" + table.text
    }

    /// Returns the pickup state of one host in a line: `shop.example.com: stale: Apple's CDN …`.
    package static func heading(_ host: HostFetches) -> String {
        let name = Diagnostic.printable(host.host)
        guard let pickup = host.pickup else {
            return "\(name): \(words(host.counts))"
        }
        return "\(name): \(pickup.kind.words): \(Diagnostic.printable(pickup.explanation))"
    }

    /// What is known where versions are not.
    private static func words(_ counts: [FetchCount]) -> String {
        let apple = counts.filter { $0.fetcher == .appleCDN }
        guard let last = apple.max(by: { $0.lastMilliseconds < $1.lastMilliseconds }) else {
            return "Apple's CDN has not come"
        }
        return "Apple's CDN came last at \(RecordTime.text(last.lastMilliseconds)) and was "
            + "answered \(last.status); which version it took is not known"
    }

    /// Returns a line for each version, in the order given.
    package static func history(_ versions: some Sequence<HostVersion>) -> String {
        var table = TextTable([
            "VERSION", "LIVE", "REPLACED", "TAKEN BY APPLE", "BYTES", "CONFIGURATION",
        ])
        for version in versions {
            let publication = version.publication
            table.add([
                publication.document, RecordTime.text(publication.liveMilliseconds),
                publication.replacedMilliseconds.map(RecordTime.text),
                version.takenMilliseconds.map(RecordTime.text), String(publication.sizeBytes),
                String(publication.configuration.prefix(12)),
            ])
        }
        return table.text
    }
}
