import TestSupport
import Testing

/// What a page of somebody else can do in the browser of somebody who has signed in.
@Suite(.serialized) struct `A page of somebody else` {
    private let site: SiteUnderTest
    private let browser: Browser

    init() throws {
        site = try SiteUnderTest()
        browser = try Browser()
        try browser.open(site.address("/"))
        try browser.fill("#token", SiteUnderTest.token)
        try browser.press("Sign in")
        try browser.waitForText("6 hosts")
        try site.change(path: "/other/*")
    }

    /// Opens a page that belongs to no site.
    private func openForeignPage(_ body: String) throws {
        let encoded = body.utf8.map { byte in
            "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        try browser.open("data:text/html," + encoded.joined())
    }

    private func isUnchanged() throws -> Bool {
        try site.fetch("shop.example.com", as: "curl").contains("/products/*")
    }

    @Test func `cannot send a form`() throws {
        for path in ["/page/reload", "/reload", "/logout"] {
            try openForeignPage(
                """
                <form method=post action="\(site.address(path))">
                <input name=key value=1><input name=step value=reload><button>Win</button></form>
                """)
            try browser.press("Win")
            try browser.waitForText("web pages are not allowed", in: "body")
        }
        #expect(try isUnchanged())
        try browser.open(site.address("/"))
        try browser.waitForText("6 hosts")
    }

    @Test func `cannot ask with a script, and reads nothing`() throws {
        try openForeignPage("<p>foreign</p>")
        let script = """
            const [address, done] = [arguments[0], arguments[1]];
            const ask = (path, options) => fetch(address + path,
              {credentials: "include", ...options}).then((answer) => answer.text(), () => "none");
            Promise.all([
              ask("hosts", {}), ask("", {}), ask("reload", {method: "POST"}),
              ask("reload", {method: "POST", mode: "no-cors"}),
              ask("page/reload", {method: "POST", mode: "no-cors",
                headers: {"Content-Type": "application/x-www-form-urlencoded"},
                body: "step=reload"}),
            ]).then(done);
            """
        let answers = try browser.runAsync(script, [site.address("/")]) as? [String]
        #expect(answers == ["none", "none", "none", "none", "none"])
        #expect(try isUnchanged())
    }

    @Test func `leads to the page as a stranger`() throws {
        try openForeignPage("<a href=\"\(site.address("/"))\">Look</a>")
        try browser.press("Look")
        try browser.waitForText("Sign in", in: "h1")
        // Who comes by themselves is still signed in.
        try browser.open(site.address("/"))
        try browser.waitForText("6 hosts")
    }

    @Test func `cannot show the page in a frame`() throws {
        try openForeignPage("<iframe src=\"\(site.address("/login"))\"></iframe>")
        try browser.enterFrame()
        #expect(
            try browser.run("return location.href") as? String == "chrome-error://chromewebdata/")
    }
}
