import Diagnostics
import POSIX

/// Loads a configuration: read, decode, resolve, with every finding in one run.
///
/// Loading opens the configuration's files and the token's file and does nothing else; the
/// certificates' files are only named.
package struct ConfigurationLoader: Sendable {
    private let files: any ConfigurationFiles
    private let environment: @Sendable (String) -> String?
    private let limits: LoaderLimits

    /// Creates a loader.
    ///
    /// - Parameters:
    ///   - files: Where files come from.
    ///   - environment: The variables that `${NAME}` stands for.
    ///   - limits: How much is read.
    package init(
        files: any ConfigurationFiles, environment: @escaping @Sendable (String) -> String?,
        limits: LoaderLimits = LoaderLimits()
    ) {
        self.files = files
        self.environment = environment
        self.limits = limits
    }

    /// Loads the configuration whose main file is at a path; `-` is standard input.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - keepsOrigins: Whether to keep what it takes to explain documents.
    /// - Returns: The configuration, unless it has errors, and all findings.
    package func load(path: String, keepsOrigins: Bool = false) -> LoadedConfiguration {
        let decoder = NodeDecoder(environment: environment)
        var reading = FileReading(files: files, limits: limits, decoder: decoder)
        reading.readMain(path)
        var tenants = TenantReading(files: files, decoder: decoder)
        if reading.isComplete { tenants.read(reading.draft) }
        let sources = reading.sources + tenants.sources
        let resolution = Resolution(
            draft: reading.draft, tables: tenants.tables, decoder: decoder, files: files,
            limits: limits)
        let configuration = reading.isComplete ? resolution.configuration(sources) : nil
        let findings = sorted(decoder.findings, sources)
        return LoadedConfiguration(
            findings.containsError ? nil : configuration, findings: findings, sources: sources,
            origins: keepsOrigins
                ? HostOrigins(draft: reading.draft, tables: tenants.tables.compactMap(\.self)) : nil
        )
    }

    /// Puts findings in source order; the order within one place stays.
    private func sorted(_ findings: [Diagnostic], _ sources: [SourceFile]) -> [Diagnostic] {
        var order: [ObjectIdentifier: Int] = [:]
        for (index, source) in sources.enumerated() { order[ObjectIdentifier(source)] = index }
        let keyed = findings.enumerated().map { offset, finding in
            let place = finding.location
            let file = place.flatMap { order[ObjectIdentifier($0.source)] } ?? sources.count
            return (key: (file, place?.line ?? 0, place?.column ?? 0, offset), finding: finding)
        }
        return keyed.sorted { $0.key < $1.key }.map(\.finding)
    }
}
