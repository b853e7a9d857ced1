import Diagnostics
import SiteAssociation
import TestSupport
import Testing

@testable import Configuration

/// Files that differ in little become one table of tenants.
struct `The import of files of tenants` {
    private static func document(_ id: String, _ rules: [String], more: [String] = []) -> String {
        let components = rules.map { #"{"/":"\#($0)"}"# }.joined(separator: ",")
        let entries = [#"{"appIDs":["\#(id)"],"components":[\#(components)]}"#] + more
        return #"{"applinks":{"details":[\#(entries.joined(separator: ","))]}}"#
    }

    private static func sources(
        _ files: [(host: String, text: String)]
    ) throws -> [ImportSource] {
        try files.map { host, text in
            let file = SourceFile(name: "\(host).json", bytes: Array(text.utf8))
            return ImportSource(
                file: file, document: try #require(Document.read(file).document), hosts: [host])
        }
    }

    private static func made(
        _ files: [(host: String, text: String)], tableStem: String? = nil
    ) throws -> ConfigurationImport {
        let result = ConfigurationImport(try sources(files), tableStem: tableStem)
        #expect(result.findings.map(\.message) == [])
        #expect(result.isFaithful)
        return result
    }

    private static let labels = ["north", "south", "east", "west"]

    /// The configuration without the comment at its beginning.
    private static func body(_ result: ConfigurationImport) -> String {
        String(result.text.drop { $0 != "\n" }.split(separator: "\n\n", maxSplits: 1).last ?? "")
    }

    @Test func `keeps the table when another file cannot be carried over whole`() throws {
        let files = Self.labels.map {
            ("\($0).example.com", Self.document("ABCDE12345.com.example.\($0)", ["/t/\($0)/*"]))
        }
        let odd = ("odd.example.com", Self.document("ABCDE12345.com/odd", ["/t/*"]))
        let result = ConfigurationImport(try Self.sources(files + [odd]), tableStem: "made")
        #expect(result.findings.map(\.id) == ["import-app-id-bundle", "import-differs"])
        #expect(!result.isFaithful)
        #expect(result.tables.map(\.text) == ["name\nnorth\nsouth\neast\nwest\n"])
    }

    @Test func `takes words of all languages as values where URLs are decoded`() throws {
        let words = ["Köln", "Łódź", "Århus", "東京"]
        let result = try Self.made(
            zip(Self.labels, words).map { label, word in
                let rule = #"{"/":"/stadt/\#(word)/*","percentEncoded":false}"#
                let entry =
                    #"{"appIDs":["ABCDE12345.com.example.shop"],"components":[\#(rule)]}"#
                return ("\(label).example.com", #"{"applinks":{"details":[\#(entry)]}}"#)
            }, tableStem: "made")
        #expect(
            result.tables.map(\.text) == [
                "name,word\nnorth,Köln\nsouth,Łódź\neast,Århus\nwest,東京\n"
            ])
    }

    @Test func `finds the label of the host in identifiers and rules`() throws {
        let wallet = #"{"appIDs":["ABCDE12345.com.example.wallet"],"components":[{"/":"/pay/*"}]}"#
        let result = try Self.made(
            Self.labels.map {
                (
                    "\($0).example.com",
                    Self.document(
                        "ABCDE12345.com.example.\($0)", ["/t/\($0)/*", "/{x}/*", "/my-\($0)?"],
                        more: [wallet])
                )
            })
        #expect(
            Self.body(result) == """
                apps:
                  tenant-app:
                    id: "ABCDE12345.com.example.{name}"
                    rules:
                      - "/t/{name}/*"
                      - "/{{x}}/*"
                      - "/my-{name}?"
                  wallet:
                    id: ABCDE12345.com.example.wallet
                    rules:
                      - /pay/*

                tenants:
                  tenants:
                    rows:
                      - {name: north}
                      - {name: south}
                      - {name: east}
                      - {name: west}

                environments:
                  production:
                    tenants: tenants
                    apps:
                      - tenant-app
                      - wallet
                    hosts:
                      - "{name}.example.com"

                """)
    }

    @Test func `keeps texts apart that only look alike`() throws {
        let isDecomposed = [false, false, true, true]
        let result = try Self.made(
            zip(Self.labels, isDecomposed).map { label, isDecomposed in
                let comment = isDecomposed ? "cafe\u{301}" : "caf\u{E9}"
                let rule = #"{"/":"/x/*","comment":"\#(comment)"}"#
                let entry = #"{"appIDs":["ABCDE12345.com.\#(label)"],"components":[\#(rule)]}"#
                return ("\(label).example.com", #"{"applinks":{"details":[\#(entry)]}}"#)
            })
        let configuration = try #require(Loading.load(result.text).configuration)
        let accents = try Self.labels.map { label in
            let host = try #require(
                configuration.hosts.first { $0.pattern == "\(label).example.com" })
            let bytes = configuration.documents.encoded(host.document)
            return String(decoding: bytes, as: UTF8.self).unicodeScalars.contains("\u{301}")
        }
        #expect(accents == isDecomposed)
    }

    @Test func `writes what differs to a table beside the configuration`() throws {
        let result = try Self.made(
            Self.labels.enumerated().map { index, label in
                (
                    index == 1 ? "shop.south.example" : "\(label).example.com",
                    Self.document("TEAM00000\(index).com.own\(index).app", ["/x/*"])
                )
            } + [("w.example.com", Self.document("TEAM000009.org.w", ["/x/*"]))],
            tableStem: "made")
        #expect(result.tables.map(\.name) == ["made-tenants.csv"])
        #expect(
            result.tables.map(\.text) == [
                """
                name,team,bundle
                north,TEAM000000,com.own0.app
                east,TEAM000002,com.own2.app
                west,TEAM000003,com.own3.app
                w,TEAM000009,org.w

                """
            ])
        #expect(result.text.contains("    file: made-tenants.csv\n"))
        #expect(result.text.contains("      - \"{name}.example.com\"\n"))
        #expect(result.text.contains("      - shop.south.example\n"))
    }

    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let files: [(host: String, text: String)]
        /// The columns of each table.
        let columns: [[String]]
        /// How many environments without a table are left.
        let rest: Int
    }

