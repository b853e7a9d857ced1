import Diagnostics
import FetchRecord
import POSIX

/// The record in the file of a server, which may run meanwhile.
struct FileRecord {
    private let path: String
    private let settings: RecordSettings
    private let reader: RecordReader

    init(_ path: String, _ settings: RecordSettings) throws(AdminFailure) {
        self.path = path
        self.settings = settings
        do throws(RecordFault) {
            reader = try RecordReader(path: path)
        } catch {
            throw Self.failure(error, path)
        }
    }

    func fetches(_ progress: ProgressLine) throws(AdminFailure) -> [HostFetches] {
        let now = Clock.nowMilliseconds()
        return try read { () throws(RecordFault) in
            let names = try reader.hostNames()
            progress.begin("reading the record", total: names.count)
            var hosts: [HostFetches] = []
            for name in names {
                if let record = try reader.record(of: name, settings, now: now) {
                    hosts.append(HostFetches(record))
                }
                progress.advance(by: 1)
            }
            return hosts
        }
    }

    func fetches(of host: String) throws(AdminFailure) -> HostFetches? {
        let now = Clock.nowMilliseconds()
        return try read { () throws(RecordFault) in
            for name in Self.names(of: host) {
                if let record = try reader.record(of: name, settings, now: now) {
                    return HostFetches(record)
                }
            }
            return nil
        }
    }

    func versions(of host: String) throws(AdminFailure) -> (host: String, list: [HostVersion])? {
        try read { () throws(RecordFault) in
            for name in Self.names(of: host) {
                let publications = try reader.publications(of: name)
                guard !publications.isEmpty else { continue }
                let counts = try reader.counts(of: name)
                return (name, publications.reversed().map { HostVersion($0, counts) })
            }
            return nil
        }
    }

    func document(of host: String, _ digest: String) throws(AdminFailure) -> [UInt8]? {
        guard let versions = try versions(of: host) else { return nil }
        let digests = versions.list.map(\.publication.digest)
        guard let found = VersionDigest.find(digest, among: digests) else { return nil }
        return try read { () throws(RecordFault) in try reader.document(found)?.bytes }
    }

    /// The names that may stand for a host in the file: itself, and wildcards from the longest.
    private static func names(of host: String) -> [String] {
        let name = host.lowercased()
        var names = [name]
        var rest = name[...]
        while let dot = rest.firstIndex(of: ".") {
            rest = rest[rest.index(after: dot)...]
            if !rest.isEmpty { names.append("*.\(rest)") }
        }
        return names
    }

    private func read<Result>(
        _ body: () throws(RecordFault) -> Result
    ) throws(AdminFailure) -> Result {
        do throws(RecordFault) {
            return try body()
        } catch {
            throw Self.failure(error, path)
        }
    }

    private static func failure(_ fault: RecordFault, _ path: String) -> AdminFailure {
        AdminFailure(findings: [fault.finding(path)], code: .failed)
    }
}
