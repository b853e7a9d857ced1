import TestSupport
import Testing

/// What people do on the page, as a browser does it for them.
@Suite(.serialized) struct `A browser on the page` {
    private let site: SiteUnderTest
    private let browser: Browser

    init() throws {
        site = try SiteUnderTest()
        browser = try Browser()
    }

    private func signIn(at path: String = "/") throws {
        try browser.open(site.address(path))
        try browser.fill("#token", SiteUnderTest.token)
        try browser.press("Sign in")
    }

    @Test func `signs in, comes to the page it asked for, and signs out`() throws {
        try browser.open(site.address("/page/links?url=https://shop.example.com/sell/1"))
        #expect(try browser.title == "Sign in · AASA Origin")
        try browser.fill("#token", "wrong")
        try browser.press("Sign in")
        try browser.waitForText("That is not the token.")
        try browser.fill("#token", SiteUnderTest.token)
        try browser.press("Sign in")
        try browser.waitForText("Opens seller")
        #expect(
            try browser.address
                == site.address("/page/links?url=https://shop.example.com/sell/1"))
        #expect(try browser.run("return document.cookie") as? String == "")
        try browser.press("Sign out")
        try browser.waitForText("Signed out", in: "h1")
        try browser.open(site.address("/"))
        #expect(try browser.title == "Sign in · AASA Origin")
        #expect(try browser.complaints() == [])
    }

    @Test func `searches, filters and sorts the hosts, and opens one`() throws {
        try signIn()
        try browser.waitForText("6 hosts")
        try browser.fill("#search", "SHOPS")
        try browser.press("Show")
        try browser.waitForText("2 of 6 hosts")
        #expect(try rows() == ["*.shops.example.com", "shops.example.com"])
        try browser.open(site.address("/"))
        try browser.click("option[value=staging]")
        try browser.press("Show")
        try browser.waitForText("1 of 6 hosts")
        #expect(try rows() == ["staging.example.com"])
        try browser.open(site.address("/"))
        try browser.press("Host ↑")
        try browser.waitForText("Host ↓")
        #expect(try rows().first == "www.example.com")
        try browser.press("shop.example.com")
        try browser.waitForText("shop.example.com", in: "h1")
        let text = try browser.text()
        for words in [
            "ABCDE12345.com.example.shop", "Opens the app when the path begins with /products/.",
            "Stays in the browser when the path begins with /help/.", "max-age=21600",
        ] {
            #expect(text.contains(words), "\(words)")
        }
        #expect(try browser.complaints() == [])
    }

    @Test func `tests a link, and is told why not the other app`() throws {
        try signIn(at: "/page/links")
        try browser.waitForText("Which app does a URL open")
        try browser.fill("#url", "https://www.example.com/products/42")
        try browser.press("Test")
        try browser.waitForText("Opens shop")
        let text = try browser.text()
        for words in [
            "Answered by www.example.com, environment production.",
            "Matched by {\"/\":\"/products/*\"} at", "1 rule passed over",
            "path '/products/42/' does not match '/help/*'", "None of its 2 rules matches.",
        ] {
            #expect(text.contains(words), "\(words) in \(text)")
        }
        try browser.fill("#url", "<script>alert(1)</script>")
        try browser.press("Test")
        try browser.waitForText("<script>alert(1)</script>", in: "#mistake")
        #expect(try browser.complaints() == [])
    }

    @Test func `sees requests as they happen`() throws {
        try signIn(at: "/page/requests")
        try browser.waitForText("No request yet.")
        try site.fetch("shop.example.com", as: "swcd (unknown version) <b>CFNetwork/1</b>")
        try browser.waitForText("apple-device", in: "#requests tbody")
        try browser.waitForText("shop.example.com", in: "#requests tbody")
        try browser.waitForText("200", in: "#requests tbody")
        #expect(try !browser.text().contains("No request yet."))
        #expect(
            try browser.run("return document.querySelector('#requests tbody td[title]').title")
                as? String == "swcd (unknown version) <b>CFNetwork/1</b>")
        try site.fetch("none.example.com", as: "curl")
        try browser.waitForText("unknown_server_name", in: "#requests tbody tr:first-child")
        try browser.press("Pause")
        try browser.waitForText("Paused", in: "#live")
        try site.fetch("www.example.com", as: "AASA-Bot/1.0.0")
        try browser.press("Go on")
        try browser.waitForText("apple-cdn", in: "#requests tbody tr:first-child")
        #expect(try browser.run(PageCheck.script) as? [String] == [])
        #expect(try browser.complaints() == [])
    }

    @Test func `sees only the requests that it asks for`() throws {
        try site.fetch("shop.example.com", as: "AASA-Bot/1.0.0")
        try site.fetch("www.example.com", as: "AASA-Bot/1.0.0")
        try site.fetch("shop.example.com", as: "curl")
        try signIn(at: "/page/requests")
        try browser.waitForText("3 requests since the start")
        #expect(try hostsOfRequests().count == 3)
        try browser.fill("#host", "SHOP")
        try browser.click("#fetcher option[value=apple-cdn]")
        try browser.click("#status option[value='2xx']")
        try browser.press("Show")
        try browser.waitForText("Watching, 3 requests since the start; those that fit are shown")
        #expect(try hostsOfRequests() == ["shop.example.com"])
        #expect(
            try browser.address
                == site.address("/page/requests?host=SHOP&fetcher=apple-cdn&status=2xx"))
        try site.fetch("www.example.com", as: "AASA-Bot/1.0.0")
        try site.fetch("shop.example.com", as: "AASA-Bot/1.0.0")
        try browser.waitForText("5 requests since the start", in: "#live")
        #expect(try hostsOfRequests() == ["shop.example.com", "shop.example.com"])
        #expect(try browser.run(PageCheck.script) as? [String] == [])
        try browser.photograph("filtered-requests")
        try browser.press("Show all")
        try browser.waitForText("www.example.com", in: "#requests tbody")
        #expect(try hostsOfRequests().count == 5)
        #expect(try browser.complaints() == [])
    }

    private func hostsOfRequests() throws -> [String] {
        let script = """
            return [...document.querySelectorAll("#requests td[data-label=Host]")]
              .map((cell) => cell.textContent);
            """
        return try browser.run(script) as? [String] ?? []
    }

    @Test func `reloads what it has seen, and nothing else`() throws {
        try signIn(at: "/page/reload")
        try browser.press("Try a reload")
        try browser.waitForText("Nothing differs from what is served.")
        try site.change(path: "/other/*")
        try browser.press("Try again")
        try browser.waitForText("Sound, and it differs from what is served.")
        let text = try browser.text()
        for words in ["6 hosts changed", "ABCDE12345.com.example.shop", "becomes"] {
            #expect(text.contains(words), "\(words) in \(text)")
        }
        let served = try site.fetch("shop.example.com", as: "curl")
        #expect(served.contains("/products/*"))
        try site.change(path: "/third/*")
        try browser.press("Reload now")
        try browser.waitForText("is not what you saw")
        #expect(try site.fetch("shop.example.com", as: "curl") == served)
        try browser.press("Try again")
        try browser.press("Reload now")
        try browser.waitForText("Reloaded: it is served now.")
        #expect(try site.fetch("shop.example.com", as: "curl").contains("/third/*"))
        try site.breakConfiguration()
        try browser.press("Back to the start")
        try browser.press("Try a reload")
        try browser.waitForText("Refused: what was served before is served on.")
        try browser.waitForText("unknown-key")
        #expect(try browser.complaints() == [])
    }

    @Test func `sees which version Apple has, and what differs from the one before`() throws {
        try site.fetch("shop.example.com", as: "AASA-Bot/1.0.0")
        try signIn(at: "/page/hosts/shop.example.com")
        try browser.waitForText("current Apple's CDN took this version")
        try site.change(path: "/other/*")
        try browser.open(site.address("/page/reload"))
        try browser.press("Try a reload")
        try browser.press("Reload now")
        try browser.waitForText("Reloaded: it is served now.")
        try browser.open(site.address("/page/hosts/shop.example.com"))
        try browser.waitForText("stale Apple's CDN took version")
        let picture = try browser.text("svg desc, svg")
        #expect(picture.contains("Published") && picture.contains("apple-cdn"), "\(picture)")
        try browser.press("Compare")
        try browser.waitForText("Line by line")
        let text = try browser.text()
        for words in [
            "- \"/\": \"/products/*\"", "+ \"/\": \"/other/*\"", "becomes",
            "ABCDE12345.com.example.shop",
        ] {
            #expect(text.replacing(/[ ]+/, with: " ").contains(words), "\(words) in \(text)")
        }
        try browser.open(site.address("/?state=stale"))
        try browser.waitForText("1 of 6 hosts")
        #expect(try rows() == ["shop.example.com"])
        #expect(try browser.complaints() == [])
    }

    @Test func `needs no mouse`() throws {
        try browser.open(site.address("/"))
        // The first key leads past the menu.
        try browser.type(Browser.Key.tab)
        #expect(try focus() == "Skip to the content")
        try browser.type(Browser.Key.enter)
        #expect(try browser.run("return document.activeElement.id") as? String == "main")
        try browser.type(Browser.Key.tab)
        #expect(try browser.run("return document.activeElement.id") as? String == "token")
        #expect(try isFocusSeen())
        try browser.type(SiteUnderTest.token + Browser.Key.enter)
        try browser.waitForText("6 hosts")
        // A slash leads to the search.
        try browser.type("/")
        #expect(try browser.run("return document.activeElement.id") as? String == "search")
        try browser.type("staging" + Browser.Key.enter)
        try browser.waitForText("1 of 6 hosts")
        var stops: [String] = []
        for _ in 0..<24 {
            try browser.type(Browser.Key.tab)
            let stop = try focus()
            #expect(try isFocusSeen(), "\(stop)")
            stops.append(stop)
            if stop == "staging.example.com" { break }
        }
        #expect(
            stops == [
                "Skip to the content", "AASA Origin", "Hosts", "Link tester", "Live view", "Reload",
                "Sign out", "search", "environment", "state", "Show", "Hosts", "Host ↑",
                "Environment",
                "Pickup", "Apple fetched", "Size", "staging.example.com",
            ])
        try browser.type(Browser.Key.enter)
        try browser.waitForText("staging.example.com", in: "h1")
        #expect(try browser.complaints() == [])
    }

    /// The words, the name or the id of what has the focus.
    private func focus() throws -> String {
        let script = """
            const focus = document.activeElement;
            return focus.matches("input,select") ? focus.id
              : focus.getAttribute("aria-label") || focus.textContent;
            """
        return try browser.run(script) as? String ?? ""
    }

    private func isFocusSeen() throws -> Bool {
        let script = """
            const style = getComputedStyle(document.activeElement);
            return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
            """
        return try browser.run(script) as? Bool ?? false
    }

    private func rows() throws -> [String] {
        let script = """
            return [...document.querySelectorAll("tbody th")].map((cell) => cell.textContent);
            """
        return try browser.run(script) as? [String] ?? []
    }
}

