package import SiteAssociation

/// A version of a document, as one host published it for some time.
package struct Publication: Sendable, Hashable {
    /// SHA-256 of the document in hexadecimal digits.
    package var digest: String
    /// The size of the document in bytes.
    package var sizeBytes: Int
    /// The digest of the configuration that brought it.
    package var configuration: String
    /// How long caches may keep it, by its `Cache-Control`, in seconds.
    package var maxAgeSeconds: Int64
    /// When it went live, in milliseconds since 1970 in UTC.
    package var liveMilliseconds: Int64
    /// When another version, or none, took its place; `nil` while it is live.
    package var replacedMilliseconds: Int64?

    /// Creates a publication.
    package init(
        digest: String, sizeBytes: Int, configuration: String, maxAgeSeconds: Int64,
        liveMilliseconds: Int64, replacedMilliseconds: Int64? = nil
    ) {
        self.digest = digest
        self.sizeBytes = sizeBytes
        self.configuration = configuration
        self.maxAgeSeconds = maxAgeSeconds
        self.liveMilliseconds = liveMilliseconds
        self.replacedMilliseconds = replacedMilliseconds
    }

    /// The first 12 digits of the digest, as log lines and tables show a version.
    package var document: String { String(digest.prefix(12)) }
}

/// All that one configuration publishes: what a start or a reload tells the record.
package struct Edition: Sendable {
    /// A document as one or more hosts publish it.
    package struct Document: Sendable {
        /// SHA-256 of the bytes in hexadecimal digits.
        package var digest: String
        /// The bytes.
        package var bytes: [UInt8]
        /// How long caches may keep it, in seconds.
        package var maxAgeSeconds: Int64

        /// Creates a document.
        package init(digest: String, bytes: [UInt8], maxAgeSeconds: Int64) {
            self.digest = digest
            self.bytes = bytes
            self.maxAgeSeconds = maxAgeSeconds
        }
    }

    /// What a host publishes.
    package struct Host: Sendable, Hashable {
        /// The environment's name.
        package var environment: String
        /// An index into the documents, or `nil` where nothing is served.
        package var document: Int?

        /// Creates a host.
        package init(environment: String, document: Int?) {
            self.environment = environment
            self.document = document
        }
    }

    /// The digest of the configuration.
    package var configuration: String
    /// The documents.
    package var documents: [Document]
    /// The hosts as configured, in the order of the configuration.
    package var patterns: HostPatterns
    /// What each of them publishes.
    package var hosts: [Host]

    /// Creates an edition.
    package init(
        configuration: String, documents: [Document], patterns: HostPatterns, hosts: [Host]
    ) {
        precondition(patterns.count == hosts.count, "each host publishes something or nothing")
        self.configuration = configuration
        self.documents = documents
        self.patterns = patterns
        self.hosts = hosts
    }
}
