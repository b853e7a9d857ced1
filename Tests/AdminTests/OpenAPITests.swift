import Diagnostics
import FetchRecord
import Foundation
import HTTP
import SiteAssociation
import Testing

@testable import Admin
@testable import Origin

struct `The description of the routes` {
    private static let document = OpenAPIDocument.json

    private static let file = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("deploy/openapi.json")

    @Test func `is the file in the tree`() throws {
        let text = Self.document.text(indented: true) + "\n"
        let environment = ProcessInfo.processInfo.environment
        if environment["UPDATE_FIXTURES"] != nil, environment["CI"] == nil {
            try text.write(to: Self.file, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOf: Self.file, encoding: .utf8) == text)
    }

    @Test func `has every route with its method and its statuses, and no other`() throws {
        guard case .object(let paths) = Self.document["paths"] else { throw SystemFailure() }
        var described: [String] = []
        for path in paths {
            guard case .object(let operations) = path.value else { throw SystemFailure() }
            for operation in operations {
                described.append("\(operation.key.uppercased()) \(path.key)")
                guard case .object(let responses) = operation.value["responses"] else {
                    throw SystemFailure()
                }
                let route = try #require(
                    AdminRoute.allCases.first {
                        $0.path == path.key && $0.method.lowercased() == operation.key
                    })
                let statuses = Set(responses.map(\.key))
                #expect(statuses.isSuperset(of: route.statuses.map(String.init)), "\(route)")
            }
        }
        #expect(
            described.sorted() == AdminRoute.allCases.map { "\($0.method) \($0.path)" }.sorted())
    }

    @Test func `leaves out what it does not know`() {
        #expect(!Self.document.text().contains(":null"))
    }

    @Test func `names no schema that is not there, and none in vain`() {
        let text = Self.document.text()
        let named = Set(text.matches(of: /#\/components\/schemas\/([A-Za-z]+)/).map { $0.1 })
        #expect(named.map(String.init).sorted() == SchemaName.allCases.map(\.rawValue).sorted())
    }

    struct Answer: Sendable, CustomTestStringConvertible {
        var target: String
        var route: AdminRoute
        var status = 200
        var method = "GET"
        var testDescription: String { "\(method) \(target)" }
    }

    static let answers = [
        Answer(target: "/healthz", route: .health), Answer(target: "/readyz", route: .readiness),
        Answer(target: "/status", route: .status), Answer(target: "/hosts", route: .hosts),
        Answer(target: "/hosts?brief=1&search=shop", route: .hosts),
        Answer(target: "/hosts?x=1", route: .hosts, status: 400),
        Answer(target: "/hosts/shop.example.com", route: .host),
        Answer(target: "/hosts/none.example.com", route: .host, status: 404),
        Answer(target: "/hosts/shop.example.com/document", route: .document),
        Answer(target: "/hosts/shop.example.com/versions", route: .versions),
        Answer(target: "/hosts/none.example.com/versions", route: .versions, status: 404),
        Answer(target: "/fetches", route: .fetches),
        Answer(target: "/fetches?offset=1&limit=1", route: .fetches),
        Answer(target: "/fetches?host=shop.example.com", route: .fetches),
        Answer(target: "/fetches?limit=0", route: .fetches, status: 400),
        Answer(target: "/hosts/shop.example.com/rules", route: .rules),
        Answer(target: "/hosts/none.example.com/rules", route: .rules, status: 404),
        Answer(target: "/links?url=https://shop.example.com/help/1", route: .links),
        Answer(target: "/links?url=https://shop.example.com/a", route: .links),
        Answer(target: "/links?url=https://none.example.com/a", route: .links),
        Answer(target: "/links", route: .links, status: 400),
        Answer(target: "/links?url=x", route: .links, status: 400),
        Answer(target: "/requests/recent", route: .recentRequests),
        Answer(target: "/requests/recent?after=x", route: .recentRequests, status: 400),
        Answer(
            target: "/requests/recent?host=shop&fetcher=apple-cdn&status=4xx",
            route: .recentRequests),
        Answer(target: "/requests/recent?fetcher=me", route: .recentRequests, status: 400),
        Answer(target: "/requests/recent?status=6xx", route: .recentRequests, status: 400),
        Answer(target: "/openapi.json", route: .description),
        Answer(target: "/reload?dry_run=1", route: .reload, method: "POST"),
        Answer(target: "/reload?x=1", route: .reload, status: 400, method: "POST"),
    ]

    @Test(arguments: answers)
    func `fits what routes answer`(row: Answer) throws {
        let world = try AdminWorld(hasLinks: true)
        world.addHost()
        for kind in [ListenerKind.tls, .refuse] {
            var exchange = Exchange(
                timeMilliseconds: AdminWorld.now, durationMicroseconds: 1,
                connection: Connection(
                    listener: ":443", kind: kind, client: "192.0.2.1", peer: "192.0.2.1"),
                outcome: .ok, requestID: "1")
            world.recent.record(exchange)
            exchange.host = "shop.example.com"
            exchange.environment = "production"
            exchange.method = "GET"
            exchange.target = "/"
            exchange.userAgent = "AASA-Bot/1.0.0"
            exchange.document = "0123456789ab"
            exchange.detail = "x"
            world.recent.record(exchange)
            exchange.target = "/.well-known/apple-app-site-association"
            exchange.status = 200
            world.record.record(exchange)
        }
        let reply = world.reply(row.method, row.target)
        #expect(reply.status == row.status)
        guard case .json(let schema) = row.route.content(row.status) else { throw SystemFailure() }
        let value = reply.json
        #expect(schema.misfits(value) == [])
    }

    @Test func `fits the comparison of two versions, one of which is gone`() throws {
        let world = try AdminWorld(hasLinks: true)
        let old = world.started.site(ofHost: 0).digest
        let bytes = Array(#"{"applinks":{"details":[]}}"#.utf8)
        let new = String(repeating: "ab", count: 32)
        world.record.publish(
            Edition(
                configuration: new,
                documents: [.init(digest: new, bytes: bytes, maxAgeSeconds: 0)],
                patterns: HostPatterns(["shop.example.com"]),
                hosts: [.init(environment: "production", document: 0)]))
        let target = "/hosts/shop.example.com/comparison?old=\(old.prefix(8))&new=ababab"
        let reply = world.reply("GET", target)
        #expect(reply.status == 200)
        #expect(Schema.named(.comparison).misfits(reply.json) == [])
        #expect(reply.object["old"] as? String == old)
        #expect(reply.object["new"] as? String == new)
        let what = try #require(reply.object["what"] as? [String: Any])
        let apps = try #require(what["apps"] as? [[String: Any]])
        #expect(apps.map { $0["listing"] as? String } == ["lost"])
        let page = world.reply("GET", "/page" + target.replacing("comparison", with: "versions"))
        #expect(page.status == 200)
        #expect(page.text.contains("<del>-   &quot;webcredentials&quot;: {</del>"))
        for query in ["", "?old=\(old)", "?old=\(old)&new=ffff", "?old=a&new=ab"] {
            let missing = "/hosts/shop.example.com/comparison\(query)"
            #expect(world.reply("GET", missing).status == 404)
        }
    }

    @Test func `fits verdicts of all kinds, and the status after them`() throws {
        let world = try AdminWorld(hasLinks: true)
        let schema = Schema.named(.verdict)
        world.renameApp()
        for target in ["/reload", "/reload?dry_run=1&allow_shrink=1", "/reload?allow_shrink=1"] {
            let reply = world.reply("POST", target)
            #expect(schema.misfits(reply.json) == [])
        }
        world.breakConfiguration()
        let reply = world.reply("POST", "/reload")
        #expect(schema.misfits(reply.json) == [])
        let status = world.reply("GET", "/status")
        #expect(Schema.named(.status).misfits(status.json) == [])
    }
}

extension Reply {
    /// The body as JSON.
    fileprivate var json: JSONValue {
        JSONReader.read(SourceFile(name: "body", bytes: response.body)).root?.value ?? .null
    }
}

extension Schema {
    /// Returns where a value is not as the schema says.
    func misfits(_ value: JSONValue, at place: String = "$") -> [String] {
        switch (self, value) {
        case (.anything, _), (.null, .null), (.text, .string), (.flag, .bool), (.number, .number):
            []
        case (.word(let words), .string(let text)):
            words.contains(text) ? [] : ["\(place): \(text)"]
        case (.digest, .string(let text)):
            text.wholeMatch(of: /[0-9a-f]{64}/) != nil ? [] : ["\(place): \(text)"]
        case (.time, .string(let text)):
            text.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil
                ? [] : ["\(place): \(text)"]
        case (.list(let schema), .array(let values)):
            values.enumerated().flatMap { schema.misfits($1, at: "\(place)[\($0)]") }
        case (.object(let members), .object(let values)):
            Self.misfits(members, values, place)
        case (.either(let schemas), _):
            schemas.contains { $0.misfits(value).isEmpty }
                ? [] : schemas.flatMap { $0.misfits(value, at: place) }
        case (.named(let name), _): name.schema.misfits(value, at: place)
        default: ["\(place): \(value.text().prefix(80))"]
        }
    }

    private static func misfits(
        _ members: [Member], _ values: [JSONValue.Member], _ place: String
    ) -> [String] {
        var misfits = members.filter { member in
            !member.isOptional && !values.contains { $0.key == member.name }
        }.map { "\(place): no \($0.name)" }
        for value in values {
            let member = members.first { $0.name == value.key }
            misfits +=
                member?.schema.misfits(value.value, at: "\(place).\(value.key)")
                ?? ["\(place): unknown \(value.key)"]
        }
        return misfits
    }
}
