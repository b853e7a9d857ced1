import HTTP
import Testing

@testable import Admin
@testable import Origin

/// A browser, as far as the handler can tell: it keeps the cookie and reads keys of forms.
struct TestBrowser {
    let world: AdminWorld
    var cookie: String?
    var host = "127.0.0.1"
    var peer = "127.0.0.1"

    init(_ world: AdminWorld) { self.world = world }

    func fields(origin: String?) -> [HTTP.Field] {
        [
            cookie.map { HTTP.Field("Cookie", $0) }, origin.map { HTTP.Field("Origin", $0) },
            HTTP.Field("Content-Type", "application/x-www-form-urlencoded"),
        ].compactMap(\.self)
    }

    func get(_ target: String) -> Reply {
        world.reply("GET", target, host: host, fields: fields(origin: nil), peer: peer)
    }

    /// The key in the last form of a page.
    func key(_ target: String) -> String? {
        get(target).text.matches(of: /name="key" value="([0-9a-f]+)"/).last.map { String($0.1) }
    }

    func post(_ target: String, _ body: String, origin: String? = "http://127.0.0.1:9180") -> Reply
    {
        world.reply(
            "POST", target, host: host, fields: fields(origin: origin), body: body, peer: peer)
    }

    @discardableResult
    mutating func signIn(_ token: String = "s3cret", next: String = "/") -> Reply {
        let reply = post("/login", "key=\(key("/login") ?? "")&token=\(token)&next=\(next)")
        if let line = reply.field("Set-Cookie") { cookie = String(line.prefix { $0 != ";" }) }
        return reply
    }
}

struct `Access to the page` {
    static let pages = AdminRoute.allCases.filter { $0.kind == .page && $0.needsToken }

    private func path(_ route: AdminRoute) -> String {
        route.path.replacing("{host}", with: "shop.example.com")
    }

    @Test(arguments: pages)
    func `shows strangers nothing but the way in`(route: AdminRoute) throws {
        let world = try AdminWorld(token: "s3cret")
        let browser = TestBrowser(world)
        let reply =
            route.method == "GET" ? browser.get(path(route)) : browser.post(path(route), "key=1")
        #expect(reply.status == 401)
        #expect(reply.text.contains("<h1>Sign in</h1>"))
        #expect(!reply.text.contains("production"))
        #expect(reply.field("Set-Cookie") == nil)
    }

