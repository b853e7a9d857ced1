import FetchRecord
import HTTP
import Testing

@testable import Admin
@testable import Origin

struct `Routes of the record` {
    let world: AdminWorld
    let digest: String

    init() throws {
        world = try AdminWorld()
        digest = try #require(world.started.site(for: "shop.example.com")).digest
        world.record.record(
            Fetch(
                host: "shop.example.com", fetcher: .appleCDN, status: 200,
                document: String(digest.prefix(12)), outcome: "ok",
                timeMilliseconds: AdminWorld.now, client: "192.0.2.1",
                userAgent: "AASA-Bot/1.0.0"))
    }

    @Test func `list the versions of a host`() {
        let configuration = world.started.digest
        #expect(
            world.reply("GET", "/hosts/shop.example.com/versions").text == """
                {
                  "host": "shop.example.com",
                  "versions": [
                    {
                      "digest": "\(digest)",
                      "bytes": 59,
                      "live": "2026-11-30T01:14:26.123Z",
                      "replaced": null,
                      "taken": "2026-11-30T01:14:26.123Z",
                      "configuration": "\(configuration)",
                      "max_age_seconds": 0
                    }
                  ]
                }

                """)
        #expect(world.reply("GET", "/hosts/none.example.com/versions").status == 404)
    }

    @Test func `give the bytes of a version by its digest or by its first digits`() {
        for name in [digest, String(digest.prefix(6)), digest.prefix(12).uppercased()] {
            let reply = world.reply("GET", "/hosts/a.shops.example.com/versions/\(name)")
            #expect(reply.status == 200)
            #expect(reply.response.body == world.started.document(ofHost: 0))
            #expect(reply.field("ETag") == "\"\(digest)\"")
        }
        for name in [String(digest.prefix(5)), "000000000000", digest + "0", "zzzzzz"] {
            let reply = world.reply("GET", "/hosts/shop.example.com/versions/\(name)")
            #expect(reply.status == 404, "\(name)")
        }
    }

    @Test func `list every host with its state and its fetches`() throws {
        let object = world.reply("GET", "/fetches").object
        #expect(object["count"] as? Int == 2)
        let hosts = try #require(object["hosts"] as? [[String: Any]])
        #expect(hosts.map { $0["host"] as? String } == ["shop.example.com", "*.shops.example.com"])
        let states = hosts.map { ($0["pickup"] as? [String: Any])?["state"] as? String }
        #expect(states == ["current", "never_fetched"])
    }

    struct Part: CustomTestStringConvertible, Sendable {
        var query: String
        var count = 2
        var offset = 0
        var hosts: [String] = []
        var testDescription: String { query }
    }

    static let parts = [
        Part(query: "limit=1", hosts: ["shop.example.com"]),
        Part(query: "limit=1&offset=1", offset: 1, hosts: ["*.shops.example.com"]),
        Part(query: "offset=7", offset: 2),
        Part(query: "host=shop.example.com", count: 1, hosts: ["shop.example.com"]),
        Part(query: "host=A.Shops.example.com", count: 1, hosts: ["*.shops.example.com"]),
        Part(query: "host=*.shops.example.com", count: 1, hosts: ["*.shops.example.com"]),
        Part(query: "host=none.example.com", count: 0),
    ]

    @Test(arguments: parts)
    func `list a part of the hosts, or one`(part: Part) throws {
        let object = world.reply("GET", "/fetches?\(part.query)").object
        #expect(object["count"] as? Int == part.count)
        #expect(object["offset"] as? Int == part.offset)
        #expect(object["digest"] as? String == world.started.digest)
        let hosts = try #require(object["hosts"] as? [[String: Any]])
        #expect(hosts.map { $0["host"] as? String } == part.hosts)
    }

    @Test(arguments: [
        "limit=0", "limit=10001", "offset=-1", "offset=x", "limit=1&limit=2", "host=", "hosts=a",
        "offset=99999999999999999999",
    ])
    func `refuse a part that is not understood`(query: String) {
        let reply = world.reply("GET", "/fetches?\(query)")
        #expect(reply.status == 400)
        #expect(
            reply.object["error"] as? String
                == "the parameters are offset, limit (1 to 10000) and host")
    }
}
