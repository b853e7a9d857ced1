import Diagnostics
import POSIX
import Synchronization
import TestSupport
import Testing

@testable import Configuration
@testable import Origin

struct `The reloader` {
    @Test func `serves a changed configuration and says what changed`() throws {
        var next = SampleConfiguration()
        next.add(
            "production", document: SampleConfiguration.document("new"),
            hosts: [
                "shop.example.com", "*.shops.example.com",
            ])
        next.add(
            "staging", mode: .developer,
            hosts: [
                "staging.example.com", "own.shops.example.com", "new.example.com",
            ])
        let world = try World(SampleConfiguration.table())
        world.next = next
        let verdict = world.reloader.reload(.admin, allowsShrinking: true)
        #expect(verdict.outcome == .reloaded)
        #expect(verdict.changes.addedHosts == ["new.example.com"])
        #expect(verdict.changes.removedHosts == ["*.deep.shops.example.com", "off.example.com"])
        #expect(verdict.changes.changedHosts == ["shop.example.com", "*.shops.example.com"])
        #expect(verdict.oldDigest == world.started.digest)
        #expect(verdict.newDigest == world.served.last)
        #expect(verdict.durationMilliseconds == 7)
        #expect(world.reloader.status.snapshot.digest == verdict.newDigest)
        #expect(
            verdict.description
                == "reloaded: 1 host added, 2 hosts removed, 2 hosts changed "
                + "(webcredentials +1 -1), in 7 ms")
    }

    @Test func `tidies up when nothing but what is served is left`() throws {
        let world = try World(SampleConfiguration.table())
        for name in ["a", "b", "c"] {
            var next = SampleConfiguration()
            next.add(
                "production", document: SampleConfiguration.document(name),
                hosts: ["shop.example.com"])
            world.next = next
            _ = world.reloader.reload(.signal, allowsShrinking: true)
        }
        world.error = Diagnostic(.error, "broken", "a fault")
        #expect(world.reloader.reload(.signal).outcome == .refused)
        #expect(world.served.count == 3)
        #expect(world.living == [1, 1, 1, 1])
    }

    @Test func `counts a move to another environment as a change`() throws {
        let document = SampleConfiguration.document("same")
        var before = SampleConfiguration()
        before.add("one", document: document, hosts: ["a.example.com"])
        var after = SampleConfiguration()
        after.add("two", document: document, hosts: ["a.example.com"])
        after.value.sources = []
        let world = try World(before)
        world.next = after
        #expect(world.reloader.reload(.signal).changes.changedHosts == ["a.example.com"])
    }

    @Test func `names a renewed certificate and the end of its validity in the log`() throws {
        let certificates = try TestCertificates()
        func sample(_ stem: String) throws -> SampleConfiguration {
            let leaf = try certificates.leaf(
                stem, names: ["shop.example.com"], validity: .ninetyDays)
            var sample = SampleConfiguration()
            sample.value.tls.certificates = [
                TLSConfiguration.Certificate(
                    displayName: "shop.pem", certificateFile: leaf.chain, keyFile: leaf.key,
                    location: SampleConfiguration.place(1))
            ]
            sample.add("production", hosts: ["shop.example.com"])
            return sample
        }
        let now = Clock.nowMilliseconds()
        let world = try World(sample("old"), time: now)
        world.next = try sample("new")
        let verdict = world.reloader.reload(.signal)
        #expect(verdict.outcome == .reloaded)
        #expect(verdict.changes.changedCertificates == ["shop.pem"])
        let added = try #require(verdict.changes.addedCertificates.first)
        let lines = LogLine.lines(of: verdict).dropFirst()
            .map { $0.text(at: LogTime(milliseconds: 0)) }
        #expect(
            lines == [
                "time=1970-01-01T00:00:00.000Z level=info msg=\"serving certificate 'shop.pem'\" "
                    + "names=\"shop.example.com\" serial=\"\(added.serial)\" "
                    + "not_after=\"\(LogTime(milliseconds: added.notAfter * 1000).rfc3339)\"\n"
            ])
    }

    @Test func `leaves an unchanged configuration as it is`() throws {
        let world = try World(SampleConfiguration.table())
        let verdict = world.reloader.reload(.signal)
        #expect(verdict.outcome == .unchanged)
        #expect(verdict.newDigest == verdict.oldDigest)
        #expect(world.served == [])
        #expect(verdict.description == "unchanged: nothing differs from what is served")
    }

    @Test func `keeps what is served when the load has errors and remembers why`() throws {
        let world = try World(SampleConfiguration.table())
        world.error = Diagnostic(.error, "bad-thing", "a thing is bad")
        let verdict = world.reloader.reload(.admin)
        #expect(verdict.outcome == .refused)
        #expect(verdict.newDigest == nil)
        #expect(world.served == [])
        let status = world.reloader.status
        #expect(status.snapshot === world.started)
        #expect(status.lastVerdict?.findings.map(\.id) == ["bad-thing"])
        #expect(status.findings == [])
        #expect(
            verdict.description
                == "refused: 1 error, the configuration from before is served on")
    }

    @Test func `takes a good configuration after a bad one and an old one after a new one`() throws
    {
        let world = try World(SampleConfiguration.table())
        world.error = Diagnostic(.error, "bad-thing", "a thing is bad")
        _ = world.reloader.reload(.signal)
        world.error = nil
        var other = SampleConfiguration.table()
        other.value.documents[0] = SampleConfiguration.document("other")
        world.next = other
        #expect(world.reloader.reload(.signal, allowsShrinking: true).outcome == .reloaded)
        world.next = SampleConfiguration.table()
        #expect(world.reloader.reload(.signal, allowsShrinking: true).outcome == .reloaded)
        #expect(world.served.last == world.started.digest)
        #expect(world.served.count == 2)
    }

    @Test func `refuses what loses an app, unless it is allowed or the guard is off`() throws {
        var smaller = SampleConfiguration.table()
        smaller.value.documents[0] = SampleConfiguration.document("other")
        let world = try World(SampleConfiguration.table())
        world.next = smaller
        for isDryRun in [true, false] {
            let verdict = world.reloader.reload(.signal, isDryRun: isDryRun)
            #expect(verdict.outcome == .refused)
            #expect(verdict.findings.map(\.id) == ["guard-app-lost"])
            #expect(verdict.meaning == "webcredentials +1 -1")
            #expect(verdict.newDigest != verdict.oldDigest)
        }
        #expect(world.served == [])
        #expect(world.reloader.status.snapshot === world.started)
        let dryRun = world.reloader.reload(.admin, isDryRun: true, allowsShrinking: true)
        #expect(dryRun.outcome == .reloaded)
        smaller.value.guardPolicy = .off
        world.next = smaller
        #expect(world.reloader.reload(.signal).outcome == .reloaded)
    }

    @Test func `does everything but the swap in a dry run`() throws {
        let world = try World(SampleConfiguration.table())
        var next = SampleConfiguration.table()
        next.add("more", hosts: ["more.example.com"])
        world.next = next
        let verdict = world.reloader.reload(.admin, isDryRun: true)
        #expect(verdict.outcome == .reloaded)
        #expect(verdict.description == "dry run: reloaded: 1 host added, in 7 ms")
        #expect(world.served == [])
        #expect(world.reloader.status.lastVerdict == nil)
        #expect(world.reloader.status.snapshot === world.started)
    }

    @Test(arguments: ["\"DIGEST\"", "*", "\"x\", \"DIGEST\""])
    func `goes ahead when the expected configuration is served`(value: String) throws {
        let world = try World(SampleConfiguration.table())
        let tags = EntityTags([value.replacing("DIGEST", with: world.started.digest)])
        #expect(world.reloader.reload(.admin, expected: tags).outcome == .unchanged)
    }

    @Test(arguments: ["\"x\"", "W/\"DIGEST\"", "DIGEST", ""])
    func `loads nothing when another configuration is served`(value: String) throws {
        let world = try World(SampleConfiguration.table())
        let tags = EntityTags([value.replacing("DIGEST", with: world.started.digest)])
        let verdict = world.reloader.reload(.admin, expected: tags)
        #expect(verdict.outcome == .preconditionFailed)
        #expect(world.loads == 0)
        #expect(world.reloader.status.lastVerdict == nil)
    }

    @Test func `applies a new token though it is no part of the digest`() throws {
        var before = SampleConfiguration.table()
        before.value.admin = Self.admin(token: "old")
        let world = try World(before)
        var after = before
        after.value.admin = Self.admin(token: "new")
        world.next = after
        #expect(world.reloader.reload(.signal).outcome == .reloaded)
        #expect(world.reloader.adminAccess?.admits(authorization: ["Bearer new"]) == true)
        #expect(world.reloader.adminAccess?.admits(authorization: ["Bearer old"]) == false)
    }

    @Test func `warns of everything that only a restart applies`() throws {
        var before = SampleConfiguration.table()
        before.value.listeners = [
            SampleConfiguration.listener(":80", .refuse), SampleConfiguration.listener(":1", .tls),
        ]
        let world = try World(before)
        var after = SampleConfiguration.table()
        after.value.listeners = [
            SampleConfiguration.listener(":80", .tls), SampleConfiguration.listener(":2", .tls),
        ]
        after.value.admin = Self.admin(token: "t")
        after.value.limits.loops = 7
        after.value.tls.minimumVersion = "1.3"
        after.value.log.format = .combined
        world.next = after
        let verdict = world.reloader.reload(.admin)
        #expect(verdict.outcome == .reloaded)
        #expect(
            verdict.findings.map(\.message)
                == [
                    "kind, PROXY header or TLS settings of listener ':80'", "listener ':2'",
                    "removal of listener ':1'",
                    "admin address", "limits", "tls.min_version", "access log",
                ].map { "\($0) differs from what the process started with" })
    }

    private static func admin(token: String) -> AdminConfiguration {
        AdminConfiguration(
            address: .internet(host: "127.0.0.1", port: 1), name: "127.0.0.1:1", tokenFile: "t",
            token: Array(token.utf8), hosts: [], location: SampleConfiguration.place(1))
    }
}

