import SiteAssociation
import Testing

/// What `percentEncoded` does to every ASCII character that is no letter or digit.
///
/// Apple's behaviour is confirmed for few of them; the table stands here so that ours cannot
/// change unseen.
struct `Percent encoding` {
    /// The characters that may stand in a path as they are and mean themselves in a pattern.
    static let plain = Array("!\"#$%&'()+,-.:;<=>@[\\]^_`{|}~ ").map(String.init)

    private func isMatch(_ pattern: String, _ tail: String, percentEncoded: Bool) throws -> Bool {
        let component = Component(path: "/a" + pattern + "b", percentEncoded: percentEncoded)
        let association = Association(
            appLinks: AppLinks(details: [Details(appIDs: ["app"], components: [component])]))
        let url = try LinkURL("https://h.test/a" + tail + "b")
        return LinkMatcher(association).verdict(for: url, appID: "app") == .match
    }

    private func escaped(_ character: String) -> String {
        let digits = String(character.utf8.first ?? 0, radix: 16, uppercase: true)
        return "%" + (digits.count == 1 ? "0" : "") + digits
    }

    private func matching(
        percentEncoded: Bool, pattern: (String) -> String, url: (String) -> String
    ) throws -> String {
        try Self.plain.filter {
            try isMatch(pattern($0), url($0), percentEncoded: percentEncoded)
        }.joined()
    }

    @Test func `compares characters as they stand by default`() throws {
        let literal = try matching(percentEncoded: true, pattern: { $0 }, url: { $0 })
        #expect(literal == "!$%&'()+,-.:;=@[]_~")
        let decoded = try matching(percentEncoded: true, pattern: { $0 }, url: escaped)
        #expect(decoded == "")
        let escapes = try matching(percentEncoded: true, pattern: escaped, url: escaped)
        #expect(escapes == Self.plain.joined())
    }

    @Test func `decodes the URL but not the pattern when false`() throws {
        let literal = try matching(percentEncoded: false, pattern: { $0 }, url: { $0 })
        #expect(literal == "!\"$%&'()+,-.:;<=>@[\\]^_`{|}~ ")
        let decoded = try matching(percentEncoded: false, pattern: { $0 }, url: escaped)
        #expect(decoded == Self.plain.joined())
        let escapes = try matching(percentEncoded: false, pattern: escaped, url: escaped)
        #expect(escapes == "")
    }

    @Test func `keeps an escape that is not UTF-8 apart from everything`() throws {
        #expect(try !isMatch("", "%E9", percentEncoded: false))
        #expect(try !isMatch("é", "%E9", percentEncoded: false))
        #expect(try isMatch("?", "%E9", percentEncoded: false))
        #expect(try isMatch("???", "%E9", percentEncoded: true))
        #expect(try isMatch("%zz", "%zz", percentEncoded: false))
    }

    @Test func `takes an escaped slash for a slash only when false`() throws {
        #expect(try isMatch("/", "%2F", percentEncoded: false))
        #expect(try !isMatch("/", "%2F", percentEncoded: true))
        #expect(try isMatch("?", "%2a", percentEncoded: false))
    }

    @Test(arguments: [
        ("É", "é", true), ("ß", "ẞ", true), ("σ", "ς", true), ("ſ", "S", true), ("µ", "μ", true),
        ("ı", "I", false), ("İ", "i", false), ("K", "k", true), ("ß", "ss", false),
    ])
    func `folds letter case one character at a time`(
        left: String, right: String, isEqual: Bool
    ) throws {
        let component = Component(path: "/" + left, caseSensitive: false, percentEncoded: false)
        let association = Association(
            appLinks: AppLinks(details: [Details(appIDs: ["app"], components: [component])]))
        let url = try LinkURL("https://h.test/" + right)
        let verdict = LinkMatcher(association).verdict(for: url, appID: "app")
        #expect(verdict == (isEqual ? .match : .none))
    }
}
