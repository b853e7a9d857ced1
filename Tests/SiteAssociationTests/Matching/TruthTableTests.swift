import Diagnostics
import Foundation
import SiteAssociation
import Testing

/// One row of the table of what Apple's client does.
struct TruthCase: CustomTestStringConvertible, Sendable {
    var id: String
    var url: String
    var expected: String
    var standing: String
    var app: String
    var domain: String?
    var document: JSONValue
    var testDescription: String { "\(id) \(url)" }

    static let all: [TruthCase] = {
        let file = Fixture.folder.appending(path: "match-cases.json")
        let bytes = (try? Data(contentsOf: file)).map(Array.init) ?? []
        let table = JSONReader.read(SourceFile(name: "match-cases.json", bytes: bytes)).root
        return (table?["cases"]?.elements ?? []).map(TruthCase.init)
    }()

    private init(_ row: JSONNode) {
        id = row["id"]?.string ?? ""
        url = row["url"]?.string ?? ""
        expected = row["expected"]?.string ?? ""
        standing = row["standing"]?.string ?? ""
        app = row["app"]?.string ?? "ABCDE12345.com.example.app"
        domain = row["domain"]?.string
        document =
            row["file"]?.value
            ?? [
                "applinks": JSONValue(present: [
                    "defaults": row["defaults"]?.value,
                    "substitutionVariables": row["substitutionVariables"]?.value,
                    "details": [
                        ["appID": .string(app), "components": [row["component"]?.value ?? nil]]
                    ],
                ])
            ]
    }
}

struct `Truth table` {
    @Test(arguments: TruthCase.all)
    func `agrees with the matcher`(_ row: TruthCase) throws {
        let source = SourceFile(name: row.id, bytes: row.document.encoded())
        let document = try #require(Document.read(source).document)
        let url = try LinkURL(row.url)
        let decision = LinkMatcher(document).decision(for: url, appID: row.app)
        let isCovered = row.domain.map { AssociatedDomain($0).covers(host: url.host) } ?? true
        #expect((isCovered ? decision.verdict : .none).rawValue == row.expected)
        #expect(LinkMatcher(document).verdict(for: url, appID: row.app) == decision.verdict)
        if row.standing == "contested" {
            #expect(!decision.warnings.isEmpty, "a contested row needs a warning")
        }
        for passed in decision.passedOver {
            #expect(!passed.mismatches.isEmpty, "a rule that is passed over needs a reason")
        }
    }

    @Test func `has all its rows`() {
        #expect(TruthCase.all.count == 169)
        #expect(Set(TruthCase.all.map(\.id)).count == 169)
    }
}
