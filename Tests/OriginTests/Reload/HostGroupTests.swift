import Configuration
import Diagnostics
import Testing

@testable import Origin

/// A change of many hosts that one template made.
struct `Equal changes of many hosts` {
    /// Hosts with a document each: an app of their own, and a path with their label.
    private static func configuration(
        _ count: Int, rules: String, further: String = "", omitting omitted: Set<Int> = []
    ) -> String {
        var text = "apps:\n"
        for number in 0..<count {
            text +=
                "  app\(number): {id: ABCDE12345.com.example.app\(number), "
                + "services: [applinks, webcredentials], "
                + "rules: [\(rules.replacing("LABEL", with: "h\(number)"))]}\n"
        }
        text += "environments:\n"
        for number in 0..<count where !omitted.contains(number) {
            text +=
                "  e\(number): {apps: [app\(number)], hosts: [h\(number).example.com]\(further)}\n"
        }
        return text
    }

    private static func snapshot(_ text: String) throws -> Snapshot {
        let loaded = ConfigurationLoader(
            files: MemoryConfigurationFiles(["aasa.yaml": text]), environment: { _ in nil }
        ).load(path: "aasa.yaml")
        let build = SnapshotBuilder(certificates: .none, nowMilliseconds: { Building.now })
            .build(loaded)
        return try #require(build.snapshot, "\(DiagnosticText().text(for: build.findings))")
    }

    private static func groups(_ old: String, _ new: String) throws -> [String] {
        let snapshots = (old: try snapshot(old), new: try snapshot(new))
        let diff = SiteDiff(
            old: PublishedSite(snapshots.old), new: PublishedSite(snapshots.new),
            pairLimit: SiteDiff.reloadPairLimit)
        let changes = SnapshotChanges(from: snapshots.old, to: snapshots.new, diff: diff)
        return changes.groups.map { "\($0.summary) | \($0.hosts.text())" }
    }