    @Test func `begins a session for who gives the token, without the token in the cookie`() throws
    {
        let world = try AdminWorld(token: "s3cret")
        var browser = TestBrowser(world)
        let reply = browser.signIn(next: "/page/links")
        #expect(reply.status == 200)
        #expect(reply.text.contains("content=\"0; url=/page/links\""))
        let line = try #require(reply.field("Set-Cookie"))
        let form = /aasa_origin_9180=[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Strict/
        #expect(line.wholeMatch(of: form) != nil, "\(line)")
        for route in Self.pages where route.method == "GET" {
            let page = browser.get(path(route))
            #expect(page.status == (route == .comparePage ? 404 : 200))
            #expect(page.field("Cache-Control") == "no-store")
            #expect(page.field("X-Frame-Options") == "DENY")
            #expect(page.field("Content-Security-Policy") == PageFrame.policy)
        }
        #expect(browser.get("/hosts").status == 200)
        #expect(browser.get("/requests/recent").status == 200)
    }

    @Test func `marks the cookie as secure where the browser came by https`() throws {
        let world = try AdminWorld(token: "s3cret")
        let browser = TestBrowser(world)
        let reply = browser.post(
            "/login", "key=\(browser.key("/login") ?? "")&token=s3cret",
            origin: "https://127.0.0.1:9180")
        #expect(reply.field("Set-Cookie")?.hasSuffix("; HttpOnly; SameSite=Strict; Secure") == true)
    }

    @Test(arguments: ["", "s3cre", "s3crets", "S3cret", "s3cret%00", "s3cret+", "Bearer+s3cret"])
    func `refuses another token and says so`(token: String) throws {
        var browser = TestBrowser(try AdminWorld(token: "s3cret"))
        let reply = browser.signIn(token)
        #expect(reply.status == 401)
        #expect(reply.text.contains("That is not the token."))
        #expect(reply.field("Set-Cookie") == nil)
    }

    @Test(arguments: [
        "aasa_origin_9180=", "aasa_origin_9180=s3cret", "aasa_origin_session=s3cret",
        "aasa_origin_9180=" + String(repeating: "0", count: 64), "token=s3cret", "",
    ])
    func `takes no cookie that it did not give`(cookie: String) throws {
        var browser = TestBrowser(try AdminWorld(token: "s3cret"))
        browser.cookie = cookie
        #expect(browser.get("/").status == 401)
        #expect(browser.get("/hosts").status == 401)
    }

    @Test func `gives a new id at each sign-in, whatever the browser brings`() throws {
        let world = try AdminWorld(token: "s3cret")
        var browser = TestBrowser(world)
        browser.cookie = "aasa_origin_9180=" + String(repeating: "a", count: 64)
        let planted = browser.cookie
        browser.signIn()
        let first = browser.cookie
        #expect(first != planted)
        browser.signIn()
        #expect(browser.cookie != first)
        var thief = TestBrowser(world)
        for stolen in [planted, first] {
            thief.cookie = stolen
            #expect(thief.get("/").status == 401)
        }
    }

    @Test func `ends a session that is not used`() throws {
        let world = try AdminWorld(token: "s3cret")
        var browser = TestBrowser(world)
        browser.signIn()
        world.elapsed.withValue { $0 += Sessions.idleMilliseconds - 1 }
        #expect(browser.get("/").status == 200)
        world.elapsed.withValue { $0 += Sessions.idleMilliseconds }
        #expect(browser.get("/").status == 401)
    }

    @Test func `ends a session after some hours, however much it is used`() throws {
        let world = try AdminWorld(token: "s3cret")
        var browser = TestBrowser(world)
        browser.signIn()
        let step = Sessions.idleMilliseconds / 2
        for _ in 0..<(Sessions.lifetimeMilliseconds / step - 1) {
            world.elapsed.withValue { $0 += step }
            #expect(browser.get("/").status == 200)
        }
        world.elapsed.withValue { $0 += step }
        #expect(browser.get("/").status == 401)
    }

    @Test func `ends all sessions when the token changes`() throws {
        let world = try AdminWorld(token: "s3cret")
        var browser = TestBrowser(world)
        browser.signIn()
        world.changeToken("other")
        #expect(
            world.reply("POST", "/reload", fields: [.init("Authorization", "Bearer s3cret")])
                .status == 200)
        #expect(browser.get("/").status == 401)
        #expect(browser.signIn("other").status == 200)
        #expect(browser.get("/").status == 200)
    }

    @Test func `ends the session of who signs out`() throws {
        let world = try AdminWorld(token: "s3cret")
        var browser = TestBrowser(world)
        browser.signIn()
        let key = browser.get("/").text.firstMatch(of: /name="key" value="([0-9a-f]+)"/)?.1
        let reply = browser.post("/logout", "key=\(key ?? "")")
        #expect(reply.status == 200)
        #expect(reply.field("Set-Cookie")?.contains("=; Max-Age=0; Path=/; HttpOnly") == true)
        #expect(browser.get("/").status == 401)
    }

    @Test func `keeps no more sessions than its limit, the latest used`() throws {
        let world = try AdminWorld(token: "s3cret")
        var first = TestBrowser(world)
        first.signIn()
        var second = TestBrowser(world)
        second.signIn()
        for _ in 0..<(Sessions.limit - 2) {
            var other = TestBrowser(world)
            other.signIn()
        }
        #expect(first.get("/").status == 200)
        var last = TestBrowser(world)
        last.signIn()
        #expect(first.get("/").status == 200)
        #expect(second.get("/").status == 401)
    }
}

struct `Forms of the page` {
    struct OriginCase: Sendable, CustomTestStringConvertible {
        var field: (name: String, value: String)
        var isTaken: Bool
        var testDescription: String { "\(field.name): \(field.value)" }
    }

    static let origins = [
        ("Origin", "http://127.0.0.1:9180", true), ("Origin", "https://127.0.0.1:9180", true),
        ("Origin", "http://127.0.0.1", false), ("Origin", "http://127.0.0.1:9181", false),
        ("Origin", "https://evil.example", false), ("Origin", "null", false), ("Origin", "", false),
        ("Origin", "http://127.0.0.1:9180.evil.example", false),
        ("Sec-Fetch-Site", "same-origin", true), ("Sec-Fetch-Site", "same-site", false),
        ("Sec-Fetch-Site", "cross-site", false), ("Sec-Fetch-Site", "none", false),
    ].map { OriginCase(field: ($0, $1), isTaken: $2) }

