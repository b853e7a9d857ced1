import Configuration
import Diagnostics

/// Loads configurations whose files are only in memory.
enum Loading {
    /// The variables that every test sees.
    static let environment = ["TEAM": "ABCDE12345", "EMPTY": "", "TWICE": "${TEAM}"]

    static func load(
        _ files: [String: String], main: String = "aasa.yaml",
        limits: LoaderLimits = LoaderLimits()
    ) -> LoadedConfiguration {
        ConfigurationLoader(
            files: MemoryConfigurationFiles(files), environment: { environment[$0] },
            limits: limits
        ).load(path: main)
    }

    /// Loads one file that must have no finding.
    static func load(_ text: String) -> LoadedConfiguration { load(["aasa.yaml": text]) }

    static func text(_ loaded: LoadedConfiguration) -> String {
        DiagnosticText().text(for: loaded.findings)
    }
}
