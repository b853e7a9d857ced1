import Doctor
import Foundation
import FoundationXML
import HTTP
import HTTPClient
import SiteAssociation
import Testing

/// Reports on hosts of every kind, for the formats that machines read.
private enum Reports {
    static let all: [HostReport] = {
        var odd = SampleHost.answering(
            SampleHost.answer(
                301,
                [
                    Field("Location", "https://a.test/?<\"'&>\u{1}\u{FFFE}\u{20AC}"),
                    Field("Server", "é"),
                ],
                body: "]]>"))
        odd.target = ProbeTarget("odd.example.com", port: 8443)
        var missing = HostObservations(
            ProbeTarget("away.example.com"), nowSeconds: SampleHost.now,
            addresses: .failed("temporary failure"))
        missing.cdn = CDNCopy(url: "https://cdn.test/", status: 404)
        let mistaken = SampleHost.answering(
            SampleHost.answer(
                body: #"{"applinks":{"details":[{"appIDs":["com.example"],"components":[]}]}}"#))
        return [SampleHost.seen, odd, missing, mistaken].map { Examination.report(on: $0) }
    }()

    static func text(_ format: ReportFormat) -> String {
        var writer = format.writer(hosts: all.count)
        var summary = ReportSummary()
        var text = writer.opening
        for report in all {
            summary.add(report)
            text += writer.text(for: report)
        }
        return text + writer.closing(summary)
    }
}

/// What the standard says of SARIF 2.1.0, as far as the doctor uses it.
struct `A report in SARIF` {
    /// The properties that the standard has for each object; there may be no others.
    static let properties: [String: Set<String>] = [
        "log": ["$schema", "version", "runs"],
        "run": ["tool", "results", "columnKind", "invocations"],
        "tool": ["driver", "extensions"],
        "driver": ["name", "version", "informationUri", "rules"],
        "rule": [
            "id", "name", "shortDescription", "fullDescription", "help", "helpUri",
            "defaultConfiguration",
        ],
        "configuration": ["level", "enabled", "rank"],
        "text": ["text", "markdown"],
        "result": ["ruleId", "ruleIndex", "kind", "level", "message", "locations"],
        "location": ["physicalLocation", "message"],
        "physical": ["artifactLocation", "region"],
        "artifact": ["uri", "uriBaseId", "index"],
    ]
    static let levels: Set = ["none", "note", "warning", "error"]

    func object(_ value: Any?, _ kind: String) throws -> [String: Any] {
        let object = try #require(value as? [String: Any], "\(kind)")
        #expect(Set(object.keys).subtracting(Self.properties[kind] ?? []) == [], "\(kind)")
        return object
    }

    func expectText(_ value: Any?) throws {
        let text = try object(value, "text")["text"] as? String
        #expect(text?.isEmpty == false)
    }

    func run() throws -> [String: Any] {
        let data = Data(Reports.text(.sarif).utf8)
        let log = try object(JSONSerialization.jsonObject(with: data), "log")
        #expect(log["version"] as? String == "2.1.0")
        #expect(log["$schema"] as? String == "https://json.schemastore.org/sarif-2.1.0.json")
        let runs = try #require(log["runs"] as? [Any])
        #expect(runs.count == 1)
        return try object(runs.first, "run")
    }

    func rules() throws -> [String] {
        let driver = try object(object(run()["tool"], "tool")["driver"], "driver")
        #expect(driver["name"] as? String == "aasa-origin doctor")
        return try #require(driver["rules"] as? [Any]).map { value in
            let rule = try object(value, "rule")
            for key in ["shortDescription", "fullDescription", "help"] {
                try expectText(rule[key])
            }
            let level = try object(rule["defaultConfiguration"], "configuration")["level"]
            #expect(try Self.levels.contains(#require(level as? String)))
            return try #require(rule["id"] as? String)
        }
    }

    @Test func `explains each finding and each mistake of a file once`() throws {
        let ids = try rules()
        #expect(
            ids == FindingRules.all.map(\.id) + LintRules.all.map { $0.id } + ["not-looked-at"])
        #expect(Set(ids).count == ids.count)
    }

