package import Configuration
package import SiteAssociation
import TLS

/// A document that hosts publish, made only when something has to look into it.
package struct PublishedDocument: Sendable {
    /// What equal documents share: SHA-256 of the bytes, in hexadecimal digits.
    package let digest: String
    /// Makes the document.
    package let document: @Sendable () -> Document
    /// Makes its bytes.
    package let bytes: @Sendable () -> [UInt8]
    /// Makes its bytes, with marks around the values of a tenant where they are known.
    package let marked: @Sendable () -> [UInt8]

    /// Creates a document from its digest and what makes it.
    package init(
        digest: String, document: @escaping @Sendable () -> Document,
        bytes: @escaping @Sendable () -> [UInt8], marked: (@Sendable () -> [UInt8])? = nil
    ) {
        self.marked = marked ?? bytes
        self.digest = digest
        self.document = document
        self.bytes = bytes
    }
}

/// What many hosts publish, for comparing it with what they publish at another time.
package struct PublishedSite: Sendable {
    /// One host, and its document; `nil` where it answers 404.
    package struct Host: Sendable {
        /// The host as an operator writes it; a wildcard begins with `*.`.
        package var pattern: String
        /// The document, or `nil` for none.
        package var document: PublishedDocument?

        /// Creates a host.
        package init(_ pattern: String, _ document: PublishedDocument?) {
            self.pattern = pattern
            self.document = document
        }
    }

    /// The hosts, each once.
    package var hosts: [Host]

    /// Returns what answers for a host or a pattern, in any letter case, or `nil` for none.
    package func host(named name: String) -> Host? {
        let name = name.lowercased()
        if let host = hosts.first(where: { $0.pattern == name }) { return host }
        let wildcards = hosts.filter { $0.pattern.hasPrefix("*.") }
        return HostPatterns(wildcards.map(\.pattern)).number(answering: name).map { wildcards[$0] }
    }

    /// Creates a site from its hosts.
    package init(_ hosts: [Host]) { self.hosts = hosts }

    /// Creates the site that a configuration stands for.
    package init(_ configuration: Configuration) {
        self.init(
            configuration,
            digests: configuration.documents.indices.map {
                SHA256.hexDigest(of: configuration.documents.encoded($0))
            })
    }

    /// Creates the site that is served from a snapshot.
    package init(_ snapshot: Snapshot) {
        let configuration = snapshot.configuration
        var digests = [String](repeating: "", count: configuration.documents.count)
        for (index, host) in configuration.hosts.enumerated() where digests[host.document].isEmpty {
            digests[host.document] = snapshot.site(ofHost: index).digest
        }
        self.init(configuration, digests: digests)
    }

    private init(_ configuration: Configuration, digests: [String]) {
        let table = configuration.documents
        let documents = digests.enumerated().map { index, digest in
            PublishedDocument(
                digest: digest, document: { Document(table[index]) },
                bytes: { table.encoded(index) }, marked: { table.marked(index) })
        }
        hosts = configuration.hosts.map { host in
            let isServed = configuration.environments[host.environment].isEnabled
            return Host(host.pattern, isServed ? documents[host.document] : nil)
        }
    }
}