    @Test(arguments: origins)
    func `are taken from the page itself only`(row: OriginCase) throws {
        for token in [nil, "s3cret"] {
            let world = try AdminWorld(token: token)
            var browser = TestBrowser(world)
            if token != nil { browser.signIn() }
            let key = try #require(browser.key("/page/reload"))
            world.addHost()
            let reviewed = world.reloader.reload(.admin, isDryRun: true).newDigest ?? ""
            let fields =
                browser.fields(origin: nil)
                + [HTTP.Field(row.field.name, row.field.value)]
            for step in [
                "step=try", "step=reload&reviewed=\(reviewed)&expected=\(world.started.digest)",
            ] {
                let reply = world.reply(
                    "POST", "/page/reload", fields: fields, body: "key=\(key)&\(step)")
                #expect(reply.status == (row.isTaken ? 200 : 403))
            }
            let sites = world.reloader.status.snapshot.hostCount
            #expect(sites == (row.isTaken ? 3 : 2))
        }
    }

    @Test(arguments: ["", "key=", "key=0", "key=" + String(repeating: "0", count: 64)])
    func `are refused without the key of the page`(key: String) throws {
        for token in [nil, "s3cret"] {
            let world = try AdminWorld(token: token)
            var browser = TestBrowser(world)
            if token != nil { browser.signIn() }
            world.addHost()
            let body = "\(key)&step=reload&expected=\(world.started.digest)"
            #expect(browser.post("/page/reload", body).status == 403)
            #expect(browser.post("/logout", key).status == 403)
            #expect(browser.post("/login", "\(key)&token=s3cret").status == 403)
            #expect(world.reloader.status.lastVerdict == nil)
            #expect(browser.get("/").status == 200)
        }
    }

    @Test func `are refused with the key of another session`() throws {
        let world = try AdminWorld(token: "s3cret")
        var mine = TestBrowser(world)
        mine.signIn()
        var other = TestBrowser(world)
        other.signIn()
        let key = try #require(other.key("/page/reload"))
        #expect(mine.post("/page/reload", "key=\(key)&step=try").status == 403)
    }

    @Test func `are refused by a host of another name`() throws {
        var browser = TestBrowser(try AdminWorld(token: "s3cret"))
        let key = try #require(browser.key("/login"))
        browser.host = "evil.example"
        let reply = browser.post("/login", "key=\(key)&token=s3cret", origin: nil)
        #expect(reply.status == 403)
        #expect(reply.field("Set-Cookie") == nil)
    }

    @Test func `are refused in another form than that of browsers`() throws {
        let world = try AdminWorld()
        let key = try #require(TestBrowser(world).key("/page/reload"))
        for type in ["application/json", "text/plain", "multipart/form-data; boundary=x", ""] {
            let reply = world.reply(
                "POST", "/page/reload", fields: [.init("Content-Type", type)],
                body: "key=\(key)&step=try")
            #expect(reply.status == 400)
        }
        #expect(world.reply("POST", "/reload", body: "dry_run=1").status == 400)
        #expect(world.reply("GET", "/status", body: "x").status == 400)
        #expect(world.reloader.status.lastVerdict == nil)
    }

    @Test func `are all there is for a cookie to change anything by`() throws {
        let world = try AdminWorld(token: "s3cret")
        var browser = TestBrowser(world)
        browser.signIn()
        world.addHost()
        #expect(browser.post("/reload", "", origin: nil).status == 401)
        #expect(browser.post("/reload", "").status == 403)
        #expect(world.reloader.status.lastVerdict == nil)
    }

    @Test(arguments: [
        ("/page/links?url=https://a.example/", "/page/links?url=https://a.example/"),
        ("//evil.example/", "/"), ("https://evil.example/", "/"), ("/logout", "/"),
        ("/login", "/"), ("/reload", "/"), ("/hosts", "/"), ("javascript:alert(1)", "/"), ("", "/"),
        ("/\\evil.example", "/"), ("/page/hosts/shop.example.com", "/page/hosts/shop.example.com"),
    ])
    func `lead on to pages of the server only`(next: String, expected: String) {
        #expect(AdminHandler.inner(next) == expected)
    }
}

