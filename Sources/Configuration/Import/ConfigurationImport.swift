package import Diagnostics
import SiteAssociation

/// A configuration made of association files that exist already.
///
/// What the files mean is carried over, not their form. What cannot be carried over is told
/// by a finding, and the text is loaded again to prove that nothing else got lost.
package struct ConfigurationImport: Sendable {
    /// The configuration as YAML.
    package let text: String
    /// The files of its tables of tenants, which stand beside it; none where the rows are in
    /// the text.
    package let tables: [(name: String, text: String)]
    /// What was read leniently, left out or changed, file by file.
    package let findings: [Diagnostic]
    /// Whether the configuration means to the last URL what the files mean.
    package let isFaithful: Bool

    /// Makes one configuration of files.
    ///
    /// - Parameters:
    ///   - sources: The files; those with equal meaning share an environment, and those that
    ///     differ only in identifiers or a label a table of tenants.
    ///   - tableStem: The beginning of the names of tables, or `nil` to write rows in the text.
    package init(_ sources: [ImportSource], tableStem: String? = nil) {
        var builder = ImportBuilder()
        for source in sources { builder.add(source) }
        var attempt = Attempt(builder, tableStem, findsTenants: true)
        if !attempt.proof.isFaithful, attempt.hasTables {
            // What differs with and without tables is no fault of theirs.
            let plain = Attempt(builder, tableStem, findsTenants: false)
            if plain.proof.isCloser(than: attempt.proof) { attempt = plain }
        }
        text = attempt.text
        tables = attempt.tables
        findings = builder.findings + attempt.proof.findings
        isFaithful = attempt.proof.isFaithful && !findings.containsError
    }

    /// A configuration, and what came of the comparison with its files.
    private struct Attempt {
        let text: String
        let tables: [(name: String, text: String)]
        let hasTables: Bool
        let proof: ImportProof

        init(_ builder: ImportBuilder, _ tableStem: String?, findsTenants: Bool) {
            let plan = builder.plan(findsTenants: findsTenants)
            hasTables = !plan.tables.isEmpty
            text = ConfigurationWriter(plan, tableStem: tableStem).text
            tables =
                tableStem.map { stem in
                    plan.tables.map { ($0.fileName(stem), $0.template.csv) }
                } ?? []
            proof = ImportProof(text, tables: tables, of: builder.accepted)
        }
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
        /// The name of the table whose rows fill it in.
        var tenants: String?
    }

    struct Table {
        var name: String
        var template: TenantTemplate

        func fileName(_ stem: String) -> String { "\(stem)-\(name).csv" }
    }

    var apps: [App] = []
    var tables: [Table] = []
    var lists: [(name: String, rules: [Component])] = []
    var variables: [SubstitutionVariable] = []
    var environments: [Environment] = []
}