struct `A browser without scripts` {
    @Test func `reads every page and sends every form`() throws {
        let site = try SiteUnderTest()
        try site.fetch("shop.example.com", as: "AASA-Bot/1.0.0")
        let browser = try Browser(runsScripts: false)
        try browser.open(site.address("/"))
        try browser.fill("#token", SiteUnderTest.token)
        try browser.press("Sign in")
        try browser.waitForText("6 hosts")
        try browser.fill("#search", "staging")
        try browser.press("Show")
        try browser.waitForText("1 of 6 hosts")
        try browser.open(site.address("/page/hosts/shop.example.com"))
        try browser.waitForText("\"webcredentials\": {")
        try browser.open(site.address("/page/requests"))
        try browser.waitForText("apple-cdn")
        try browser.waitForText("Look again")
        try browser.click("#status option[value='4xx']")
        try browser.press("Show")
        try browser.waitForText("No request that fits yet.")
        try browser.press("Look again")
        try browser.waitForText("1 request since the start; those that fit are shown")
        #expect(try !browser.text().contains("Pause"))
        try browser.open(site.address("/page/links"))
        try browser.fill("#url", "https://shop.example.com/help/1")
        try browser.press("Test")
        try browser.waitForText("Stays in the browser: a rule excludes it")
        try site.change(path: "/other/*")
        try browser.open(site.address("/page/reload"))
        try browser.press("Try a reload")
        try browser.press("Reload now")
        try browser.waitForText("Reloaded: it is served now.")
        try browser.press("Sign out")
        try browser.waitForText("Signed out", in: "h1")
        try browser.photograph("no-scripts")
    }
}

struct `The page of a hundred thousand hosts` {
    @Test func `is searched, sorted and turned over like that of a few`() throws {
        let site = try SiteUnderTest(moreHosts: 100_000)
        let browser = try Browser()
        try browser.open(site.address("/"))
        try browser.fill("#token", SiteUnderTest.token)
        try browser.press("Sign in")
        try browser.waitForText("100,006 hosts, page 1 of 2,001")
        try browser.press("Last")
        try browser.waitForText("page 2,001 of 2,001")
        try browser.press("Previous")
        try browser.waitForText("page 2,000 of 2,001")
        try browser.fill("#search", "host99999 net")
        try browser.press("Show")
        try browser.waitForText("1 of 100,006 hosts")
        try browser.press("host99999.example.net")
        try browser.waitForText("host99999.example.net", in: "h1")
        try browser.open(site.address("/?environment=staging&sort=-bytes"))
        try browser.waitForText("1 of 100,006 hosts")
        try browser.open(site.address("/?sort=-fetched&search=host1&page=7"))
        try browser.waitForText("page 7 of")
        try browser.photograph("hundred-thousand-hosts")
        #expect(try browser.complaints() == [])
    }
}