struct `Texts of strangers on the page` {
    static let hostile = "\"><script>alert(1)</script><img src=x onerror=alert(1)>'"

    private static var encoded: String {
        hostile.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    @Test func `stand there as texts`() throws {
        let world = try AdminWorld(hasLinks: true)
        var exchange = Exchange(
            timeMilliseconds: AdminWorld.now, durationMicroseconds: 1,
            connection: Connection(
                listener: ":443", kind: .tls, client: Self.hostile, peer: "192.0.2.1"),
            outcome: .ok, requestID: "1")
        exchange.host = Self.hostile
        exchange.method = Self.hostile
        exchange.target = Self.hostile
        exchange.userAgent = Self.hostile
        exchange.document = Self.hostile
        world.recent.record(exchange)
        for target in [
            "/?search=\(Self.encoded)&environment=\(Self.encoded)&sort=\(Self.encoded)&page=x",
            "/page/hosts/\(Self.encoded)", "/page/links?url=\(Self.encoded)",
            "/page/links?url=https://shop.example.com/\(Self.encoded)", "/page/requests",
            "/login?next=\(Self.encoded)", "/page/reload?x=\(Self.encoded)",
            "/\(Self.encoded)",
        ] {
            let accept = HTTP.Field("Accept", "text/html")
            let text = world.reply("GET", target, fields: [accept]).text
            #expect(text.hasPrefix("<!DOCTYPE html>"), "\(target)")
            #expect(!text.contains("<script>") && !text.contains("<img src=x"), "\(target)")
        }
    }
}

struct `Wrong tokens` {
    private func guess(_ world: AdminWorld, _ peer: String) -> Int {
        world.reply(
            "GET", "/status", fields: [.init("Authorization", "Bearer wrong")], peer: peer
        ).status
    }

    private func know(_ world: AdminWorld, _ peer: String) -> Int {
        world.reply(
            "GET", "/status", fields: [.init("Authorization", "Bearer s3cret")], peer: peer
        ).status
    }

    @Test func `make an address wait, and no other`() throws {
        let world = try AdminWorld(token: "s3cret")
        for _ in 0..<AttemptLimit.burst { #expect(guess(world, "192.0.2.1") == 401) }
        let reply = world.reply(
            "GET", "/status", fields: [.init("Authorization", "Bearer s3cret")],
            peer: "192.0.2.1")
        #expect(reply.status == 429)
        #expect(reply.field("Retry-After") == "5")
        var browser = TestBrowser(world)
        browser.peer = "192.0.2.1"
        let page = browser.signIn()
        #expect(page.status == 429)
        #expect(page.text.contains("Too many wrong tokens. Try again in 5 seconds."))
        #expect(know(world, "192.0.2.2") == 200)
        world.elapsed.withValue { $0 += AttemptLimit.refillMilliseconds }
        #expect(know(world, "192.0.2.1") == 200)
        #expect(guess(world, "192.0.2.1") == 401)
        #expect(guess(world, "192.0.2.1") == 429)
    }

    @Test func `count for a whole network of IPv6`() throws {
        let world = try AdminWorld(token: "s3cret")
        for number in 0..<AttemptLimit.burst {
            #expect(guess(world, "2001:db8:0:1::\(number)") == 401)
        }
        #expect(know(world, "2001:db8:0:1:ffff::1") == 429)
        #expect(know(world, "2001:db8:0:2::1") == 200)
    }

    @Test func `of many addresses keep strangers out, and not who came in before`() throws {
        let world = try AdminWorld(token: "s3cret")
        #expect(know(world, "198.51.100.1") == 200)
        for number in 0..<AttemptLimit.commonBurst {
            #expect(guess(world, "192.0.2.\(number)") == 401)
        }
        #expect(know(world, "198.51.100.2") == 429)
        #expect(know(world, "198.51.100.1") == 200)
        world.elapsed.withValue { $0 += AttemptLimit.commonRefillMilliseconds }
        #expect(know(world, "198.51.100.2") == 200)
    }

    @Test func `do not end a session or close the routes for probes`() throws {
        let world = try AdminWorld(token: "s3cret")
        var browser = TestBrowser(world)
        browser.signIn()
        for _ in 0...AttemptLimit.burst { _ = guess(world, "127.0.0.1") }
        #expect(browser.get("/").status == 200)
        #expect(world.reply("GET", "/healthz").status == 200)
    }
}
