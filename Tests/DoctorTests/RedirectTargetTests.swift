import Doctor
import Testing

struct `Where a redirect leads` {
    static let base = "https://a.test:8443/.well-known/file?x=1"

    static let cases: [(String, String?, String?)] = [
        ("https://b.test/x#f", "https://b.test/x", "b.test"),
        ("HTTPS://B.test", "HTTPS://B.test", "b.test"),
        ("http://b.test/", "http://b.test/", "b.test:80"),
        ("http://b.test:8080/", "http://b.test:8080/", "b.test:8080"),
        ("//b.test/x", "https://b.test/x", "b.test"),
        ("/x?y", "https://a.test:8443/x?y", "a.test:8443"),
        ("x", "https://a.test:8443/.well-known/x", "a.test:8443"),
        ("", "https://a.test:8443/.well-known/", "a.test:8443"),
        ("ftp://b.test/", nil, nil), ("https://user@b.test/", nil, nil),
        ("https:///x", nil, nil), ("https://[::1]/", nil, nil),
    ]

    @Test(arguments: cases)
    func `is an absolute URL and a host`(location: String, url: String?, name: String?) {
        let target = RedirectTarget(location, from: Self.base)
        #expect(target?.url == url)
        #expect(target?.target.name == name)
    }
}
