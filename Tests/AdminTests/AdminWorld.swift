import Diagnostics
import FetchRecord
import Foundation
import HTTP
import SiteAssociation
import Synchronization
import TestSupport

@testable import Admin
@testable import Configuration
@testable import Origin

/// An admin handler around a configuration that tests can change, and its requests.
final class AdminWorld: Sendable {
    static let source = SourceFile(name: "test.yaml", bytes: Array("one\ntwo\n".utf8))
    static let now: Int64 = 1_796_001_266_123

    private let next: Box
    /// Milliseconds that have passed since ``now``.
    let elapsed = Locked<Int64>(0)
    let started: Snapshot
    let state = ServingState(startedMilliseconds: AdminWorld.now - 61_500) {
        var server = ServerCounters()
        server.connections = 3
        server.accepted = 7
        server.headTimeouts = 2
        server.failedHandshakes[.certificateRejected] = 6
        return ServingState.Counts(
            server: server, droppedLogLines: 4, droppedOperationalLines: 5, uncountedRequests: 3)
    }
    let record: FetchRecorder
    let recent = RecentRequests()
    let traffic = TrafficMetrics()
    let reloader: Reloader
    let handler: AdminHandler

    /// Makes a world; `address` is the admin listener's.
    init(
        address: ListenerConfiguration.Address = .internet(host: "127.0.0.1", port: 9180),
        token: String? = nil, hosts: [String] = [], hasLinks: Bool = false
    ) throws {
        let admin = AdminConfiguration(
            address: address, name: "admin", tokenFile: nil, token: token.map { Array($0.utf8) },
            hosts: hosts, location: Location(Self.source, line: 1, column: 1))
        var configuration = Self.configuration(admin)
        if hasLinks { Self.addLinks(&configuration) }
        let loaded = LoadedConfiguration(configuration, findings: [])
        let builder = SnapshotBuilder(certificates: .readOnly, nowMilliseconds: { Self.now })
        guard let snapshot = builder.build(loaded).snapshot else { throw SystemFailure() }
        started = snapshot
        record = FetchRecorder(nowMilliseconds: { Self.now })
        record.publish(snapshot.edition)
        let next = Box(loaded)
        self.next = next
        reloader = Reloader(
            started: snapshot, findings: [], nowMilliseconds: { Self.now },
            load: { started, _ in builder.build(next.value, started: started) },
            swap: { _ in }, report: traffic.record)
        handler = AdminHandler(
            reloader: reloader, state: state, record: record, recent: recent,
            traffic: traffic, version: "1.2.3",
            nowMilliseconds: { [elapsed] in Self.now + elapsed.withValue { $0 } })
    }

    /// Has the next load yield a configuration with one host more.
    func addHost() {
        guard var configuration = next.value.configuration else { return }
        configuration.hosts.append(Self.host("new.example.com"))
        next.value = LoadedConfiguration(configuration, findings: [])
    }

    /// Has the next load yield another app in place of the one that is served.
    func renameApp() {
        guard var configuration = next.value.configuration else { return }
        configuration.documents[0].services[0].appIDs = ["ABCDE12345.com.example.other"]
        next.value = LoadedConfiguration(configuration, findings: [])
    }

    /// Has the next load ask for another token.
    func changeToken(_ token: String) {
        guard var configuration = next.value.configuration else { return }
        configuration.admin?.token = Array(token.utf8)
        next.value = LoadedConfiguration(configuration, findings: [])
    }

    /// Has the next load fail.
    func breakConfiguration() {
        next.value = LoadedConfiguration(
            nil,
            findings: [
                Diagnostic(
                    .error, "bad-thing", "a thing is bad",
                    at: Location(Self.source, line: 2, column: 1), hint: "repair it",
                    notes: [.init("first seen here", at: Location(file: Self.source))])
            ])
    }

    /// A path of a route that leads to something.
    func path(of route: AdminRoute) -> String {
        let digest = started.site(for: "shop.example.com")?.digest ?? ""
        return route.path.replacing("{host}", with: "shop.example.com")
            .replacing("{digest}", with: digest)
    }

    /// Sends a request and returns the answer.
    func reply(
        _ method: String, _ target: String, host: String? = "127.0.0.1",
        fields: [HTTP.Field] = [], body: String = "", peer: String = "127.0.0.1"
    ) -> Reply {
        let names = host.map { [HTTP.Field("Host", "\($0):9180")] } ?? []
        let request = Request(
            method: method, target: target, host: host, fields: Fields(names + fields),
            body: Array(body.utf8),
            connection: Connection(
                listener: "admin", kind: .admin, client: peer, peer: peer))
        switch handler.handling(of: request) {
        case .reply(let reply): return reply
        case .deferred(let work): return work()
        }
    }

    private static func configuration(_ admin: AdminConfiguration) -> Configuration {
        let place = Location(source, line: 1, column: 1)
        return Configuration(
            sources: [source], listeners: [],
            tls: TLSConfiguration(
                certificates: [], fallback: nil, minimumVersion: "1.2", selfSigned: .never,
                authorityDirectory: nil, authorityLocation: nil),
            environments: [
                EnvironmentConfiguration(
                    name: "production", mode: .production, isEnabled: true,
                    cacheControl: "public, max-age=3600", location: place)
            ],
            documents: [
                Association(services: [
                    ServiceApps(.webCredentials, appIDs: ["ABCDE12345.com.example.shop"])
                ])
            ],
            hosts: [host("shop.example.com"), host("shops.example.com", isWildcard: true)],
            log: LogConfiguration(access: .off, format: .json, accessLocation: nil),
            admin: admin, limits: LimitsConfiguration())
    }

    private static func addLinks(_ configuration: inout Configuration) {
        let place = Location(source, line: 2, column: 1)
        let id = "ABCDE12345.com.example.shop"
        configuration.documents[0].appLinks = AppLinks(details: [
            Details(
                appIDs: [id],
                components: [Component(path: "/help/*", isExcluded: true), Component(path: "/a")])
        ])
        configuration.environments[0].apps = [
            ListedApp(
                name: "shop", id: id,
                rules: [
                    RuleSource(list: "web", location: place),
                    RuleSource(list: nil, location: place),
                ], location: place)
        ]
    }

    private static func host(_ name: String, isWildcard: Bool = false) -> HostConfiguration {
        HostConfiguration(
            name: name, isWildcard: isWildcard, environment: 0, document: 0,
            location: Location(source, line: 1, column: 1))
    }
}

/// A value that threads share.
private final class Box: Sendable {
    private let stored: Mutex<LoadedConfiguration>

    init(_ value: LoadedConfiguration) { stored = Mutex(value) }

    var value: LoadedConfiguration {
        get { stored.withLock { $0 } }
        set { stored.withLock { $0 = newValue } }
    }
}

/// The sample configuration could not be built.
struct SystemFailure: Error {}

extension Reply {
    /// The body as text.
    var text: String { String(decoding: response.body, as: UTF8.self) }

    /// A field of the answer.
    func field(_ name: String) -> String? { response.fields.first { $0.name == name }?.value }

    /// The body's JSON object.
    var object: [String: Any] {
        let value = try? JSONSerialization.jsonObject(with: Data(response.body))
        return value as? [String: Any] ?? [:]
    }
}
