import Diagnostics
import SiteAssociation

@testable import Configuration

/// Configurations for tests, put together without a file.
struct SampleConfiguration {
    static let source = SourceFile(name: "test.yaml", bytes: Array("one\ntwo\n".utf8))

    var value: Configuration

    /// The hosts of the request table: three environments, wildcards, a disabled host.
    static func table() -> SampleConfiguration {
        var sample = SampleConfiguration()
        sample.add("production", hosts: ["shop.example.com", "*.shops.example.com"])
        sample.add(
            "staging", mode: .developer,
            hosts: ["staging.example.com", "own.shops.example.com", "*.deep.shops.example.com"])
        sample.add("off", isEnabled: false, hosts: ["off.example.com"])
        return sample
    }

    init() {
        value = Configuration(
            sources: [Self.source], listeners: [Self.listener(":443", .tls)],
            tls: TLSConfiguration(
                certificates: [], fallback: nil, minimumVersion: "1.2", selfSigned: .always,
                authorityDirectory: nil, authorityLocation: nil),
            environments: [], documents: [], hosts: [],
            log: LogConfiguration(access: .off, format: .json, accessLocation: nil), admin: nil,
            limits: LimitsConfiguration())
    }

    static func listener(
        _ name: String, _ kind: ListenerConfiguration.Kind
    ) -> ListenerConfiguration {
        ListenerConfiguration(
            name: name, address: .unix(path: name), kind: kind, location: place(1))
    }

    static func place(_ line: Int) -> Location { Location(source, line: line, column: 3) }

    /// Adds an environment with a document of its own.
    mutating func add(
        _ name: String, mode: EnvironmentConfiguration.Mode = .production,
        isEnabled: Bool = true, document: Association? = nil, hosts: [String]
    ) {
        value.environments.append(
            EnvironmentConfiguration(
                name: name, mode: mode, isEnabled: isEnabled,
                cacheControl: mode == .developer ? "no-store" : "public, max-age=3600",
                location: Self.place(1)))
        value.documents.append(document ?? Self.document(name))
        for host in hosts {
            let isWildcard = host.hasPrefix("*.")
            value.hosts.append(
                HostConfiguration(
                    name: isWildcard ? String(host.dropFirst(2)) : host, isWildcard: isWildcard,
                    environment: value.environments.count - 1,
                    document: value.documents.count - 1, location: Self.place(2)))
        }
    }

    /// A document that differs by its name.
    static func document(_ name: String) -> Association {
        Association(services: [
            ServiceApps(.webCredentials, appIDs: ["ABCDE12345.com.example.\(name)"])
        ])
    }
}
