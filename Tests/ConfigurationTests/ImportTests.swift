import Diagnostics
import Foundation
import SiteAssociation
import Testing

@testable import Configuration

/// Association files that become one configuration, and what of them is told.
struct ImportCase: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var files: [String]
    var findings = ""
    var isFaithful = true

    init(_ description: String, _ files: [String], findings: String = "", isFaithful: Bool = true) {
        testDescription = description
        self.files = files
        self.findings = findings
        self.isFaithful = isFaithful
    }

    private static let longWord = String(repeating: "x", count: 60)

    /// A file whose only app has these components.
    static func components(_ text: String, more: String = "") -> String {
        #"{"applinks":{\#(more)"details":[{"appIDs":["ABCDE12345.com.example.shop"],"components":["#
            + text + "]}]}}"
    }

    static let all = [
        ImportCase(
            "paths that a configuration completes",
            [components(#"{"/":"buy/*"},{"/":""},{"/":"?"},{"/":"?b"},{"/":"$(digit)"},{}"#)]),
        ImportCase(
            "texts that mean something in YAML or to the loader",
            [
                components(
                    ##"{"/":"/${HOME}/$${x}","comment":"a: b # c\n\"\\é\u0007"},{"#":"*","?":"&y"},"##
                        + ##"{"?":{"a":"no","~":"","k: v":"- 1","é":"{"},"#":"null"},{"/":"/ x "},"##
                        + ##"{"/":"/t\t","exclude":true},{"/":"NOT /x"},{"#":"12"},{"#":" "}"##)
            ]),
        ImportCase(
            "flags, defaults and variables",
            [
                components(
                    #"{"/":"/$(food)/*","caseSensitive":false},{"/":"/x","percentEncoded":false}"#,
                    more: #""defaults":{"caseSensitive":false,"/":"/q"},"#
                        + #""substitutionVariables":{"food":["a","b*"],"unused":["c"]},"#),
                components(
                    #"{"/":"/$(food)/*"},{"?":{"f":"$(food)$(lang)"}}"#,
                    more: #""substitutionVariables":{"food":["c"]},"#),
            ]),
        ImportCase(
            "services, clips and apps without links",
            [
                """
                {"webcredentials":{"apps":["ABCDE12345.com.example.a","ABCDE12345.com.example.b"]},
                 "appclips":{"apps":["ABCDE12345.com.example.a.Clip","ABCDE12345.com.other.x.Clip",
                   "ABCDE12345.y"]},
                 "applinks":{"details":{"ABCDE12345.com.example.b":{"paths":["NOT /a","*"]}}}}
                """,
                #"{"activitycontinuation":{"apps":["ABCDE12345.com.example.a"]}}"#,
                #"{"applinks":{"details":[{"appID":"ABCDE12345.com.example.a"}]}}"#,
                #"{"applinks":{"apps":[],"details":[{"appID":"ABCDE12345.com.example.a","paths":[]}]}}"#,
                "{}",
            ]),
        ImportCase(
            "rules that match nothing",
            [
                components(
                    #"{"/":"x"},{"/":"/$(unknown)"},{"/":"/$(open"},{"/":"/$(none)"},{"/":"/ok"},"#
                        + ##"{"#":"\##(String(repeating: "*-", count: 65))"}"##,
                    more: #""substitutionVariables":{"none":[]},"#)
            ],
            findings: """
                0.json: warning: the rule with 'x' is left out: it matches no path \
                [import-rule-without-effect]
                0.json: warning: the rule with '/$(unknown)' is left out: it names the unknown \
                variable 'unknown' and matches nothing [import-rule-without-effect]
                0.json: warning: the rule with '/$(open' is left out: it has a '$(' without ')' and \
                matches nothing [import-rule-without-effect]
                0.json: warning: the rule with '/$(none)' is left out: it names 'none', which has \
                no value, and matches nothing [import-rule-without-effect]
                0.json: warning: the rule with \
                '*-*-*-*-*-*-*-*-*-*-*-*-*-*-*-*-*-*-*-*-*-*-*-*-*-*-*-*-*-*-…' is left out: it has \
                too many wildcards and matches nothing [import-rule-without-effect]

                """),
        ImportCase(
            "a document that no device reads",
            [
                components(
                    (0..<2_000).map { #"{"/":"/\#($0)/\#(longWord)"}"# }.joined(separator: ","))
            ],
            findings: """
                0.json: error: the document of this file has 148974 bytes, over the limit of 131072 \
                [import-document-too-large]
                  hint: no device reads it, and no server starts with it; leave out rules

                """, isFaithful: false),
        ImportCase(
            "prefixes that are not ten characters",
            [
                #"{"applinks":{"details":[{"appIDs":["703429621.com.example.a"],"components":[]}]},"#
                    + #""webcredentials":{"apps":["703429621.com.example.a","ABCD1.com.example.b"]}}"#
            ],
            findings: """
                0.json: warning: the prefix '703429621' is not ten characters A-Z and 0-9 \
                [app-id-unusual-prefix]
                  hint: Apple's devices know a prefix by its ten characters
                0.json: warning: the prefix 'ABCD1' is not ten characters A-Z and 0-9 \
                [app-id-unusual-prefix]
                  hint: Apple's devices know a prefix by its ten characters

                """),
        ImportCase(
            "app identifiers that no configuration takes",
            [
                #"{"applinks":{"details":[{"appIDs":["TEAMID.com.x","ABCDE12345.com.y"],"components":[]}]}}"#
            ],
            findings: """
                0.json: error: app identifier 'TEAMID.com.x' holds a placeholder, so the app is \
                left out [import-app-id-placeholder]
                  hint: write the prefix of the developer account
                0.json: warning: the configuration differs from this file: 1 app lost \
                [import-differs]
                note: app TEAMID.com.x (lost)

                """, isFaithful: false),
    ]
}

struct `The import of association files` {
    private static func source(_ text: String, name: String, hosts: [String]) throws -> ImportSource
    {
        let file = SourceFile(name: name, bytes: Array(text.utf8))
        let (document, findings) = Document.read(file)
        return ImportSource(
            file: file,
            document: try #require(document, "\(DiagnosticText().text(for: findings))"),
            hosts: hosts)
    }

    @Test(arguments: ImportCase.all)
    func `means what the files mean, and tells what it leaves out`(_ item: ImportCase) throws {
        let sources = try item.files.enumerated().map { index, text in
            try Self.source(text, name: "\(index).json", hosts: ["h\(index).example.com"])
        }
        let result = ConfigurationImport(sources)
        let told = result.findings.filter { !$0.id.hasPrefix("match-") }
        #expect(DiagnosticText().text(for: told) == item.findings, "\(result.text)")
        #expect(result.isFaithful == item.isFaithful, "\(result.text)")
    }

    @Test func `names apps, shares lists and keeps comments`() throws {
        func file(_ app: String, _ more: String) -> String {
            #"{"applinks":{"details":[{"appIDs":["ABCDE12345.com.example.\#(app)"],"components":["#
                + #"{"/":"/help/*","exclude":true,"comment":"stays"},{"/":"/buy/*"}]}]\#(more)}}"#
        }
        let shop = file("shop", "")
        let result = ConfigurationImport([
            try Self.source(shop, name: "a", hosts: ["shop.example.com", "*.shop.example.com"]),
            try Self.source(shop, name: "b", hosts: ["WWW.example.com"]),
            try Self.source(file("app.beta", ""), name: "c", hosts: ["beta.example.com"]),
            try Self.source(file("old.shop", ""), name: "d", hosts: ["old.example.com"]),
        ])
        #expect(
            result.text == """
                # Made of association files. Before it can be served it needs certificates:
                #
                # tls:
                #   certificates: [tls/*.pem]

                apps:
                  shop:
                    id: ABCDE12345.com.example.shop
                    rules: [shop-links]
                  app-beta:
                    id: ABCDE12345.com.example.app.beta
                    rules: [shop-links]
                  old-shop:
                    id: ABCDE12345.com.example.old.shop
                    rules: [shop-links]

                rules:
                  shop-links:
                    - path: /help/*
                      exclude: true
                      comment: stays
                    - /buy/*

                environments:
                  shop.example.com:
                    apps:
                      - shop
                    hosts:
                      - shop.example.com
                      - "*.shop.example.com"
                      - www.example.com
                  beta.example.com:
                    apps:
                      - app-beta
                    hosts:
                      - beta.example.com
                  old.example.com:
                    apps:
                      - old-shop
                    hosts:
                      - old.example.com

                """)
        #expect(result.findings.isEmpty)
        #expect(result.isFaithful)
    }

    @Test func `gives an app other rules on another host`() throws {
        let result = ConfigurationImport([
            try Self.source(
                ImportCase.components(#"{"/":"/a/*"}"#), name: "a", hosts: ["a.example.com"]),
            try Self.source(
                ImportCase.components(#"{"/":"/b/*"}"#), name: "b", hosts: ["b.example.com"]),
        ])
        #expect(result.isFaithful)
        #expect(
            result.text.contains(
                """
                  b.example.com:
                    apps:
                      - app: shop
                        rules:
                          - /b/*

                """))
    }

    @Test func `refuses a second file for a host, and hosts that are none`() throws {
        let text = ImportCase.components(#"{"/":"/a/*"}"#)
        let other = ImportCase.components(#"{"/":"/b/*"}"#)
        let result = ConfigurationImport([
            try Self.source(text, name: "a", hosts: ["a.example.com"]),
            try Self.source(other, name: "b", hosts: ["A.example.com", "10.0.0.1"]),
        ])
        #expect(
            DiagnosticText().text(for: result.findings) == """
                b: error: the host 'a.example.com' has two files that differ, and the other one \
                counts [import-host-twice]
                  hint: remove one; of a site's two files Apple takes the one in .well-known
                a: note: the other one is here
                b: error: the host '10.0.0.1' is an IP address [import-host]
                  hint: Apple asks hosts by name

                """)
        #expect(!result.isFaithful)
    }

    @Test func `takes two files of a host that mean the same for one`() throws {
        let rule = #"{"/":"/a/*"}"#
        let result = ConfigurationImport([
            try Self.source(ImportCase.components(rule), name: "a", hosts: ["a.example.com"]),
            try Self.source(
                ImportCase.components(rule + "," + rule), name: "b", hosts: ["a.example.com"]),
        ])
        #expect(result.findings.isEmpty)
        #expect(result.isFaithful)
        #expect(result.text.hasSuffix("    hosts:\n      - a.example.com\n"))
    }

    @Test func `leaves out the hosts of files that hold no object`() throws {
        let result = ConfigurationImport([
            try Self.source("[]", name: "a", hosts: ["a.example.com"]),
            try Self.source(#""x""#, name: "b", hosts: ["b.example.com", "c.example.com"]),
        ])
        #expect(
            DiagnosticText().text(for: result.findings) == """
                a:1:1: error: an array is no association, so 'a.example.com' is left out \
                [import-not-an-object]
                  1 | []
                    | ^
                  hint: Android's assetlinks.json is an array; the association is another file
                b:1:1: error: a string is no association, so 'b.example.com', 'c.example.com' is \
                left out [import-not-an-object]
                  1 | "x"
                    | ^
                  hint: an association that claims nothing is {}

                """)
        #expect(!result.isFaithful)
        #expect(result.text.hasSuffix("\nenvironments: {}\n"))
    }

    @Test(arguments: [
        ("sites/shop.example.com.json", "shop.example.com"),
        ("shop.example.com", "shop.example.com"),
        ("a/shop.example.com/apple-app-site-association", "shop.example.com"),
        ("a/shop.example.com/.well-known/apple-app-site-association", "shop.example.com"),
        ("a/shop.example.com/apple-app-site-association.json", "shop.example.com"),
        ("_wildcard.example.com", "*.example.com"), ("001.json", nil), ("", nil),
        ("apple-app-site-association", nil), (".well-known/apple-app-site-association", nil),
        ("shop.example.com.json.bak", nil), ("shop.example.com.json~", nil),
        ("shop.example.com.aasa", nil), ("apple-app-site-association.example.com", nil),
    ])
    func `takes the host from the path`(path: String, host: String?) {
        #expect(ImportSource.host(ofPath: path) == host)
    }

    @Test(arguments: [
        ("shop.example.com/public/.well-known/apple-app-site-association", "shop.example.com"),
        ("shop.example.com/www/html/apple-app-site-association", "shop.example.com"),
        ("a.example.com/b.example.com/apple-app-site-association", "b.example.com"),
        ("_wildcard.example.com/www/apple-app-site-association", "*.example.com"),
        ("shop.example.com.json", "shop.example.com"),
        (".well-known/apple-app-site-association", "sites.example.org"),
        ("public/.well-known/apple-app-site-association", nil), ("readme", nil),
    ])
    func `takes the host of a file from the closest folder that names one`(
        path: String, host: String?
    ) {
        let names = path.split(separator: "/").map(String.init)
        #expect(ImportSource.host(ofFile: names, below: "/srv/sites.example.org") == host)
    }

    // MARK: Real files

    private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()

    private static func files(in folder: URL) -> [URL] {
        let urls = try? FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil)
        return (urls ?? []).filter { $0.pathExtension == "json" }.sorted { $0.path < $1.path }
    }

    @Test func `means what five real files mean`() throws {
        let urls = Self.files(in: Self.tests.appending(path: "EndToEndTests/Fixtures"))
        #expect(urls.count == 5)
        let sources = try urls.map { url in
            try Self.source(
                String(contentsOf: url, encoding: .utf8), name: url.lastPathComponent,
                hosts: ["\(url.deletingPathExtension().lastPathComponent).example.com"])
        }
        let result = ConfigurationImport(sources)
        #expect(result.isFaithful, "\(DiagnosticText().text(for: result.findings))")
    }

    /// Where a collection of files from public use lies, if it is there.
    private static let corpus = tests.deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "shared/corpus/aasa")

    @Test(.enabled(if: !files(in: corpus).isEmpty))
    func `means what each file of a collection means, but for impossible apps`() throws {
        var count = 0
        for url in Self.files(in: Self.corpus) {
            let file = SourceFile(
                name: url.lastPathComponent, bytes: Array(try Data(contentsOf: url)))
            guard let document = Document.read(file).document else { continue }
            count += 1
            let result = ConfigurationImport([
                ImportSource(file: file, document: document, hosts: ["h.example.com"])
            ])
            let hasImpossibleApp = result.findings.contains { $0.id.hasPrefix("import-app-id-") }
            #expect(
                result.isFaithful != hasImpossibleApp,
                "\(DiagnosticText().text(for: result.findings))")
        }
        #expect(count > 200)
    }
}
