import Configuration
import Diagnostics
import Testing

@testable import Origin

/// A change of a configuration, and what the guard says of it.
struct ShrinkCase: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var replaced: [(String, String)]
    var findings = ""

    init(_ description: String, _ replaced: [(String, String)], _ findings: String = "") {
        testDescription = description
        self.replaced = replaced
        self.findings = findings
    }

    private static let hint =
        "  hint: if it is meant, reload with --allow-shrink, or set 'guard: off' in the "
        + "configuration\n"

    private static let seller =
        "  10 |   seller: {apps: [seller], hosts: [seller.example.com, \"*.w.example.com\"]}\n"
        + "     |   ^\n"

    static let all = [
        ShrinkCase("nothing", []),
        ShrinkCase("a further host and app", [("hosts: [a", "hosts: [z.example.com, a")]),
        ShrinkCase("other rules", [("[/buy/*]", "[/sell/*, /x]")]),
        ShrinkCase("a host that a wildcard answers for now", [("a.w.example.com, ", "")]),
        ShrinkCase(
            "apps of hosts that a wildcard answers for now, under their own names",
            [
                ("a.w.example.com, \"*.w.example.com\"]", "\"*.other.example.com\"]"),
                ("hosts: [seller.example.com]", "hosts: [seller.example.com, \"*.w.example.com\"]"),
            ],
            ["applinks", "webcredentials"].map { service in
                "aasa.yaml:10:3: error: the reload would take the app 'ABCDE12345.com.example.shop' "
                    + "from '\(service)' of 'a.w.example.com', '*.w.example.com' [guard-app-lost]\n"
                    + seller + hint
            }.joined()
                + "aasa.yaml:10:3: error: the reload would take the app "
                + "'ABCDE12345.com.example.keys' from 'webcredentials' of 'a.w.example.com', "
                + "'*.w.example.com' [guard-app-lost]\n" + seller + hint),
        ShrinkCase("a host that was not served", [("off.example.com", "none.example.com")]),
        ShrinkCase(
            "hosts that are gone or disabled",
            [
                ("hosts: [a.example.com, b", "hosts: [b"),
                ("staging: {apps", "staging: {enabled: false, apps"),
            ],
            "aasa.yaml: error: the reload would no longer serve 'a.example.com', "
                + "'staging.example.com' [guard-host-lost]\n" + hint),
        ShrinkCase(
            "an app that is gone from some hosts",
            [("apps: [shop, keys]", "apps: [shop]")],
            "aasa.yaml:6:3: error: the reload would take the app 'ABCDE12345.com.example.keys' "
                + "from 'webcredentials' of 'a.example.com', 'b.example.com', 'w.example.com' and "
                + "2 more hosts [guard-app-lost]\n"
                + "  6 |   production:\n    |   ^\n" + hint),
        ShrinkCase(
            "an app whose services shrink",
            [("[applinks, webcredentials]", "[applinks]")],
            "aasa.yaml:6:3: error: the reload would take the app 'ABCDE12345.com.example.shop' "
                + "from 'webcredentials' of 'a.example.com', 'b.example.com', 'w.example.com' and "
                + "3 more hosts [guard-app-lost]\n"
                + "  6 |   production:\n    |   ^\n" + hint),
        ShrinkCase(
            "a document that claims nothing any more",
            [("apps: [seller]", "apps: [{app: seller, rules: []}]")],
            "aasa.yaml:10:3: error: the reload would leave no link and no service to "
                + "'seller.example.com' [guard-document-empty]\n"
                + "  10 |   seller: {apps: [{app: seller, rules: []}], hosts: [seller.example.com]}"
                + "\n     |   ^\n" + hint),
    ]
}

struct `The guard of a reload` {
    private static let base = """
        apps:
          shop: {id: ABCDE12345.com.example.shop, rules: [/buy/*], services: [applinks, webcredentials]}
          keys: {id: ABCDE12345.com.example.keys, services: [webcredentials]}
          seller: {id: ABCDE12345.com.example.seller, rules: [/seller/*]}
        environments:
          production:
            apps: [shop, keys]
            hosts: [a.example.com, b.example.com, w.example.com, a.w.example.com, "*.w.example.com"]
          staging: {apps: [shop], hosts: [staging.example.com]}
          seller: {apps: [seller], hosts: [seller.example.com]}
          off: {enabled: false, apps: [shop], hosts: [off.example.com]}
        """

    private static func snapshot(_ text: String) throws -> Snapshot {
        let loaded = ConfigurationLoader(
            files: MemoryConfigurationFiles(["aasa.yaml": text]), environment: { _ in nil }
        ).load(path: "aasa.yaml")
        let build = SnapshotBuilder(certificates: .none, nowMilliseconds: { Building.now })
            .build(loaded)
        return try #require(build.snapshot, "\(DiagnosticText().text(for: build.findings))")
    }

    @Test(arguments: ShrinkCase.all)
    func `finds what would be lost`(_ item: ShrinkCase) throws {
        var text = Self.base
        for (old, new) in item.replaced {
            #expect(text.contains(old))
            text = text.replacing(old, with: new)
        }
        let findings = ShrinkGuard.findings(
            old: try Self.snapshot(Self.base), new: try Self.snapshot(text))
        #expect(DiagnosticText().text(for: findings) == item.findings)
    }
}
