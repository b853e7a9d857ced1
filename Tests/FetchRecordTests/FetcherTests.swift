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
            ("AASA-AASA-Bot", path, .appleCDN), ("AASA-Bo", path, .other), (nil, path, .other),
        ] as [(String?, String?, Fetcher)])
    func `is told by the user agent`(row: (String?, String?, Fetcher)) {
        #expect(Fetcher(userAgent: row.0, target: row.1) == row.2)
    }
}
