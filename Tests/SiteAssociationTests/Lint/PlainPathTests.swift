import Testing

@testable import SiteAssociation

struct `A plain path` {
    @Test(arguments: ["/", "/a", "/a*", "/buy/*", "/*", "/A-b_c/0/", "/t/5f2a/*"])
    func `is a slash, words and a star at the end`(_ path: String) {
        #expect(PlainPath.isPlain(path))
    }

    @Test(arguments: [
        "", "a", "*", "//", "/a//b", "/*/a", "/**", "/./a", "/a.b", "/a b", "/a ", "/é", "/?",
        "/a#b",
        "/$(lang)", "/a%20", "/a\\*", "NOT /a", "https://a",
    ])
    func `is nothing else`(_ path: String) {
        #expect(!PlainPath.isPlain(path))
    }
}
