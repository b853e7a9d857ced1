import Configuration
import HTTP

extension MetricsText {
    /// Adds what is true of the server at this moment.
    ///
    /// - Parameters:
    ///   - status: What is served.
    ///   - state: Since when, and the numbers of the server.
    ///   - version: The version of the program.
    package mutating func add(
        _ status: Reloader.Status, _ state: ServingState, version: String
    ) {
        add(.buildInfo, [([version], 1)])
        add(.startTime, state.startedMilliseconds / 1000)
        add(.configurationTime, status.loadedMilliseconds / 1000)
        let snapshot = status.snapshot
        let environments = snapshot.configuration.environments
        var hosts = [Int64](repeating: 0, count: environments.count)
        for host in snapshot.configuration.hosts { hosts[host.environment] += 1 }
        add(.hosts, zip(environments, hosts).map { ([$0.name], $1) })
        add(.documents, Int64(snapshot.configuration.documents.count))
        add(
            .certificateExpiry,
            snapshot.certificates.map { ([$0.name], $0.notAfter) })
        add(state.counts)
    }

    private mutating func add(_ counts: ServingState.Counts) {
        let server = counts.server
        add(.connections, Int64(server.connections))
        add(.accepted, Int64(server.accepted))
        add(
            .handshakes,
            [
                (["full"], Int64(server.fullHandshakes)),
                (["resumed"], Int64(server.resumedHandshakes)),
            ])
        add(.evicted, Int64(server.evicted))
        add(
            .refused,
            [
                (["limit"], Int64(server.refusedAtLimit)),
                (["descriptors"], Int64(server.descriptorShortages)),
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
        add(.droppedLogLines, Int64(clamping: counts.droppedLogLines))
    }
}
