package import Diagnostics

/// What the files of a configuration said, kept to explain where the entries of a document
/// come from; a server has no use for it.
package struct HostOrigins: Sendable {
    let draft: Draft
    let tables: [TenantTable]

    /// Returns what a host serves, with the place that each entry comes from.
    ///
    /// - Parameters:
    ///   - index: An index into the configuration's hosts.
    ///   - configuration: The configuration that came of the same files.
    /// - Returns: The entries, in the order of the document.
    package func entries(ofHost index: Int, in configuration: Configuration) -> [OriginEntry] {
        let host = configuration.hosts[index]
        let environment = configuration.environments[host.environment]
        guard let item = draft.environments[environment.name] else { return [] }
        var explanation = HostExplanation(self, host, environment, item)
        return explanation.explained()
    }
}

/// Something that a host serves, and the places in files that put it there.
package struct OriginEntry: Sendable, Hashable {
    /// A place, and what stands there.
    package struct Place: Sendable, Hashable {
        /// The place.
        package let location: Location
        /// What stands there, in a phrase.
        package let words: String
    }

    /// The entry: a host, an app, a rule as it stands in the document.
    package let text: String
    /// How deep it stands below the host.
    package let depth: Int
    /// The places, the one that decides first.
    package var places: [Place] = []
}

extension OriginEntry: CustomStringConvertible {
    /// The entry on a line, and each of its places on a line below.
    package var description: String {
        let indent = String(repeating: "  ", count: depth)
        return ([text] + places.map { "  \($0.location): \($0.words)" })
            .map { indent + $0 + "\n" }.joined()
    }
}
