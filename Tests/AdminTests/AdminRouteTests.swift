import HTTP
import Testing

@testable import Admin
@testable import Origin

struct `Admin routes` {
    @Test func `say that the process lives and takes requests`() throws {
        let world = try AdminWorld()
        let health = world.reply("GET", "/healthz")
        #expect(health.status == 200)
        #expect(health.text == "{\n  \"status\": \"ok\"\n}\n")
        #expect(health.field("Content-Type") == "application/json")
        #expect(health.field("Cache-Control") == "no-store")
        #expect(health.field("X-Content-Type-Options") == "nosniff")
        #expect(world.reply("GET", "/readyz").status == 200)
        world.state.beginDraining()
        #expect(world.reply("GET", "/healthz").status == 200)
        #expect(world.reply("GET", "/readyz").status == 503)
        #expect(world.reply("GET", "/readyz").text == "{\n  \"status\": \"draining\"\n}\n")
    }

    @Test func `show one host by name, by pattern and by what serves it`() throws {
        let world = try AdminWorld()
        let digest = try #require(world.started.site(for: "shop.example.com")).digest
        let expected = """
            {
              "host": "*.shops.example.com",
              "environment": "production",
              "enabled": true,
              "document": "\(digest)",
              "bytes": 59,
              "cache_control": "public, max-age=3600",
              "certificates": [],
              "pickup": {
                "state": "never_fetched",
                "explanation": "Apple's CDN has not come; version \(digest.prefix(12)) is \
            published since 2026-11-30T01:14:26Z",
                "has_current": false,
                "published": "\(digest.prefix(12))",
                "fetched": null,
                "status": null,
                "taken": null,
                "expected": null
              },
              "fetches": []
            }

            """
        for name in ["*.shops.example.com", "%2a.shops.example.com", "A.Shops.example.com"] {
            let reply = world.reply("GET", "/hosts/\(name)")
            #expect(reply.status == 200)
            #expect(reply.text == expected)
        }
        #expect(world.reply("GET", "/hosts/shops.example.com").status == 404)
    }

    @Test func `show who fetched the document of a host`() throws {
        let world = try AdminWorld()
        var exchange = Exchange(
            timeMilliseconds: AdminWorld.now, durationMicroseconds: 1,
            connection: Connection(
                listener: ":443", kind: .tls, client: "192.0.2.1", peer: "192.0.2.1"),
            outcome: .ok, requestID: "1")
        exchange.host = "a.shops.example.com"
        exchange.environment = "production"
        exchange.method = "GET"
        exchange.target = "/.well-known/apple-app-site-association"
        exchange.userAgent = "AASA-Bot/1.0.0"
        exchange.status = 304
        world.record.record(exchange)
        let object = world.reply("GET", "/hosts/a.shops.example.com").object
        let fetches = try #require(object["fetches"] as? [[String: Any]])
        #expect(fetches.count == 1)
        #expect(fetches.first?["fetcher"] as? String == "apple-cdn")
        #expect(fetches.first?["count"] as? Int == 1)
        #expect(fetches.first?["last"] as? String == "2026-11-30T01:14:26.123Z")
        #expect(fetches.first?["status"] as? Int == 304)
    }

    @Test func `list every host`() throws {
        let object = try AdminWorld().reply("GET", "/hosts").object
        let hosts = try #require(object["hosts"] as? [[String: Any]])
        #expect(object["count"] as? Int == 2)
        #expect(hosts.map { $0["host"] as? String } == ["shop.example.com", "*.shops.example.com"])
    }

