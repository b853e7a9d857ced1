package import Diagnostics
import SiteAssociation

/// A configuration made of association files that exist already.
///
/// What the files mean is carried over, not their form. What cannot be carried over is told
/// by a finding, and the text is loaded again to prove that nothing else got lost.
package struct ConfigurationImport: Sendable {
    /// The configuration as YAML.
    package let text: String
    /// What was read leniently, left out or changed, file by file.
    package let findings: [Diagnostic]
    /// Whether the configuration means to the last URL what the files mean.
    package let isFaithful: Bool

    /// Makes one configuration of files.
    ///
    /// - Parameter sources: The files; those with equal meaning share an environment.
    package init(_ sources: [ImportSource]) {
        var builder = ImportBuilder()
        for source in sources { builder.add(source) }
        let plan = builder.plan()
        text = ConfigurationWriter(plan).text
        let proof = ImportProof(text, of: builder.accepted)
        findings = builder.findings + proof.findings
        isFaithful = proof.isFaithful && !builder.findings.containsError
    }
}

/// What a configuration will say, before it is written.
struct ImportPlan {
    struct App {
        var name: String
        var id: String
        var clips: [String]
        var services: [Service]
        var defaults: Defaults
        /// The rules, or `nil` for an app without universal links.
        var rules: [Component]?
    }

    struct Use: Hashable {
        /// An index into the apps.
        var app: Int
        /// The rules where they are not those of the app.
        var rules: [Component]?
    }

    struct Environment {
        var name: String
        var uses: [Use]
        var defaults: Defaults
        var hasLegacyPaths: Bool
        var hosts: [String]
    }

    var apps: [App] = []
    var lists: [(name: String, rules: [Component])] = []
    var variables: [SubstitutionVariable] = []
    var environments: [Environment] = []
}