/// A process around a reloader, with a clock that moves seven milliseconds at each look.
private final class World: Sendable {
    private struct State {
        var next: SampleConfiguration
        var error: Diagnostic?
        var served: [String] = []
        var swapped: [Swapped] = []
        var living: [Int] = []
        var loads = 0
        var time: Int64
    }

    private let state: Mutex<State>
    private let time: Int64
    let started: Snapshot

    init(_ sample: SampleConfiguration, time: Int64 = Building.now) throws {
        state = Mutex(State(next: sample, time: time))
        self.time = time
        started = try Building.snapshot(sample.value, at: time)
    }

    var next: SampleConfiguration {
        get { state.withLock { $0.next } }
        set { state.withLock { $0.next = newValue } }
    }

    var error: Diagnostic? {
        get { state.withLock { $0.error } }
        set { state.withLock { $0.error = newValue } }
    }

    var served: [String] { state.withLock { $0.served } }
    var loads: Int { state.withLock { $0.loads } }
    /// How many snapshots that were put in place were left after each reload.
    var living: [Int] { state.withLock { $0.living } }

    var reloader: Reloader {
        made.withLock { made in
            if let made { return made }
            // A reloader that kept what keeps it would stay for ever.
            let reloader = Reloader(
                started: started, findings: [], nowMilliseconds: { [unowned self] in tick() },
                load: { [unowned self] in load($0, $1) }, swap: { [unowned self] in swap($0) },
                tidy: { [unowned self] in tidy() })
            made = reloader
            return reloader
        }
    }

    private let made = Mutex<Reloader?>(nil)

    private func tick() -> Int64 {
        state.withLock { state in
            state.time += 7
            return state.time
        }
    }

    private func load(_ started: Configuration, _ isDryRun: Bool) -> SnapshotBuild {
        let (next, error) = state.withLock { state in
            state.loads += 1
            return (state.next, state.error)
        }
        return Building.build(
            next.value, at: time, findings: error.map { [$0] } ?? [], started: started)
    }

    private func swap(_ snapshot: Snapshot) {
        state.withLock {
            $0.served.append(snapshot.digest)
            $0.swapped.append(Swapped(snapshot: snapshot))
        }
    }

    /// Counts the snapshots that are still there.
    private func tidy() {
        state.withLock { state in
            state.living.append(state.swapped.count { $0.snapshot != nil })
        }
    }

    private struct Swapped {
        weak var snapshot: Snapshot?
    }
}
