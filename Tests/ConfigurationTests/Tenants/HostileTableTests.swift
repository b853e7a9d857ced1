import Configuration
import Testing

/// Tables that nobody means: cut off anywhere, too long, of strange bytes.
struct `Hostile tables of tenants` {
    private static func load(_ bytes: [UInt8], format: String) -> LoadedConfiguration {
        let text = """
            tenants: {shops: {file: t, format: \(format)}}
            apps: {shop: {id: "{team}.{bundle}", rules: ["/t/{slug}/*"]}}
            environments:
              live: {tenants: shops, hosts: ["{slug}.example.com"], apps: [shop]}
            """
        return ConfigurationLoader(
            files: MemoryConfigurationFiles(bytes: ["aasa.yaml": Array(text.utf8), "t": bytes]),
            environment: { _ in nil }
        ).load(path: "aasa.yaml")
    }

    private static let tables = [
        "csv": "slug,team,bundle\r\n\"a\",ABCDE12345,\"com.example.\"\"a\"\n\nb,ABCDE12345,c.b\n",
        "tsv": "slug\tteam\tbundle\na\tABCDE12345\tcom.example.a\n",
        "yaml": "- {slug: a, team: ABCDE12345, bundle: com.example.a}\n- slug: \"b\"\n",
        "jsonl": #"{"slug":"a","team":"ABCDE12345","bundle":"com.example.\u0061"}"# + "\n{}\n",
    ]

    @Test(arguments: tables.keys.sorted())
    func `end in a configuration or an error when they are cut off anywhere`(
        _ format: String
    ) throws {
        let bytes = Array(try #require(Self.tables[format]).utf8)
        for end in 0...bytes.count {
            for tail in [[], [0], [0xFF], [0x22], [0x0D]] as [[UInt8]] {
                let loaded = Self.load(Array(bytes[..<end]) + tail, format: format)
                let hasError = loaded.findings.contains { $0.severity == .error }
                #expect((loaded.configuration == nil) == hasError)
            }
        }
    }

    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let text: String
        var format = "csv"
        let finding: String
    }

    private static let head = "slug,team,bundle\n"

    static let cases = [
        Case(
            testDescription: "a workbook", text: "PK\u{3}\u{4}\u{14}\u{0}\u{6}\u{0}",
            finding: "t:1:1: the table is no text in UTF-8 [tenants-encoding]"),
        Case(
            testDescription: "JSON lines in UTF-16", text: "{\u{0}}\u{0}\n\u{0}{\u{0}}\u{0}\n\u{0}",
            format: "jsonl", finding: "t:1:1: the table is no text in UTF-8 [tenants-encoding]"),
        Case(
            testDescription: "too many columns",
            text: (0..<300).map { "c\($0)" }.joined(separator: ","),
            finding: "t:1:1171: a table has at most 256 columns [tenant-limit]"),
        Case(
            testDescription: "a long value",
            text: head + "a,ABCDE12345,\(String(repeating: "b", count: 4_097))\n",
            finding: "t:2:14: a value has at most 4096 bytes [tenant-limit]"),
        Case(
            testDescription: "a lone carriage return", text: head + "a\rb,ABCDE12345,c\n",
            finding: "t:2:2: a carriage return stands only before a line feed [csv-line]"),
        Case(
            testDescription: "text behind a closing quote", text: head + "\"ü\"b,ABCDE12345,c\n",
            finding: "t:2:4: only a separator or the end of the line follows a closing quote "
                + "[csv-quote]"),
        Case(
            testDescription: "no header", text: "\n\n",
            finding: "t:1:1: the table has no line that names its columns [tenants-empty]"),
        Case(
            testDescription: "a control character", text: head + "a\u{1},ABCDE12345,c\n",
            finding: "t:2:1: a value holds a control character [tenant-value-control]"),
        Case(
            testDescription: "many columns of JSON lines",
            text: "{" + (0..<300).map { "\"c\($0)\":1" }.joined(separator: ",") + "}",
            format: "jsonl", finding: "t:1:2196: a table has at most 256 columns [tenant-limit]"),
        Case(
            testDescription: "deep JSON", text: String(repeating: "[", count: 5_000),
            format: "jsonl", finding: ""),
    ]

    @Test(arguments: cases)
    func `are refused with the place of the first fault`(_ item: Case) throws {
        let loaded = Self.load(Array(item.text.utf8), format: item.format)
        let finding = try #require(loaded.findings.first { $0.severity == .error })
        let place = try #require(finding.location).description
        #expect(loaded.configuration == nil)
        if item.finding.isEmpty {
            #expect(place.hasPrefix("t:1:"))
        } else {
            #expect("\(place): \(finding.message) [\(finding.id)]" == item.finding)
        }
    }

    @Test func `of bytes that are not UTF-8 are refused`() throws {
        let bytes = Array(Self.head.utf8) + [0x61, 0xFF, 0x2C, 0x41, 0x2C, 0x62, 0x0A]
        let finding = try #require(Self.load(bytes, format: "csv").findings.first)
        #expect(finding.id == "tenant-value-encoding")
        #expect(finding.location?.description == "t:2:1")
    }
}
