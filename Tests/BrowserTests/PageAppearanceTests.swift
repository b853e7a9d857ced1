import TestSupport
import Testing

/// Every page in every appearance, on one server.
@Suite(.serialized) struct `Every page` {
    struct Appearance: Sendable, CustomTestStringConvertible {
        var width: Int
        var isDark: Bool
        var testDescription: String { "\(isDark ? "dark" : "light")-\(width)" }
    }

    struct Page: Sendable {
        var name: String
        var path: String
    }

    static let appearances = [320, 1440].flatMap { width in
        [false, true].map { Appearance(width: width, isDark: $0) }
    }

    static let pages = [
        Page(name: "hosts", path: "/"),
        Page(name: "hosts-none", path: "/?search=nothing&environment=staging"),
        Page(name: "host", path: "/page/hosts/shop.example.com"),
        Page(name: "host-wildcard", path: "/page/hosts/*.shops.example.com"),
        Page(name: "host-unknown", path: "/page/hosts/none.example.com"),
        Page(name: "links", path: "/page/links"),
        Page(name: "links-opens", path: "/page/links?url=https://shop.example.com/products/42"),
        Page(name: "links-excluded", path: "/page/links?url=https://shop.example.com/help/42"),
        Page(name: "links-mistake", path: "/page/links?url=shop"),
        Page(name: "requests", path: "/page/requests"),
        Page(name: "reload", path: "/page/reload"),
        Page(name: "not-found", path: "/nothing"),
    ]

    @Test(arguments: appearances)
    func `can be read and used by everybody`(appearance: Appearance) throws {
        let site = try SiteUnderTest()
        for agent in ["AASA-Bot/1.0.0", "swcd (unknown version) CFNetwork/1333.0.4 Darwin/21.5.0"] {
            try site.fetch("shop.example.com", as: agent)
        }
        try site.fetch("www.example.com", as: "<script>alert(1)</script>")
        try site.fetch("none.example.com", as: "curl")
        let browser = try Browser()
        try browser.appear(width: appearance.width, isDark: appearance.isDark)
        try browser.open(site.address("/login"))
        try look(browser, "sign-in", appearance)
        try browser.fill("#token", "wrong")
        try browser.press("Sign in")
        try browser.waitForText("That is not the token.")
        try look(browser, "sign-in-wrong", appearance)
        try browser.fill("#token", SiteUnderTest.token)
        try browser.press("Sign in")
        try browser.waitForText("shop.example.com")
        for page in Self.pages {
            try browser.open(site.address(page.path))
            try look(browser, page.name, appearance)
        }
        try site.change(path: "/other/*")
        try browser.open(site.address("/page/reload"))
        try browser.press("Try a reload")
        try browser.waitForText("Sound, and it differs from what is served.")
        try look(browser, "reload-trial", appearance)
        try browser.press("Reload now")
        try browser.waitForText("Reloaded: it is served now.")
        try look(browser, "reload-done", appearance)
        try browser.open(site.address("/page/hosts/shop.example.com"))
        try look(browser, "host-stale", appearance)
        try browser.press("Compare")
        try browser.waitForText("Line by line")
        try look(browser, "versions", appearance)
        try site.breakConfiguration()
        try browser.open(site.address("/page/reload"))
        try browser.press("Try a reload")
        try browser.waitForText("Refused: what was served before is served on.")
        try look(browser, "reload-refused", appearance)
    }

    private func look(_ browser: Browser, _ name: String, _ appearance: Appearance) throws {
        let findings = try browser.run(PageCheck.script) as? [String]
        #expect(findings == [], "\(name)")
        try browser.photograph("\(name)-\(appearance.testDescription)")
        let complaints = try browser.complaints()
        #expect(complaints == [], "\(name)")
    }
}

extension Browser {
    /// What the browser has to say about pages, but for the statuses that tests ask for.
    func complaints() throws -> [String] {
        try console().filter { message in
            !message.contains("Failed to load resource: the server responded with a status of 4")
        }
    }
}
