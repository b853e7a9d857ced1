extension Ledger {
    /// Takes what a file holds; every host is a stranger until an edition names it.
    ///
    /// - Parameter reader: The file.
    /// - Throws: ``RecordFault``.
    mutating func load(_ reader: RecordReader) throws(RecordFault) {
        var loaded = self
        try reader.eachPublication { name, publication in
            let host = loaded.loadedHost(name)
            let version = loaded.versionID(
                digest: publication.digest, sizeBytes: publication.sizeBytes)
            loaded.hosts[host].publish(
                Published(
                    version: version,
                    configuration: loaded.configurationID(publication.configuration),
                    maxAgeSeconds: Int32(clamping: publication.maxAgeSeconds),
                    live: publication.liveMilliseconds,
                    replaced: publication.replacedMilliseconds))
            // The file keeps the others; here the number of hosts is not known yet.
            loaded.hosts[host].forget(beyond: Self.loadedVersions)
        }
        try reader.eachCount { name, count in
            loaded.add(count, unsaved: 0, to: loaded.loadedHost(name))
        }
        self = loaded
    }

    /// How many versions of a host are taken from a file.
    private static let loadedVersions = 8

    private mutating func loadedHost(_ name: String) -> Int {
        index(of: name) ?? append(name)
    }
}
