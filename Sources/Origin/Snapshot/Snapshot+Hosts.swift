import Configuration
package import SiteAssociation

extension Snapshot {
    /// The names of the environments, in the order of the configuration.
    package var environmentNames: [String] {
        configuration.environments.filter { $0.base == nil }.map(\.name)
    }

    /// Returns one of the configuration's hosts as an operator writes it.
    package func pattern(ofHost index: Int) -> String { configuration.hosts.patterns[index] }

    /// Returns the document of one of the configuration's hosts.
    package func association(ofHost index: Int) -> Association {
        configuration.documents[configuration.hosts.document(index)]
    }
}
