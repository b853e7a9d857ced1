import SiteAssociation
import Testing

struct `Words for a component` {
    struct Case: Sendable, CustomTestStringConvertible {
        var component: Component
        var words: String
        var testDescription: String { words }
    }

    static let cases = [
        Case(component: Component(), words: "Opens the app whatever the URL is."),
        Case(component: Component(path: "*"), words: "Opens the app whatever the URL is."),
        Case(
            component: Component(path: "/a/*"),
            words: "Opens the app when the path begins with /a/."),
        Case(component: Component(path: "/a"), words: "Opens the app when the path is /a."),
        Case(
            component: Component(path: "*.pdf", isExcluded: true),
            words: "Stays in the browser when the path ends with .pdf."),
        Case(
            component: Component(path: "*/edit/*"),
            words: "Opens the app when the path contains /edit/."),
        Case(
            component: Component(path: "/$(lang)/?/*"),
            words: "Opens the app when the path looks like /$(lang)/?/*."),
        Case(
            component: Component(
                path: "/search",
                query: .items([
                    QueryItem(name: "q", pattern: "?*"), QueryItem(name: "x", pattern: "*"),
                    QueryItem(name: "y", pattern: ""),
                ])),
            words: "Opens the app when the path is /search, the query item 'q' is not empty "
                + "and the query item 'y' is empty."),
        Case(
            component: Component(
                query: .string("a=*"), fragment: "top", caseSensitive: false,
                percentEncoded: false),
            words: "Opens the app when the query begins with a= and the fragment is top, "
                + "in any letter case and compared with the decoded URL."),
    ]

    @Test(arguments: cases)
    func `say which URLs it speaks of and what becomes of them`(row: Case) {
        #expect(row.component.words() == row.words)
    }

    @Test func `follow the settings of the entry`() {
        #expect(
            Component(path: "/a").words(defaults: Defaults(caseSensitive: false))
                == "Opens the app when the path is /a, in any letter case.")
    }
}
