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
                "versions": .array(publications.reversed().map { $0.json(counts) }),
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

    /// Every host with its pickup state and its fetches.
    var fetches: Reply {
        let records = record.records()
        return .json(
            200, ["count": JSONValue(records.count), "hosts": .array(records.map(\.json))])
    }

    /// The configured host that serves a name, or the name itself, which may be gone.
    func pattern(_ parameter: String) -> String {
        let name = AdminHandler.hostName(parameter).lowercased()
        return snapshot.hostPattern(named: name) ?? name
    }
}
