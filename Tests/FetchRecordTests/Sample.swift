import FetchRecord
import SiteAssociation

/// Values that the tests of the record share.
enum Sample {
    /// 2026-11-30T00:00:00Z.
    static let start: Int64 = 1_795_996_800_000
    static let hour: Int64 = 3_600_000
    static let day = 24 * hour

    /// A digest of one letter.
    static func digest(_ letter: Character) -> String { String(repeating: letter, count: 64) }

    static func version(_ letter: Character, bytes: String? = nil) -> Edition.Document {
        Edition.Document(
            digest: digest(letter), bytes: Array((bytes ?? "{\"\(letter)\":1}").utf8),
            maxAgeSeconds: 3600)
    }

    /// An edition in which each host publishes the version of its letter, or nothing.
    static func edition(
        _ hosts: KeyValuePairs<String, Character?>, configuration: Character = "c",
        environment: String = "production"
    ) -> Edition {
        let letters = Set(hosts.compactMap(\.value)).sorted()
        return Edition(
            configuration: digest(configuration), documents: letters.map { version($0) },
            patterns: HostPatterns(hosts.map(\.key)),
            hosts: hosts.map { _, letter in
                Edition.Host(
                    environment: environment, document: letter.flatMap(letters.firstIndex))
            })
    }

    static func fetch(
        _ host: String = "shop.example.com", _ fetcher: Fetcher = .appleCDN, status: Int = 200,
        taking letter: Character? = "a", at time: Int64 = start, outcome: String = "ok",
        client: String = "192.0.2.1", agent: String? = "AASA-Bot/1.0.0"
    ) -> Fetch {
        Fetch(
            host: host, fetcher: fetcher, status: status,
            document: letter.map { String(digest($0).prefix(12)) }, outcome: outcome,
            timeMilliseconds: time, client: client, userAgent: agent)
    }
}
