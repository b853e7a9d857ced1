import Testing

@testable import Admin

struct `Markup of pages` {
    @Test func `escapes texts and attributes`() {
        let text = "<script>alert('1' & \"2\")</script>"
        let markup = element("p", ["title": text, "class": nil, "hidden": ""]) {
            text
            void("br")
        }
        let escaped = "&lt;script&gt;alert(&#39;1&#39; &amp; &quot;2&quot;)&lt;/script&gt;"
        #expect(markup.html == "<p title=\"\(escaped)\" hidden=\"\">\(escaped)<br></p>")
    }

    @Test func `shows controls and marks of direction as what they are`() {
        #expect(Markup("a\0b\u{1B}[0m\u{202E}c\u{2066}d\u{7F}").html == "a�b�[0m�c�d�")
        #expect(Markup("a\tb\nc é 日").html == "a\tb\nc é 日")
    }

    @Test func `takes conditions and loops`() {
        let markup = element("ul") {
            for number in 1...3 where number != 2 { element("li") { String(number) } }
            if markupIsShort { "short" } else { "long" }
        }
        #expect(markup.html == "<ul><li>1</li><li>3</li>short</ul>")
    }

    private var markupIsShort: Bool { true }

    @Test(arguments: [
        ("a=1&b=2", ["a": "1", "b": "2"]), ("a=%41+b%2B", ["a": "A b+"]), ("a", ["a": ""]),
        ("", [:]), ("a=b=c", ["a": "b=c"]), ("%61=1", ["a": "1"]), ("a=%zz%4", ["a": "%zz%4"]),
        ("a=%+1", ["a": "% 1"]), ("a=%C3%A9%FF", ["a": "é�"]), ("a=1&a=2", ["a": "1"]),
    ])
    func `is asked for with fields of forms`(text: String, expected: [String: String]) {
        let fields = FormFields(text.utf8)
        for name in ["a", "b"] { #expect(fields[name] == expected[name]) }
    }

    @Test(arguments: [
        ("*.shops.example.com", "/page/hosts/*.shops.example.com"),
        ("a/b?c#d\"<é", "/page/hosts/a%2Fb%3Fc%23d%22%3C%C3%A9"),
    ])
    func `links to hosts whatever their names are`(host: String, link: String) {
        #expect(PageLink.host(host) == link)
    }
}
