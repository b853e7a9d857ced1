import HTTP
import Testing

@testable import Admin
@testable import Configuration
@testable import Origin

struct `Admin access` {
    struct HostCase: Sendable, CustomTestStringConvertible {
        var address: ListenerConfiguration.Address
        var host: String?
        var isAllowed: Bool
        var testDescription: String { "\(host ?? "none") at \(address)" }
    }

    static let hostCases: [HostCase] =
        [
            ("127.0.0.1", true), ("localhost", true), ("admin.localhost", true), ("[::1]", true),
            ("::1", true), ("127.9.9.9", true), ("ops.example.com", true), (nil, true),
            ("evil.example", false), ("localhost.evil.example", false), ("192.0.2.1", false),
            ("shop.example.com", false), ("", false), ("xlocalhost", false),
        ].map { HostCase(address: .internet(host: "127.0.0.1", port: 1), host: $0, isAllowed: $1) }
        + [
            ("10.1.2.3", true), ("10.1.2.4", false), ("localhost", true), ("evil.example", false),
        ].map { HostCase(address: .internet(host: "10.1.2.3", port: 1), host: $0, isAllowed: $1) }
        + [("192.0.2.1", true), ("[2001:db8::1]", true), ("evil.example", false)].map {
            HostCase(address: .internet(host: "::", port: 1), host: $0, isAllowed: $1)
        }
        + [("evil.example", true), (nil, true)].map {
            HostCase(address: .unix(path: "/run/admin.sock"), host: $0, isAllowed: $1)
        }

    @Test(arguments: hostCases)
    func `is refused for a foreign Host`(row: HostCase) throws {
        let world = try AdminWorld(address: row.address, hosts: ["OPS.example.com"])
        for path in ["/healthz", "/status", "/nothing"] {
            let reply = world.reply("GET", path, host: row.host)
            #expect((reply.status != 403) == row.isAllowed, "\(path)")
        }
    }

    static let openRoutes: Set<AdminRoute> = [
        .health, .readiness, .signInPage, .styleSheet, .script, .icon,
    ]

    struct TokenCase: Sendable, CustomTestStringConvertible {
        var lines: [String]
        var isAllowed: Bool
        var testDescription: String { "\(lines)" }
    }

    @Test(arguments: [
        TokenCase(lines: ["Bearer s3cret"], isAllowed: true),
        TokenCase(lines: ["bearer  s3cret"], isAllowed: true),
        TokenCase(lines: [], isAllowed: false),
        TokenCase(lines: [""], isAllowed: false),
        TokenCase(lines: ["Bearer"], isAllowed: false),
        TokenCase(lines: ["Bearer "], isAllowed: false),
        TokenCase(lines: ["s3cret"], isAllowed: false),
        TokenCase(lines: ["Basic s3cret"], isAllowed: false),
        TokenCase(lines: ["Bearer s3cre"], isAllowed: false),
        TokenCase(lines: ["Bearer s3crets3cret"], isAllowed: false),
        TokenCase(lines: ["Bearer S3cret"], isAllowed: false),
        TokenCase(lines: ["Bearer s3cret "], isAllowed: false),
        TokenCase(lines: ["Bearer s3cret", "Bearer s3cret"], isAllowed: false),
    ])
    func `needs the token on every route but those for probes, signing in and assets`(
        row: TokenCase
    ) throws {
        let fields = row.lines.map { HTTP.Field("Authorization", $0) }
        for route in AdminRoute.allCases where !route.takesForm {
            // A few wrong tokens in a row are slowed down, so each is the first.
            let world = try AdminWorld(token: "s3cret")
            let path = world.path(of: route)
            let reply = world.reply(route.method, path, fields: fields)
            let isAllowed = row.isAllowed || Self.openRoutes.contains(route)
            let versions: Set<AdminRoute> = [.comparison, .comparePage]
            let answer = route == .links ? 400 : versions.contains(route) ? 404 : 200
            #expect(reply.status == (isAllowed ? answer : 401), "\(path)")
            let challenge = isAllowed ? nil : "Bearer realm=\"aasa-origin\""
            #expect(reply.field("WWW-Authenticate") == challenge)
        }
        let world = try AdminWorld(token: "s3cret")
        #expect(
            world.reply("GET", "/nothing", fields: fields).status == (row.isAllowed ? 404 : 401))
    }

    @Test func `never accepts an empty token`() throws {
        let world = try AdminWorld(token: "")
        let field = HTTP.Field("Authorization", "Bearer ")
        #expect(world.reply("GET", "/status", fields: [field]).status == 401)
    }

    @Test func `is refused for a page that a browser shows`() throws {
        let world = try AdminWorld()
        let field = HTTP.Field("Origin", "http://127.0.0.1:9180")
        #expect(world.reply("POST", "/reload", fields: [field]).status == 403)
        #expect(world.reply("GET", "/status", fields: [field]).status == 200)
        #expect(world.reloader.status.lastVerdict == nil)
    }
}
