package import Diagnostics
import SiteAssociation

/// Android's `assetlinks.json` as it was found: the statements of a site (Digital Asset Links).
package struct AssetLinks: Sendable, Hashable {
    /// The relation that lets an app open the links of a site.
    package static let handleURLs = "delegate_permission/common.handle_all_urls"
    /// The relation that lets an app use the passwords and passkeys of a site.
    package static let loginCredentials = "delegate_permission/common.get_login_creds"

    /// The finding on an app that names a single key.
    package static let oneFingerprint = "asset-links-one-fingerprint"

    /// One statement: what an app or another site may do here.
    package struct Statement: Sendable, Hashable {
        /// The permissions.
        package var relations: [String]
        /// Who has them.
        package var target: Target
    }

    /// Who a statement is about.
    package enum Target: Sendable, Hashable {
        /// An app, by its package and the fingerprints of its signing certificates.
        case app(package: String, fingerprints: [String])
        /// Another site.
        case site(String)
    }

    /// The statements, in their order.
    package var statements: [Statement]
    /// The URLs of further files.
    package var includes: [String]

    /// The packages that have a permission, each once.
    package func packages(with relation: String) -> [String] {
        var packages: [String] = []
        for statement in statements where statement.relations.contains(relation) {
            guard case .app(let name, _) = statement.target, !packages.contains(name) else {
                continue
            }
            packages.append(name)
        }
        return packages
    }

    /// Reads a file.
    ///
    /// - Parameter source: The file's name and bytes.
    /// - Returns: What it says, or `nil` when it is no JSON array; and what is wrong with it.
    package static func read(
        _ source: SourceFile
    ) -> (links: AssetLinks?, findings: [Diagnostic]) {
        let reading = JSONReader.read(source)
        guard let root = reading.root else { return (nil, reading.findings) }
        var reader = AssetLinksReader()
        let links = reader.links(root)
        return (links, reader.findings)
    }
}
