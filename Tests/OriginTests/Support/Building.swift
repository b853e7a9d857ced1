import Configuration
import Diagnostics
import Testing

@testable import Origin

/// Builds snapshots as a server does, at a fixed time.
enum Building {
    static let now: Int64 = 1_900_000_000_000

    static func build(
        _ configuration: Configuration, at time: Int64 = now, findings: [Diagnostic] = [],
        started: Configuration? = nil
    ) -> SnapshotBuild {
        SnapshotBuilder(certificates: .readOnly, nowMilliseconds: { time }).build(
            LoadedConfiguration(configuration, findings: findings), started: started)
    }

    static func snapshot(_ configuration: Configuration, at time: Int64 = now) throws -> Snapshot {
        let build = build(configuration, at: time)
        return try #require(
            build.snapshot, "\(DiagnosticText().text(for: build.findings))")
    }
}
