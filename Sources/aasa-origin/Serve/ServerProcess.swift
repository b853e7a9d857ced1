import Admin
import Configuration
import Diagnostics
import FetchRecord
import HTTPServer
import Origin
import POSIX
import TLS

/// The running server: its parts, put together in one place, and the signals that drive it.
final class ServerProcess: Sendable {
    private let source: ConfigurationSource
    private let server: Server
    private let reloader: Reloader
    private let state: ServingState
    private let accessLog: AccessLog
    private let record: FetchRecorder
    private let log: OperationalLog
    private let supervision: Supervision
    private let drainTimeoutMilliseconds: Int64
    private let reloadRequests = Semaphore()

    private init(
        source: ConfigurationSource, server: Server, reloader: Reloader, state: ServingState,
        accessLog: AccessLog, record: FetchRecorder, log: OperationalLog, supervision: Supervision,
        drainTimeoutMilliseconds: Int64
    ) {
        self.source = source
        self.server = server
        self.reloader = reloader
        self.state = state
        self.accessLog = accessLog
        self.record = record
        self.log = log
        self.supervision = supervision
        self.drainTimeoutMilliseconds = drainTimeoutMilliseconds
    }

    /// Loads the configuration, binds everything and starts to serve.
    ///
    /// - Parameters:
    ///   - path: The configuration's file.
    ///   - inherited: Listening sockets that the service manager passed.
    ///   - supervision: Who is told how the server goes.
    /// - Returns: The server, which serves.
    /// - Throws: Why it does not.
    static func start(
        _ path: String, inherited: [Int32], supervision: Supervision
    ) throws(StartFailure) -> ServerProcess {
        // ORDER: it holds for blocks that are allocated from here on.
        ProcessContext.keepLargeBlocksApart()
        // ORDER: nothing is opened or bound before the whole configuration is known to be sound.
        let source = ConfigurationSource(
            path: path, minting: MintingAuthorities(), nowMilliseconds: Clock.nowMilliseconds)
        let build = source.build()
        guard let snapshot = build.snapshot else { throw StartFailure(build) }
        do {
            return try compose(
                path, source, snapshot, build.findings, inherited, supervision)
        } catch {
            throw StartFailure(error)
        }
    }

    private static func compose(
        _ path: String, _ source: ConfigurationSource, _ snapshot: Snapshot,
        _ findings: [Diagnostic], _ inherited: [Int32], _ supervision: Supervision
    ) throws(Diagnostic) -> ServerProcess {
        let settings = ServerSettings(snapshot.configuration)
        let user = try ProcessUser(snapshot.configuration)
        let log = try OperationalLog()
        let record = FetchRecorder(
            settings: RecordSettings(snapshot.configuration.state),
            nowMilliseconds: Clock.nowMilliseconds, report: log.say)
        let recent = RecentRequests()
        let traffic = TrafficMetrics()
        let accessLog = try AccessLog(
            snapshot.configuration.log, owner: user.successor, queueLimit: settings.logQueueLines,
            observe: { exchange in
                record.record(exchange)
                recent.record(exchange)
                traffic.record(exchange)
            }, report: log.say)
        let server = try makeServer(settings, accessLog, log)
        let state = ServingState(startedMilliseconds: Clock.nowMilliseconds()) {
            ServingState.Counts(
                server: server.counters, droppedLogLines: accessLog.dropped,
                droppedOperationalLines: log.dropped, uncountedRequests: accessLog.uncounted)
        }
        try server.bind(
            settings.listeners, admin: settings.admin, inherited: inherited, owner: user.successor)
        // ORDER: ports, log and keys are open, and no client has sent a byte yet.
        let findings = try findings + user.findings + user.become()
        // ORDER: the file of the record belongs to who serves, not to root.
        try open(record, snapshot)
        let reloader = makeReloader(
            source, snapshot, findings, server, record, supervision
        ) { verdict in
            traffic.record(verdict)
            log.say(verdict)
        }
        try server.start(
            handler: OriginHandler(snapshot),
            admin: AdminHandler(
                reloader: reloader, state: state, record: record, recent: recent,
                traffic: traffic, version: Version.number, nowMilliseconds: Clock.nowMilliseconds),
            identities: snapshot.identities)
        for line in StartReport(path, snapshot, findings, settings, server).lines { log.say(line) }
        ProcessContext.releaseFreeMemory()
        return ServerProcess(
            source: source, server: server, reloader: reloader, state: state, accessLog: accessLog,
            record: record, log: log, supervision: supervision,
            drainTimeoutMilliseconds: settings.drainTimeoutMilliseconds)
    }