    @Test func `list a part of the hosts, and only what it takes to compare them`() throws {
        let world = try AdminWorld()
        let digest = world.started.site(ofHost: 1).digest
        #expect(
            world.reply("GET", "/hosts?brief=1&limit=1&offset=1").text == """
                {
                  "count": 2,
                  "offset": 1,
                  "digest": "\(world.started.digest)",
                  "hosts": [
                    {
                      "host": "*.shops.example.com",
                      "enabled": true,
                      "document": "\(digest)"
                    }
                  ]
                }

                """)
        let none = world.reply("GET", "/hosts?offset=7").object
        #expect(none["hosts"] as? [String] == [])
        #expect(none["offset"] as? Int == 2)
    }

    @Test(arguments: [
        "limit=0", "limit=10001", "limit=-1", "limit", "limit=1&limit=1", "brief=2", "brief=true",
        "offset=1e1", "offset=9999999999", "&offset=1", "size=1", "offset=", "offset=1=1",
    ])
    func `refuse a part of the list that is not understood`(query: String) throws {
        let reply = try AdminWorld().reply("GET", "/hosts?\(query)")
        #expect(reply.status == 400)
        #expect(
            reply.object["error"] as? String
                == "the parameters are search, environment, state, sort (configuration, host, environment, "
                + "bytes, fetched, state, with '-' for descending), offset, limit (1 to 10000) and brief"
        )
    }

    @Test func `show the state of the process`() throws {
        let world = try AdminWorld()
        let object = world.reply("GET", "/status").object
        #expect(object["version"] as? String == "1.2.3")
        #expect(object["state"] as? String == "serving")
        #expect(object["uptime_seconds"] as? Int == 61)
        let configuration = try #require(object["configuration"] as? [String: Any])
        #expect(configuration["digest"] as? String == world.started.digest)
        #expect(configuration["loaded"] as? String == "2026-11-30T01:14:26.123Z")
        let counts = try #require(object["counts"] as? [String: Int])
        #expect(
            counts == [
                "hosts": 2, "documents": 1, "certificates": 0, "connections": 3,
                "log_lines_dropped": 4,
            ])
    }

    @Test func `reload and say what changed`() throws {
        let world = try AdminWorld()
        #expect(world.reply("POST", "/reload").object["outcome"] as? String == "unchanged")
        world.addHost()
        let dry = world.reply("POST", "/reload?dry_run=1")
        #expect(dry.object["outcome"] as? String == "reloaded")
        #expect(dry.object["dry_run"] as? Bool == true)
        #expect(world.reply("GET", "/hosts/new.example.com").status == 404)
        let reply = world.reply("POST", "/reload")
        #expect(reply.status == 200)
        #expect(reply.object["outcome"] as? String == "reloaded")
        #expect(
            reply.object["hosts"] as? [String: [String]]
                == ["added": ["new.example.com"], "removed": [], "changed": []])
        #expect(world.reply("GET", "/hosts/new.example.com").status == 200)
    }

    @Test func `refuse to lose an app unless that is asked for`() throws {
        let world = try AdminWorld()
        world.renameApp()
        let refused = world.reply("POST", "/reload")
        #expect(refused.status == 422)
        #expect(refused.object["meaning"] as? String == "webcredentials +1 -1")
        let findings = refused.object["diagnostics"] as? [[String: Any]]
        #expect(findings?.map { $0["id"] as? String } == ["guard-app-lost"])
        #expect(world.reply("POST", "/reload?allow_shrink=0").status == 422)
        #expect(world.reply("POST", "/reload?allow_shrink=1&dry_run=1").status == 200)
        #expect(world.reply("POST", "/reload").status == 422)
        #expect(world.reply("POST", "/reload?allow_shrink=1").status == 200)
    }

    @Test(arguments: ["shop.example.com", "*.shops.example.com", "%2A.shops.example.com"])
    func `show the document of a host byte by byte`(name: String) throws {
        let world = try AdminWorld()
        let reply = world.reply("GET", "/hosts/\(name)/document")
        #expect(reply.status == 200)
        #expect(
            reply.text == #"{"webcredentials":{"apps":["ABCDE12345.com.example.shop"]}}"#)
        let site = world.started.site(ofHost: 0)
        #expect(reply.field("ETag") == site.entityTag)
        #expect(reply.field("Content-Type") == "application/json")
        #expect(world.reply("GET", "/hosts/none.example.com/document").status == 404)
    }

    @Test func `answer a refused reload with the findings and keep them for the status`() throws {
        let world = try AdminWorld()
        world.breakConfiguration()
        let reply = world.reply("POST", "/reload")
        #expect(reply.status == 422)
        #expect(
            reply.text == """
                {
                  "outcome": "refused",
                  "summary": "refused: 1 error, the configuration from before is served on",
                  "dry_run": false,
                  "trigger": "admin",
                  "time": "2026-11-30T01:14:26.123Z",
                  "milliseconds": 0,
                  "old_digest": "\(world.started.digest)",
                  "new_digest": null,
                  "counts": {
                    "added": 0,
                    "removed": 0,
                    "changed": 0
                  },
                  "hosts": {
                    "added": [],
                    "removed": [],
                    "changed": []
                  },
                  "groups": [],
                  "documents": [],
                  "meaning": null,
                  "certificates": {
                    "changed": []
                  },
                  "warnings": 0,
                  "diagnostics": [
                    {
                      "severity": "error",
                      "id": "bad-thing",
                      "message": "a thing is bad",
                      "file": "test.yaml",
                      "line": 2,
                      "column": 1,
                      "hint": "repair it",
                      "notes": [
                        {
                          "message": "first seen here",
                          "file": "test.yaml"
                        }
                      ]
                    }
                  ]
                }

                """)
        let last = world.reply("GET", "/status").object["last_reload"] as? [String: Any]
        #expect(last?["outcome"] as? String == "refused")
        #expect(world.reply("GET", "/hosts/shop.example.com").status == 200)
    }

    @Test func `reload only the configuration that the caller expects`() throws {
        let world = try AdminWorld()
        let digest = world.started.digest
        world.addHost()
        let field = HTTP.Field("If-Match", "\"\(digest)\"")
        #expect(world.reply("POST", "/reload", fields: [field]).status == 200)
        let late = world.reply("POST", "/reload", fields: [field])
        #expect(late.status == 412)
        #expect(late.object["outcome"] as? String == "precondition_failed")
    }

    @Test func `reload only the configuration that somebody has looked at`() throws {
        let world = try AdminWorld()
        world.addHost()
        let digest = world.reply("POST", "/reload?dry_run=1").object["new_digest"] as? String
        let reviewed = try #require(digest)
        world.renameApp()
        let late = world.reply("POST", "/reload?reviewed=\(reviewed)")
        #expect(late.status == 412)
        #expect(
            late.object["summary"] as? String
                == "refused: the configuration is another than the expected one")
        #expect(world.reply("GET", "/hosts/new.example.com").status == 404)
        world.addHost()
    }

    @Test(arguments: [
        "dryrun=1", "dry_run", "dry_run=yes", "dry_run=1&x=2", "x", "allow_shrink",
        "dry_run=1&dry_run=0", "&dry_run=1", "dry_run=1&", "reviewed=", "reviewed=1",
        "reviewed=g000000000000000000000000000000000000000000000000000000000000000",
    ])
    func `refuse a query that may be a misspelt dry run`(query: String) throws {
        let world = try AdminWorld()
        world.addHost()
        #expect(world.reply("POST", "/reload?\(query)").status == 400)
        #expect(world.reloader.status.lastVerdict == nil)
    }

    @Test(arguments: AdminRoute.allCases)
    func `answer other methods with 405 and the right ones`(route: AdminRoute) throws {
        let world = try AdminWorld()
        let path = world.path(of: route)
        for method in ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "post"] {
            let isAllowed = route.allow.split(separator: ", ").contains { $0 == method }
            let reply = world.reply(method, path)
            // Forms are refused here for what they lack, links for the missing URL.
            #expect((reply.status != 405) == isAllowed, "\(method)")
            #expect(reply.field("Allow") == (isAllowed ? nil : route.allow))
        }
        #expect(world.reloader.status.lastVerdict == nil || route == .reload)
    }

    @Test(arguments: [
        "/reload/", "/page", "/page/hosts/", "/page/hosts/a/b", "/assets/", "/assets/x", "/Login",
        "/index.html", "/Status", "/hosts/", "/hosts/a/b", "/healthz/x", "//status", "/metrics/x",
        "/.well-known/apple-app-site-association", "*",
    ])
    func `know no other path`(path: String) throws {
        #expect(try AdminWorld().reply("GET", path).status == 404)
    }
}
