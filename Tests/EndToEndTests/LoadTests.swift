import Foundation
import TestSupport
import Testing

/// What the sanitizers are for: `run.sh load` has a server that was built with one run these.
@Suite(.serialized)
struct `A server under load` {
    /// How often everything changes.
    private static let rounds = 15
    /// How many clients come in each round and say nothing; all rounds together leave room for
    /// others among the 200 connections.
    private static let silentClients = 10

    @Test(arguments: LoadedSite.Trigger.allCases)
    func `serves every good client among hostile ones while all of its files change`(
        _ trigger: LoadedSite.Trigger
    ) throws {
        let site = try LoadedSite(trigger)
        let kept = KeepAliveLoad(8, try Site.openssl(site.server), host: "shop.example.com")
        kept.waitUntilServed()
        let good = RepeatedWork(site.goodClients)
        let hostile = RepeatedWork(site.hostileClients, hasRounds: true)
        var silent: [RawConnection] = []
        for round in 1...Self.rounds {
            hostile.nextRound()
            silent += try (0..<Self.silentClients).map { _ in
                try RawConnection(port: site.server.port(0))
            }
            try site.change(round: round)
            if round % 5 == 0 { try site.rotateLog() }
        }
        #expect(kept.finish().failures == [])
        #expect(good.finish() == [])
        // Now they fill the server up: it makes room, at times for clients that are still slow.
        silent = []
        silent = try (0..<200).map { _ in try RawConnection(port: site.server.port(0)) }
        #expect(try Site.curl(site.server).get().status == 200)
        #expect(hostile.finish() == [])
        try site.server.waitForError("warning of the limit") { lines in
            lines.contains { $0.contains("id=\"connection-limit\"") }
        }
        #expect(silent.count == 200)
        // A sanitizer that has something to report makes it another status.
        #expect(try site.server.stop() == 0)
        let errors = site.server.errors.text
        #expect(!errors.contains("Sanitizer") && !errors.contains("level=error"), "\(errors)")
    }
}
