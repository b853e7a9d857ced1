import HTTP
import Origin

/// What surrounds the content of every page: head, menu and foot.
struct PageFrame {
    /// What the pages may load and do: nothing that is not from this server, no script and no
    /// style in the page itself.
    static let policy = [
        "default-src 'none'", "style-src 'self'", "script-src 'self'", "connect-src 'self'",
        "img-src 'self'", "form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'",
    ].joined(separator: "; ")

    /// The entries of the menu.
    private static let menu: [(route: AdminRoute, words: String)] = [
        (.hostsPage, "Hosts"), (.linksPage, "Link tester"), (.requestsPage, "Live view"),
        (.reloadPage, "Reload"),
    ]

    /// Whether anything but the content is shown, which strangers do not see.
    var isInside: Bool
    /// The key of the form that signs out, or `nil` where nobody has signed in.
    var signOutKey: String?
    /// The line at the foot.
    var foot: String

    /// Makes the answer.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - title: What the window and the first heading say.
    ///   - route: The page's entry of the menu.
    ///   - next: Where the browser goes at once, or `nil` to stay.
    ///   - fields: Further fields of the answer.
    ///   - content: What follows the first heading.
    /// - Returns: The answer.
    func reply(
        _ status: Int, _ title: String, _ route: AdminRoute? = nil, next: String? = nil,
        fields: [Field] = [], @MarkupBuilder content: () -> Markup
    ) -> Reply {
        let root = element("html", ["lang": "en"]) {
            head(title, next)
            element("body") {
                element("a", ["class": "skip", "href": "#main"]) { "Skip to the content" }
                header(route)
                element("main", ["id": "main", "tabindex": "-1"]) {
                    element("h1") { title }
                    content()
                }
                element("footer", ["class": "foot"]) { element("p") { foot } }
            }
        }
        return Reply(
            Response(
                status: status, fields: Self.fields + fields, body: Markup.document(root),
                isReusable: false))
    }

    private static let fields = [
        Field("Content-Type", "text/html; charset=utf-8"),
        Field("Cache-Control", "no-store"),
        Field("Content-Security-Policy", policy),
        Field("X-Frame-Options", "DENY"),
        Field("X-Content-Type-Options", "nosniff"),
        // With no referrer at all, browsers would not name the origin of a form either.
        Field("Referrer-Policy", "same-origin"),
        Field("Cross-Origin-Opener-Policy", "same-origin"),
        Field("Cross-Origin-Resource-Policy", "same-origin"),
    ]

    private func head(_ title: String, _ next: String?) -> Markup {
        element("head") {
            void("meta", ["charset": "utf-8"])
            element("title") { "\(title) · AASA Origin" }
            void(
                "meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
            void("meta", ["name": "color-scheme", "content": "light dark"])
            if let next {
                void("meta", ["http-equiv": "refresh", "content": "0; url=\(next)"])
            }
            void("link", ["rel": "icon", "type": "image/svg+xml", "href": Asset.icon.link])
            void("link", ["rel": "stylesheet", "href": Asset.styleSheet.link])
            element("script", ["src": Asset.script.link, "defer": ""]) {}
        }
    }

    private func header(_ current: AdminRoute?) -> Markup {
        element("header", ["class": "top"]) {
            element("div", ["class": "bar"]) {
                element("p", ["class": "brand"]) {
                    element("a", ["href": AdminRoute.hostsPage.path]) {
                        void("img", ["src": Asset.icon.link, "alt": ""])
                        "AASA Origin"
                    }
                }
                if isInside {
                    element("nav", ["class": "menu", "aria-label": "Main"]) {
                        element("ul") {
                            for (route, words) in Self.menu {
                                element("li") {
                                    element(
                                        "a",
                                        [
                                            "href": route.path,
                                            "aria-current": route == current ? "page" : nil,
                                        ]
                                    ) { words }
                                }
                            }
                        }
                    }
                }
                if let signOutKey {
                    form(.signOut, key: signOutKey, ["class": "out"]) {
                        element("button", ["class": "plain"]) { "Sign out" }
                    }
                }
            }
        }
    }
}

/// Returns a form that is posted, with the key of its page.
func form(
    _ route: AdminRoute, key: String, _ attributes: Markup.Attributes = [:],
    @MarkupBuilder content: () -> Markup
) -> Markup {
    element("form", attributes.with("method", "post").with("action", route.path)) {
        void("input", ["type": "hidden", "name": "key", "value": key])
        content()
    }
}
