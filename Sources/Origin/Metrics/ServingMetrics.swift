import Configuration
package import FetchRecord
import HTTP

extension MetricsText {
    /// Adds what is true of the server at this moment.
    ///
    /// - Parameters:
    ///   - status: What is served.
    ///   - state: Since when, and the numbers of the server.
    ///   - totals: The numbers of the fetch record.
    ///   - version: The version of the program.
    package mutating func add(
        _ status: Reloader.Status, _ state: ServingState, _ totals: RecordTotals, version: String
    ) {
        add(.buildInfo, [([version], 1)])
        add(.startTime, state.startedMilliseconds / 1000)
        add(.configurationTime, status.loadedMilliseconds / 1000)
        add(EnvironmentHosts(status.snapshot, totals))
        add(.documents, Int64(status.snapshot.configuration.documents.count))
        add(status.snapshot.certificates)
        let counts = state.counts
        add(counts.server)
        add(.uncounted, Int64(clamping: counts.uncountedRequests))
        add(
            .droppedLogLines,
            [
                (["access"], Int64(clamping: counts.droppedLogLines)),
                (["operational"], Int64(clamping: counts.droppedOperationalLines)),
            ])
        add(.droppedFetches, Int64(clamping: totals.dropped))
        add(.recordFailures, Int64(clamping: totals.writeFailures))
    }

    private mutating func add(_ certificates: [CertificateSummary]) {
        add(.certificates, Int64(certificates.count))
        add(.certificateExpiry, Self.expiries(certificates.map { ($0.name, $0.notAfter) }))
    }

    /// Returns the certificates that expire first; of several with one name only the first one,
    /// since a series may come only once.
    static func expiries(
        _ certificates: [(name: String, notAfter: Int64)]
    ) -> [(labels: [String], value: Int64)] {
        let ends = Dictionary(
            certificates.map { ($0.name, $0.notAfter) }, uniquingKeysWith: min)
        return ends.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
            .prefix(MetricLimits.certificates).map { ([$0.key], $0.value) }
    }

    private mutating func add(_ hosts: EnvironmentHosts) {
        add(.hosts, hosts.rows.map { ([$0.name], Int64($0.count)) })
        add(
            .pickups,
            hosts.rows.flatMap { row in
                PickupState.Kind.allCases.map { kind in
                    ([row.name, kind.rawValue], Int64(row.pickups[kind] ?? 0))
                }
            })
    }

    private mutating func add(_ server: ServerCounters) {
        add(.connections, Int64(server.connections))
        add(.connectionLimit, Int64(server.connectionLimit))
        add(.accepted, Int64(server.accepted))
        add(
            .handshakes,
            [
                (["full"], Int64(server.fullHandshakes)),
                (["resumed"], Int64(server.resumedHandshakes)),
            ])
        add(
            .failedHandshakes,
            HandshakeFailure.allCases.map {
                ([$0.rawValue], Int64(server.failedHandshakes[$0] ?? 0))
            })
        add(.evicted, Int64(server.evicted))
        add(
            .refused,
            [
                (["limit"], Int64(server.refusedAtLimit)),
                (["descriptors"], Int64(server.refusedWithoutDescriptor)),
            ])
        add(.exhausted, Int64(server.exhausted))
        add(
            .timeouts,
            [
                (["handshake_timeout"], Int64(server.handshakeTimeouts)),
                (["head_timeout"], Int64(server.headTimeouts)),
                (["idle_timeout"], Int64(server.idleTimeouts)),
                (["send_timeout"], Int64(server.sendTimeouts)),
            ])
        add(.loopTurns, server.turns)
    }
}

/// How many hosts each environment has, and how far Apple has come with them.
private struct EnvironmentHosts {
    struct Row {
        var name: String
        var count = 0
        var pickups: [PickupState.Kind: Int] = [:]
    }

    /// In the order of the configuration; with too many, the rest is added up in the last one.
    private(set) var rows: [Row] = []

    init(_ snapshot: Snapshot, _ totals: RecordTotals) {
        for (environment, count) in snapshot.configuration.hostCounts {
            let row = Row(
                name: environment.name, count: count,
                pickups: totals.pickups[environment.name] ?? [:])
            if rows.count < MetricLimits.environments {
                rows.append(row)
            } else {
                addToOthers(row)
            }
        }
    }

    private mutating func addToOthers(_ row: Row) {
        if rows.count == MetricLimits.environments {
            rows.append(Row(name: MetricLimits.otherEnvironments))
        }
        rows[rows.count - 1].count += row.count
        rows[rows.count - 1].pickups.merge(row.pickups, uniquingKeysWith: +)
    }
}