    @Test func `are one group, with a count and a few names`() throws {
        let old = Self.configuration(40, rules: "/t/LABEL/*")
        let new = Self.configuration(40, rules: "/t/LABEL/*, /new/LABEL")
        #expect(
            try Self.groups(old, new) == [
                "40 hosts changed: links of 1 app changed | h0.example.com, h1.example.com, "
                    + "h2.example.com and 37 more"
            ])
    }

    /// Hosts of a table whose values stand in patterns and in no name.
    private static func tenants(_ rules: String, changing changed: Set<Int> = []) -> String {
        let rows = (0..<40).map { number in
            "{slug: h\(number), code: c\(number % 7)-\(changed.contains(number) ? 999 : number)}"
        }
        return """
            tenants: {shops: {rows: [\(rows.joined(separator: ", "))]}}
            apps:
              shop: {id: "ABCDE12345.{slug}", rules: [\(rules)]}
            environments:
              live: {tenants: shops, apps: [shop], hosts: ["{slug}.example.com"]}
            """
    }

    @Test func `are one group where values of tenants stand in patterns`() throws {
        let names = "h0.example.com, h1.example.com, h2.example.com and 37 more"
        let old = Self.tenants(#"/a/*, "/my-{code}/*", "/{code}""#)
        for rules in [#"/a/*, "/My-{code}/*", "/{code}""#, #"/b/*, "/my-{code}/*", "/{code}""#] {
            #expect(
                try Self.groups(old, Self.tenants(rules))
                    == ["40 hosts changed: links of 1 app changed | \(names)"])
        }
        #expect(
            try Self.groups(Self.tenants("/a/*"), Self.tenants(#"/a/*, "/{code}""#))
                == ["40 hosts changed: links of 1 app changed | \(names)"])
    }

    @Test func `are one group where one side was fetched and tells no values`() throws {
        let known = PublishedSite(try Self.snapshot(Self.tenants(#"/a/*, "/my-{code}/*""#)))
        let fetched = PublishedSite(
            PublishedSite(try Self.snapshot(Self.tenants(#"/b/*, "/my-{code}/*""#))).hosts.map {
                host in
                PublishedSite.Host(
                    host.pattern,
                    host.document.map {
                        PublishedDocument(digest: $0.digest, document: $0.document, bytes: $0.bytes)
                    })
            })
        for (old, new) in [(fetched, known), (known, fetched)] {
            let diff = SiteDiff(old: old, new: new)
            #expect(diff.summary == "40 of 40 hosts change: links of 1 app changed")
            #expect(diff.changes.map(\.hosts.count) == [40])
        }
    }

    @Test func `are one group where a column of the table has other values`() throws {
        let rules = #"/a/*, "/{code}""#
        let old = Self.tenants(rules)
        #expect(
            try Self.groups(old, Self.tenants(rules, changing: [3, 5])) == [
                "2 hosts changed: links of 1 app changed | h3.example.com, h5.example.com"
            ])
        // Those whose value stays are another group.
        #expect(
            try Self.groups(old, Self.tenants(#"/b/*, "/{code}""#, changing: [3, 5])) == [
                "38 hosts changed: links of 1 app changed | h0.example.com, h1.example.com, "
                    + "h2.example.com and 35 more",
                "2 hosts changed: links of 1 app changed | h3.example.com, h5.example.com",
            ])
    }

    @Test func `have one place in a summary, in however many ways they change`() throws {
        let rules = #"/a/*, "/{code}""#
        let old = try Self.snapshot(Self.tenants(rules))
        let new = try Self.snapshot(Self.tenants(#"/b/*, "/{code}""#, changing: [3, 5, 8]))
        let diff = SiteDiff(old: PublishedSite(old), new: PublishedSite(new))
        #expect(
            diff.summary == "40 of 40 hosts change: links of 1 app changed, in 2 ways")
    }

    @Test func `are told apart from others, the largest group first`() throws {
        let old = Self.configuration(6, rules: "/t/LABEL/*")
        var new = Self.configuration(6, rules: "/t/LABEL/*, /new", omitting: [5])
        new = new.replacing(
            "rules: [/t/h1/*, /new]", with: "rules: [/t/h1/*, /new, /newer]")
        new = new.replacing(
            "hosts: [h2.example.com]}", with: "hosts: [h2.example.com], max_age: 2h}")
        new = new.replacing("[h0.example.com]", with: "[h0.example.com, new.example.com]")
        #expect(
            try Self.groups(old, new) == [
                "3 hosts changed: links of 1 app changed | h0.example.com, h3.example.com, "
                    + "h4.example.com",
                "1 host added | new.example.com",
                "1 host changed: links of 1 app changed | h1.example.com",
                "1 host changed: Cache-Control public, max-age=3600 -> public, max-age=7200, "
                    + "links of 1 app changed | h2.example.com",
                "1 host removed | h5.example.com",
            ])
    }

    @Test func `say what changes beside the document`() throws {
        let old = Self.configuration(2, rules: "/a")
        let new = Self.configuration(2, rules: "/a", further: ", enabled: false")
        #expect(
            try Self.groups(old, new) == [
                "2 hosts changed: no longer served, 1 app lost, webcredentials -1 | "
                    + "h0.example.com, h1.example.com"
            ])
        #expect(
            try Self.groups(new, old) == [
                "2 hosts changed: served again, 1 app gained, webcredentials +1 | "
                    + "h0.example.com, h1.example.com"
            ])
        let commented = old.replacing("[/a]", with: "[{path: /a, comment: b}]")
        #expect(
            try Self.groups(old, commented) == [
                "2 hosts changed: another text, same meaning | h0.example.com, h1.example.com"
            ])
    }

    @Test func `are a line each of the log and of the answer`() throws {
        var verdict = ReloadVerdict(
            outcome: .reloaded, trigger: .signal, isDryRun: false, timeMilliseconds: 0,
            oldDigest: "a", newDigest: "b")
        verdict.changes.changedHosts = HostNames((0..<4_812).map { "h\($0).example.com" })
        verdict.changes.groups = [
            HostGroup(
                kind: .changed, hosts: verdict.changes.changedHosts, words: "links of 1 app changed"
            )
        ]
        let lines = LogLine.lines(of: verdict).map { $0.text(at: LogTime(milliseconds: 0)) }
        #expect(
            lines == [
                "time=1970-01-01T00:00:00.000Z level=info msg=\"reloaded: 4,812 hosts changed, in "
                    + "0 ms\" outcome=\"reloaded\" trigger=\"signal\" old_digest=\"a\" "
                    + "new_digest=\"b\"\n",
                "time=1970-01-01T00:00:00.000Z level=info msg=\"4,812 hosts changed: links of "
                    + "1 app changed\" hosts=\"h0.example.com, h1.example.com, h2.example.com and "
                    + "4,809 more\"\n",
            ])
        verdict.outcome = .refused
        let refused = LogLine.lines(of: verdict).map { $0.text(at: LogTime(milliseconds: 0)) }
        #expect(refused[1].contains(" msg=\"not served: 4,812 hosts changed: links of 1 app"))
        #expect(verdict.json["counts"] == ["added": 0, "removed": 0, "changed": 4_812])
        #expect(
            verdict.json["groups"] == [
                [
                    "change": "changed", "count": 4_812,
                    "hosts": ["h0.example.com", "h1.example.com", "h2.example.com"],
                    "what": "links of 1 app changed",
                ]
            ])
    }
}

