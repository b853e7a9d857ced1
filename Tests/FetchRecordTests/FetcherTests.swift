import Testing

@testable import FetchRecord

struct `Fetcher classification` {
    static let path = "/.well-known/apple-app-site-association"

    @Test(
        arguments: [
            ("AASA-Bot/1.0.0", path, .appleCDN),
            ("Mozilla/5.0 (compatible; AASA-Bot/1.0.0)", "/", .appleCDN),
            ("swcd (unknown version) CFNetwork/1568.100.1 Darwin/24.0.0", "/", .appleDevice),
            ("com.apple.swcd/1.0", "/", .appleDevice),
            ("Shop/1 CFNetwork/1568.100.1 Darwin/24.0.0", path + "?x", .appleDevice),
            ("Shop/1 CFNetwork/1568.100.1 Darwin/24.0.0", "https://a.example" + path, .appleDevice),
            ("Shop/1 CFNetwork/1568.100.1 Darwin/24.0.0", "/other", .other),
            ("Shop/1 CFNetwork/1568.100.1 Darwin/24.0.0", nil, .other),
            ("Google-Read-Aloud; GoogleAssociationService", path, .google),
            ("aasa-origin/1.0", path, .probe),
            ("aasa-bot/1.0.0", path, .other), ("curl/8.5.0", path, .other), ("", path, .other),
            ("Shop/1 CFNetwork/1 AASA-Bot", "/other", .appleCDN), ("aaswcd", "/", .appleDevice),
            ("GGoogleAssociationService aasa-origin/1", "/", .google),
            ("aasa-origin", path, .other),
            ("\u{e9}AASA-Bot\u{1F600}", path, .appleCDN), ("AASA-AASA-Bot", path, .appleCDN),
            ("AASA-Bo", path, .other), (nil, path, .other),
        ] as [(String?, String?, Fetcher)])
    func `is told by the user agent`(row: (String?, String?, Fetcher)) {
        #expect(Fetcher(userAgent: row.0, target: row.1) == row.2)
    }

    @Test(arguments: [("é", 150, 150), ("é", 200, 200), ("é", 250, 200), ("x", 200, 200)])
    func `keeps the first characters of the user agent`(
        character: Character, count: Int, kept: Int
    ) {
        let agent = String(repeating: character, count: count)
        let fetch = Sample.fetch(agent: agent)
        #expect(fetch.userAgent == String(repeating: character, count: kept))
    }
}
