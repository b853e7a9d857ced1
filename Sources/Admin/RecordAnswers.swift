import FetchRecord
import HTTP
import Origin
import SiteAssociation

/// Answers from the fetch record: versions, and who fetched them.
struct RecordAnswers: Sendable {
    private let record: FetchRecorder
    private let snapshot: Snapshot

    init(_ record: FetchRecorder, _ snapshot: Snapshot) {
        self.record = record
        self.snapshot = snapshot
    }

    /// The versions of a host, the latest first.
    func versions(_ parameter: String) -> Reply {
        let name = pattern(parameter)
        let publications = record.publications(of: name)
        guard !publications.isEmpty else { return .error(404, "no version of this host is known") }
        let counts = record.counts(of: name)
        return .json(
            200,
            [
                "host": .string(name),
                "versions": .array(publications.reversed().map { HostVersion($0, counts).json }),
            ])
    }

    /// The bytes of a version, which may be named by its first digits.
    func version(_ parameter: String, _ digest: String) -> Reply {
        let publications = record.publications(of: pattern(parameter))
        let found = VersionDigest.find(digest, among: publications.map(\.digest))
        guard let found, let document = record.document(found) else {
            return .error(404, "no such version of this host is kept")
        }
        return .bytes(document.bytes, [Field("ETag", "\"\(document.digest)\"")])
    }

    /// Hosts with their pickup state and their fetches: all, a part of them, or one.
    func fetches(_ fields: FormFields) -> Reply {
        guard let query = FetchesQuery(fields) else {
            return .error(400, "the parameters are \(FetchesQuery.names)")
        }
        if let host = query.host {
            let found = record.recorded(pattern(host)).map { [$0] } ?? []
            return list(found, count: found.count, offset: 0)
        }
        let (records, count) = record.records(from: query.offset, limit: query.limit ?? .max)
        return list(records, count: count, offset: min(query.offset, count))
    }

    private func list(_ records: [HostRecord], count: Int, offset: Int) -> Reply {
        .json(
            200,
            [
                "count": JSONValue(count), "offset": JSONValue(offset),
                "digest": .string(snapshot.digest), "hosts": .array(records.map(\.json)),
            ])
    }

    /// The configured host that serves a name, or the name itself, which may be gone.
    func pattern(_ parameter: String) -> String {
        let name = AdminHandler.hostName(parameter).lowercased()
        return snapshot.hostPattern(named: name) ?? name
    }
}
