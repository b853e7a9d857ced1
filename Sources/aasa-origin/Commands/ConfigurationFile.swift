import Configuration
import Diagnostics
import Origin
import POSIX

/// Finds the configuration that a command works on.
enum ConfigurationFile {
    /// Where it is looked for when no option names it, in this order.
    static let defaults = ["config/aasa-origin.yaml", "/etc/aasa-origin/aasa-origin.yaml"]

    /// The path as the user gave it, or the first default that exists.
    static func path(_ invocation: Invocation) -> String? {
        invocation.value(.config) ?? defaults.first(where: Files.exists)
    }

    /// The path as findings show it.
    static func displayName(_ invocation: Invocation) -> String? {
        path(invocation).map { $0 == "-" ? "<stdin>" : $0 }
    }

    /// Loads the configuration; without any file the outcome says so.
    static func load(
        _ invocation: Invocation, keepsOrigins: Bool = false
    ) -> LoadedConfiguration {
        guard let path = path(invocation) else {
            return LoadedConfiguration(nil, findings: [missing])
        }
        return ConfigurationLoader().load(path: path, keepsOrigins: keepsOrigins)
    }

    /// Loads the configuration and builds what it serves.
    static func build(
        _ invocation: Invocation, certificates: SnapshotBuilder.Certificates,
        _ progress: ProgressLine
    ) -> SnapshotBuild {
        progress.begin("reading the configuration")
        return build(load(invocation), certificates: certificates, progress)
    }

    /// Builds what a configuration serves.
    static func build(
        _ loaded: LoadedConfiguration, certificates: SnapshotBuilder.Certificates,
        _ progress: ProgressLine
    ) -> SnapshotBuild {
        progress.begin("building the documents")
        return SnapshotBuilder(
            certificates: certificates, nowMilliseconds: Clock.nowMilliseconds
        ).build(loaded)
    }

    /// The finding for a command without a configuration.
    static let missing = Diagnostic(
        .error, "configuration-missing",
        "no configuration: neither \(defaults.joined(separator: " nor ")) exists",
        hint: "name one with --config FILE")
}