    @Test func `has results with a rule, a level, a text and an absolute place`() throws {
        let rules = Set(try rules())
        let results = try #require(run()["results"] as? [Any])
        var ids: Set<String> = []
        for value in results {
            let result = try object(value, "result")
            let id = try #require(result["ruleId"] as? String)
            ids.insert(id)
            #expect(rules.contains(id), "\(id)")
            #expect(try Self.levels.contains(#require(result["level"] as? String)))
            try expectText(result["message"])
            let locations = try #require(result["locations"] as? [Any])
            #expect(locations.count == 1)
            let place = try object(
                object(locations.first, "location")["physicalLocation"], "physical")
            let uri = try #require(object(place["artifactLocation"], "artifact")["uri"] as? String)
            #expect(URL(string: uri)?.scheme == "https")
        }
        #expect(ids.isSuperset(of: ["redirect", "not-looked-at", "app-id-without-prefix"]))
    }

    @Test func `is whole without any host and with hosts that are fine`() throws {
        let writer = ReportFormat.sarif.writer(hosts: 0)
        let text = writer.opening + writer.closing(ReportSummary())
        let log = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        let run = (log?["runs"] as? [[String: Any]])?.first
        #expect((run?["results"] as? [Any])?.count == 0)
    }
}

/// Collects what a file of JUnit has: suites, and the cases in them.
private final class JUnitReader: NSObject, XMLParserDelegate {
    struct Suite {
        var attributes: [String: String]
        var cases: [[String: String]] = []
        var outcomes: [String: Int] = [:]
    }

    private(set) var suites: [Suite] = []
    private(set) var faults: [String] = []
    private var parents: [String] = []

    /// Which element stands in which, and the attributes that it has to have.
    private static let grammar: [String: (parent: String?, attributes: [String])] = [
        "testsuites": (nil, ["name"]),
        "testsuite": ("testsuites", ["name", "tests", "failures", "errors"]),
        "testcase": ("testsuite", ["name", "classname"]),
        "failure": ("testcase", ["type", "message"]),
        "error": ("testcase", ["type", "message"]),
    ]

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
        qualifiedName: String?, attributes: [String: String] = [:]
    ) {
        let expected = Self.grammar[name]
        if expected == nil || expected?.parent != parents.last
            || Set(attributes.keys) != Set(expected?.attributes ?? [])
        {
            faults.append("\(name) in \(parents.last ?? "nothing"): \(attributes)")
        }
        parents.append(name)
        switch name {
        case "testsuite": suites.append(Suite(attributes: attributes))
        case "testcase": suites[suites.count - 1].cases.append(attributes)
        case "failure", "error": suites[suites.count - 1].outcomes[name, default: 0] += 1
        default: break
        }
    }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
        qualifiedName: String?
    ) { parents.removeLast() }
}

struct `A report in the XML of JUnit` {
    @Test func `has a suite for each host, which counts its cases`() throws {
        let parser = XMLParser(data: Data(Reports.text(.junit).utf8))
        let reader = JUnitReader()
        parser.delegate = reader
        #expect(parser.parse(), "\(String(describing: parser.parserError))")
        #expect(reader.faults == [])
        #expect(
            reader.suites.map { $0.attributes["name"] } == Reports.all.map { $0.seen.target.name })
        for suite in reader.suites {
            #expect(suite.attributes["tests"] == "\(suite.cases.count)")
            #expect(suite.attributes["failures"] == "\(suite.outcomes["failure"] ?? 0)")
            #expect(suite.attributes["errors"] == "\(suite.outcomes["error"] ?? 0)")
            #expect(!suite.cases.isEmpty)
        }
        #expect(reader.suites.map { $0.outcomes["error"] ?? 0 } == [0, 0, 1, 0])
    }
}
