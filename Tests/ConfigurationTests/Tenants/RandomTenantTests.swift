import Configuration
import Diagnostics
import SiteAssociation
import TestSupport
import Testing

/// Templates and tables that were made at random.
struct `Tenants made at random` {
    private static let values = [
        "a", "north", "x-1", "", "", "a.b", "*", "$(lang)", "é", "{a}", "..", "%2F", "com.example",
        "ABCDE12345", "\"", "a/b", "\\",
    ]
    private static let texts = [
        "/{a}/*", "/x/{b?}", "NOT /{a}-{c}/?", "{a}", "/{{a}}/*", "/$(v)/{c?}", "/plain/*", "*",
        "/{unknown}", "/{a", "/}",
    ]

    private static func pick(_ list: [String], _ random: inout SeededGenerator) -> String {
        list[Int.random(in: list.indices, using: &random)]
    }

    private static func cell(_ text: String) -> String {
        "\"" + text.replacing("\"", with: "\"\"") + "\""
    }

    private static func files(_ random: inout SeededGenerator) -> [String: String] {
        // Few mistakes, so that most of the configurations are sound.
        let good = Bool.random(using: &random)
        let texts = good ? ["/{a}/*", "/x/{b?}", "/plain/*", "/$(v)/{c?}"] : Self.texts
        let values = good ? ["a", "north", "x-1", "", "a.b"] : Self.values
        let rules = (0..<Int.random(in: 0...4, using: &random)).map { _ in
            #"{path: "\#(pick(texts.map { $0.replacing("NOT ", with: "") }, &random))", "#
                + #"exclude: \#(Bool.random(using: &random)), comment: "{b?} \#("{c?}")"}"#
        }
        let rows = (0..<8).map { row in
            let cells = (0..<2).map { _ in cell(pick(values, &random)) }
            return "t\(row),\(pick(["1", "2"], &random)),\(cells.joined(separator: ","))"
        }
        let legacy = Bool.random(using: &random)
        return [
            "aasa.yaml": """
            tenants: {t: {file: t.csv, optional: [b]}}
            apps:
              one: {id: "ABCDE12345.com.example.{a}", rules: [\(rules.joined(separator: ", "))]}
              two: {id: "ABCDE12345.com.{c?}", services: [webcredentials]}
            variables: {v: ["{a}", "{c?}", w]}
            environments:
              live:
                tenants: t
                where: {k: [1]}
                hosts: ["{a}.example.com", "{c?}.{a}.example.com"]
                apps: [one, two]
                legacy_paths: \(legacy)
              test: {tenants: t, hosts: ["{a}.example.org"], apps: [two, one]}
            overrides:
              - {tenant: t1, off: true}
              - {tenant: t2, environments: [test], add: {rules: {one: ["/first/{c?}"]}}}

            """, "t.csv": "a,k,b,c\n" + rows.joined(separator: "\n"),
        ]
    }

    @Test func `end in an error, or in documents that agree with their pieces and apps`() throws {
        var random = SeededGenerator(seed: 71)
        var soundCount = 0
        for round in 0..<200 {
            let loaded = Loading.load(Self.files(&random))
            #expect(
                (loaded.configuration == nil) == loaded.findings.containsError, "round \(round)")
            guard let configuration = loaded.configuration else { continue }
            soundCount += 1
            let documents = configuration.documents
            for index in documents.indices {
                #expect(documents.encoded(index) == documents[index].encoded())
            }
            for host in configuration.hosts {
                let document = documents[host.document]
                let components = document.appLinks?.details ?? []
                for app in configuration.apps(of: host) {
                    let entry = components.first { $0.appIDs.contains(app.id) }
                    #expect((entry?.components.count ?? 0) == app.rules.count, "\(host.pattern)")
                }
                #expect(!String(decoding: document.encoded(), as: UTF8.self).contains("{a}"))
            }
        }
        #expect(soundCount >= 50)
    }
}