    static let cases = [
        Case(
            testDescription: "three files are too few",
            files: labels.prefix(3).map {
                ("\($0).example.com", document("ABCDE12345.com.\($0)", ["/x"]))
            }, columns: [], rest: 3),
        Case(
            testDescription: "a host that says something else stays by itself",
            files: labels.map {
                ("\($0).example.com", document("ABCDE12345.com.\($0)", ["/x"]))
            } + [("odd.example.com", document("ABCDE12345.com.odd", ["/y"]))],
            columns: [["name"]], rest: 1),
        Case(
            testDescription: "two sorts of sites are two tables",
            files: labels.flatMap { label in
                [
                    ("\(label).a.example.com", document("ABCDE12345.a.\(label)", ["/a/*"])),
                    ("\(label).b.example.com", document("ABCDE12345.b.\(label)", ["/b/*"])),
                ]
            }, columns: [["name"], ["name"]], rest: 0),
        Case(
            testDescription: "hosts without a domain in common are columns as a whole",
            files: labels.map { ("www.\($0).example", document("ABCDE12345.com.\($0)", ["/x"])) },
            columns: [["host", "bundle"]], rest: 0),
        Case(
            testDescription: "comments and labels that are no host's",
            files: labels.enumerated().map { index, label in
                (
                    "h\(index).example.com",
                    #"{"applinks":{"details":[{"appIDs":["ABCDE12345.a"],"components":[{"#
                        + #""/":"/\#(label)/*","comment":"a, \"\#(index * 7)\", é","#
                        + #""?":{"q":"\#(label)"}}]}]}}"#
                )
            }, columns: [["name", "word", "comment"]], rest: 0),
        Case(
            testDescription: "wildcards in the place of a label cannot be values",
            files: labels.map {
                ("\($0).example.com", document("ABCDE12345.a", ["/\($0)*", "/*\($0)/?"]))
            }, columns: [["name"]], rest: 0),
        Case(
            testDescription: "values of variables that differ are columns, also where few do",
            files: labels.enumerated().map { index, label in
                (
                    "\(label).example.com",
                    #"{"applinks":{"substitutionVariables":{"city":["c\#(index)-x","all*"],"#
                        + #""kind":["k\#(index / 2)"]},"details":[{"appIDs":["ABCDE12345.a"],"#
                        + #""components":[{"/":"/$(city)/$(kind)/*"}]}]}}"#
                )
            }, columns: [["name", "city", "kind"]], rest: 0),
        Case(
            testDescription: "a file that no table can hold does not keep the others from it",
            files: labels.enumerated().map { index, label in
                (
                    "\(label).example.com",
                    #"{"applinks":{"details":[{"appIDs":["ABCDE12345.a"],"components":["#
                        + #"{"/":"/x","comment":"number \#(index)"}]}]}}"#
                )
            } + [
                (
                    "odd.example.com",
                    #"{"applinks":{"details":[{"appIDs":["ABCDE12345.a"],"components":["#
                        + #"{"/":"/x","comment":"two\nlines"}]}]}}"#
                ),
                (
                    "none.example.com",
                    #"{"applinks":{"details":[{"appIDs":["ABCDE12345.a"],"components":["#
                        + #"{"/":"/x","comment":""}]}]}}"#
                ),
            ], columns: [["name", "comment"]], rest: 2),
        Case(
            testDescription: "many hosts of one document do not keep other documents from a table",
            files: labels.map { ("\($0).example.com", document("ABCDE12345.\($0)", ["/x"])) }
                + (0..<9).map { ("h\($0).example.com", document("ABCDE12345.many", ["/x"])) },
            columns: [["name"]], rest: 1),
        Case(
            testDescription: "equal documents of many hosts are one environment",
            files: (0..<9).map { ("h\($0).example.com", document("ABCDE12345.a", ["/x"])) },
            columns: [], rest: 1),
    ]