struct `The guard of many hosts` {
    private static func findings(_ omitted: Int, _ policy: GuardPolicy) throws -> String {
        let hosts = (0..<40).map { "h\($0).example.com" }
        func snapshot(_ hosts: some Sequence<String>) throws -> Snapshot {
            var sample = SampleConfiguration()
            for host in hosts {
                sample.add(host, document: SampleConfiguration.document(host), hosts: [host])
            }
            return try Building.snapshot(sample.value)
        }
        let findings = ShrinkGuard.findings(
            old: try snapshot(hosts), new: try snapshot(hosts.dropFirst(omitted)), policy: policy)
        return findings.map { "\($0.severity.rawValue): \($0.message) [\($0.id)]" }
            .joined(separator: "\n")
    }

    private static let lost = "the reload would no longer serve 'h0.example.com'"

    @Test func `lets a share of the hosts lose something, and not one host more`() throws {
        let names = "\(Self.lost), 'h1.example.com'"
        #expect(try Self.findings(0, .on) == "")
        #expect(try Self.findings(1, .on) == "error: \(Self.lost) [guard-host-lost]")
        #expect(
            try Self.findings(2, .share(basisPoints: 500))
                == "warning: \(names) [guard-host-lost]")
        #expect(
            try Self.findings(2, .share(basisPoints: 499))
                == "error: 2 of 40 hosts would lose something, more than 4.99% of the hosts "
                + "[guard-share]\nerror: \(names) [guard-host-lost]")
        #expect(try Self.findings(40, .off) == "")
        #expect(try Self.findings(40, .share(basisPoints: 10_000)).hasPrefix("warning: "))
    }

    @Test func `tells the apps of a template in one line`() throws {
        func snapshot(_ suffix: String) throws -> Snapshot {
            var sample = SampleConfiguration()
            for number in 0..<7 {
                sample.add(
                    "e\(number)", document: SampleConfiguration.document("app\(number)\(suffix)"),
                    hosts: ["h\(number).example.com"])
            }
            return try Building.snapshot(sample.value)
        }
        let findings = ShrinkGuard.findings(old: try snapshot(""), new: try snapshot("x"))
        #expect(
            findings.map(\.message) == [
                "the reload would take 7 apps ('ABCDE12345.com.example.app0', "
                    + "'ABCDE12345.com.example.app1' and so on) from 'webcredentials' of "
                    + "'h0.example.com', 'h1.example.com', 'h2.example.com' and 4 more hosts"
            ])
    }
}

struct `Numbers of things` {
    @Test(arguments: [
        (0, "0 hosts"), (1, "1 host"), (999, "999 hosts"), (1_000, "1,000 hosts"),
        (100_000, "100,000 hosts"), (1_234_567, "1,234,567 hosts"), (-1_000, "-1,000 hosts"),
    ])
    func `have commas between thousands`(number: Int, text: String) {
        #expect(Count.text(number, "host") == text)
    }
}