    private static func open(
        _ record: FetchRecorder, _ snapshot: Snapshot
    ) throws(Diagnostic) {
        let state = snapshot.configuration.state
        if let path = state.path { try record.open(path, at: state.location) }
        record.publish(snapshot.edition)
    }

    private static func makeServer(
        _ settings: ServerSettings, _ accessLog: AccessLog, _ log: OperationalLog
    ) throws(Diagnostic) -> Server {
        Server(limits: settings.limits, loops: settings.loops, tickets: try TicketKeys()) { event in
            switch event {
            case .exchange(let exchange): accessLog.record(exchange)
            case .warning(let finding): log.say(finding)
            }
        }
    }

    private static func makeReloader(
        _ source: ConfigurationSource, _ snapshot: Snapshot, _ findings: [Diagnostic],
        _ server: Server, _ record: FetchRecorder, _ supervision: Supervision,
        report: @escaping @Sendable (ReloadVerdict) -> Void
    ) -> Reloader {
        supervision.serves(snapshot)
        return Reloader(
            started: snapshot, findings: findings, nowMilliseconds: Clock.nowMilliseconds,
            load: { started, isDryRun in
                Threads.yieldPriority()
                if !isDryRun { supervision.isReloading() }
                return source.build(started: started, isDryRun: isDryRun)
            },
            swap: { snapshot in
                // ORDER: no version is served that the record could lose.
                record.publish(snapshot.edition)
                server.replace(
                    handler: OriginHandler(snapshot), identities: snapshot.identities)
                supervision.serves(snapshot)
            },
            report: { verdict in
                report(verdict)
                supervision.hasReloaded(verdict)
            }, tidy: ProcessContext.releaseFreeMemory)
    }

    /// Obeys signals until the server has ended.
    func run() throws(StartFailure) -> ExitCode {
        do throws(SystemError) {
            try Threads.start("reload") { [self] in
                while true {
                    reloadRequests.wait()
                    _ = reloader.reload(.signal)
                }
            }
            try startWatching()
            try supervision.watch { [server] in server.isAlive(withinMilliseconds: $0) }
        } catch {
            throw StartFailure(
                Diagnostic(.error, "thread-failed", "cannot start a thread: \(error.reason)"))
        }
        // ORDER: from here on a signal is obeyed, so that the service manager may send one.
        supervision.isReady()
        while true {
            switch Signals.wait() {
            case .hangUp: reloadRequests.signal()
            case .user1:
                log.say(.info, "opening the access log again")
                accessLog.reopen()
            case .terminate, .interrupt: stop()
            }
        }
    }

    /// Follows the files of the configuration, as long as it asks for that.
    private func startWatching() throws(SystemError) {
        let watcher = try FileWatcher(nowNanoseconds: Clock.monotonicNanoseconds) { [reloader] in
            _ = reloader.reload(.watch)
        }
        source.observe(watcher.update)
        try Threads.start("watch") { watcher.run() }
    }

    /// Drains on another thread at the first signal, and ends the process at the second.
    private func stop() {
        guard !state.isDraining else {
            log.say(.warn, "ending at once; requests in flight are cut off")
            log.stop()
            ProcessContext.exitImmediately(ExitCode.done.rawValue)
        }
        state.beginDraining()
        supervision.isStopping()
        log.say(.info, "draining: no new connections, requests in flight end")
        do {
            try Threads.start("drain") { [self] in
                let isComplete = server.drain(timeoutMilliseconds: drainTimeoutMilliseconds)
                finish(isComplete)
            }
        } catch {
            finish(server.drain(timeoutMilliseconds: drainTimeoutMilliseconds))
        }
    }

    private func finish(_ isComplete: Bool) -> Never {
        accessLog.stop(timeoutMilliseconds: 2_000)
        // ORDER: the end of the access log is what tells the record of the last requests.
        record.stop(timeoutMilliseconds: 2_000)
        if isComplete {
            log.say(.info, "ended in order")
        } else {
            log.say(.warn, "ended; the drain limit cut off connections that were left")
        }
        log.stop()
        // Exit handlers of libraries must not run beside loops that are still at work.
        guard isComplete else { ProcessContext.exitImmediately(ExitCode.done.rawValue) }
        ProcessContext.exit(ExitCode.done.rawValue)
    }
}