    @Test(arguments: cases)
    func `makes tables only of files of one kind`(_ item: Case) throws {
        let result = try Self.made(item.files, tableStem: "t")
        let columns = result.tables.map { table in
            table.text.split(separator: "\n")[0].split(separator: ",").map(String.init)
        }
        #expect(columns == item.columns)
        var files = ["aasa.yaml": result.text]
        for table in result.tables { files[table.name] = table.text }
        let configuration = try #require(Loading.load(files).configuration)
        #expect(configuration.environments.count == item.columns.count + item.rest)
        for (host, text) in item.files {
            let entry = try #require(configuration.hosts.first { $0.pattern == host })
            let diff = DocumentDiff(
                old: try #require(
                    Document.read(SourceFile(name: host, bytes: Array(text.utf8))).document),
                new: Document(configuration.documents[entry.document]))
            #expect(diff.isSameMeaning, "\(host): \(diff.text)")
        }
    }

    @Test func `goes back to environments where a value would be no value`() throws {
        // A comment that a table cannot hold; every file is carried over nevertheless.
        let files = Self.labels.enumerated().map { index, label in
            (
                "\(label).example.com",
                #"{"applinks":{"details":[{"appIDs":["ABCDE12345.a"],"components":["#
                    + #"{"/":"/x","comment":"\#(index)\nbelow"}]}]}}"#
            )
        }
        let result = try Self.made(files)
        #expect(!result.text.contains("tenants:"))
        #expect(result.text.contains("    hosts:\n      - north.example.com\n"))
    }

    @Test func `carries over templates that were made at random`() throws {
        var random = SeededGenerator(seed: 61)
        for _ in 0..<10 {
            let association = RandomDocuments.association(
                &random, of: ["ABCDE12345.com.example.LABEL", "ABCDE12345.com.example.fixed"])
            let text = String(decoding: association.encoded(), as: UTF8.self)
            let sources = try (0..<6).map { index in
                let file = SourceFile(
                    name: "\(index).json",
                    bytes: Array(text.replacing("LABEL", with: "t\(index)").utf8))
                return ImportSource(
                    file: file, document: try #require(Document.read(file).document),
                    hosts: ["t\(index).example.com"])
            }
            let result = ConfigurationImport(sources, tableStem: "t")
            let isFaithful = result.isFaithful
            #expect(isFaithful, "\(text)")
        }
    }
}
