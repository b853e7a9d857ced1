import Configuration
import Diagnostics
import FetchRecord
import HTTPClient
import POSIX
import SiteAssociation

/// Where commands read the fetch record: of a running server, or of the file that one writes.
enum RecordSource {
    case server(AdminClient)
    case file(String, RecordSettings)

    static let stateFile = Option(
        name: "--state-file", value: "FILE",
        summary: "read the file of 'state' in place of asking a server")
    static let options = [Option.config, AdminClient.admin, AdminClient.tokenFile, stateFile]

    /// In words, how the options decide; for the details of commands.
    static let details = [
        "Asks the admin listener of the configuration, or the one of --admin; without one it",
        "reads the file that 'state' names, as --state-file does.",
    ]

    /// Finds the record that the options name, or that of a configuration.
    ///
    /// - Parameter invocation: The options.
    /// - Throws: The findings of the configuration, `record-nowhere` and those of a client.
    init(_ invocation: Invocation) throws(AdminFailure) {
        var settings = RecordSettings()
        if let path = invocation.value(Self.stateFile) {
            if invocation.value(.config) != nil {
                settings = Self.settings(try Self.configuration(invocation))
            }
            self = .file(path, settings)
            return
        }
        if invocation.value(AdminClient.admin) != nil {
            let none = LoadedConfiguration(nil, findings: [])
            self = .server(try AdminClient(invocation, loaded: none))
            return
        }
        let configuration = try Self.configuration(invocation)
        if configuration.admin == nil, let path = configuration.state.path {
            self = .file(path, Self.settings(configuration))
            return
        }
        guard configuration.admin != nil else { throw Self.nowhere }
        let loaded = LoadedConfiguration(configuration, findings: [])
        self = .server(try AdminClient(invocation, loaded: loaded))
    }

    private static func configuration(
        _ invocation: Invocation
    ) throws(AdminFailure) -> Configuration {
        let loaded = ConfigurationFile.load(invocation)
        guard let configuration = loaded.configuration else {
            throw AdminFailure(findings: loaded.findings, code: .refused)
        }
        return configuration
    }

    private static func settings(_ configuration: Configuration) -> RecordSettings {
        var settings = RecordSettings()
        settings.quietAfterMilliseconds = configuration.state.quietAfterMilliseconds
        return settings
    }

    private static let nowhere = AdminFailure(
        findings: [
            Diagnostic(
                .error, "record-nowhere",
                "the configuration has neither an admin listener nor a file of 'state'",
                hint: "name one with --admin or --state-file, or the logs with 'fetches --log'")
        ], code: .failed)

    // MARK: Questions

    /// Returns what is known of every host.
    func fetches(_ progress: ProgressLine) throws(AdminFailure) -> [HostFetches] {
        switch self {
        case .server(let client): try ServerRecord(client).fetches(progress)
        case .file(let path, let settings): try FileRecord(path, settings).fetches(progress)
        }
    }

    /// Returns what is known of a host, or `nil` when nothing is.
    func fetches(of host: String) throws(AdminFailure) -> HostFetches? {
        switch self {
        case .server(let client): try ServerRecord(client).fetches(of: host)
        case .file(let path, let settings): try FileRecord(path, settings).fetches(of: host)
        }
    }

    /// Returns the versions of a host, the latest first, or `nil` when none is known.
    func versions(of host: String) throws(AdminFailure) -> (host: String, list: [HostVersion])? {
        switch self {
        case .server(let client): try ServerRecord(client).versions(of: host)
        case .file(let path, let settings): try FileRecord(path, settings).versions(of: host)
        }
    }

    /// Returns the bytes of a version of a host, which may be named by its first digits.
    ///
    /// - Parameters:
    ///   - host: The host.
    ///   - digest: The digest, or some of its first digits.
    /// - Returns: The document.
    /// - Throws: `version-unknown`, and what keeps the record from being read.
    func document(of host: String, version digest: String) throws(AdminFailure) -> [UInt8] {
        let bytes: [UInt8]? =
            switch self {
            case .server(let client): try ServerRecord(client).document(of: host, digest)
            case .file(let path, let settings):
                try FileRecord(path, settings).document(of: host, digest)
            }
        if let bytes { return bytes }
        throw AdminFailure(
            findings: [
                Diagnostic(
                    .error, "version-unknown",
                    "no version \(Diagnostic.quoted(digest)) of host \(Diagnostic.quoted(host)) "
                        + "is kept",
                    hint: VersionDigest.isPlausible(digest)
                        ? "\(Version.name) history HOST lists the versions"
                        : "a version is named by 6 to 64 of its hexadecimal digits")
            ], code: .refused)
    }

    /// The finding for a host that the record does not know.
    static func unknown(_ host: String) -> Diagnostic {
        Diagnostic(
            .error, "host-unknown", "the record knows no host \(Diagnostic.quoted(host))",
            hint: "it has the hosts of the configuration, and those that were asked for")
    }
}
