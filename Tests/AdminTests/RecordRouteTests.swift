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
}
