package import Diagnostics

/// The outcome of a load: the configuration, if it has no error, and all findings.
package struct LoadedConfiguration: Sendable {
    /// The configuration, or `nil` when any finding is an error.
    package let configuration: Configuration?
    /// Every finding, in source order: the main file, then its includes.
    package let findings: [Diagnostic]
    /// The files that were read, in order, with their bytes; the token's file is not among them.
    package let sources: [SourceFile]
    /// Where the entries of documents come from, when that was asked for.
    package let origins: HostOrigins?

    /// Creates an outcome.
    package init(
        _ configuration: Configuration?, findings: [Diagnostic], sources: [SourceFile] = [],
        origins: HostOrigins? = nil
    ) {
        self.configuration = configuration
        self.findings = findings
        self.sources = sources
        self.origins = origins
    }

    /// Returns the same outcome with the configuration made anew; see there.
    package func settled() -> LoadedConfiguration {
        LoadedConfiguration(
            configuration?.settled(), findings: findings, sources: sources, origins: origins)
    }
}
