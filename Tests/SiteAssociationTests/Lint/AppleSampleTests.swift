import Diagnostics
import SiteAssociation
import Testing

/// A document in a shape that Apple documents.
struct AppleShape: CustomTestStringConvertible, Sendable {
    var name: String
    var text: String
    var testDescription: String { name }

    static let all: [AppleShape] = [
        .init(
            name: "excludes, queries and three services",
            text: ##"""
                {"applinks": {"details": [{
                  "appIDs": ["ABCDE12345.com.example.app", "ABCDE12345.com.example.app2"],
                  "components": [
                    {"#": "no_universal_links", "exclude": true, "comment": "kept in the browser"},
                    {"/": "/buy/*", "comment": "everything that is sold"},
                    {"/": "/help/website/*", "exclude": true, "comment": "help on the web"},
                    {"/": "/help/*", "?": {"articleNumber": "????"}, "comment": "one article"}
                  ]}]},
                 "webcredentials": {"apps": ["ABCDE12345.com.example.app"]},
                 "appclips": {"apps": ["ABCED12345.com.example.MyApp.Clip"]}}
                """##),
        .init(
            name: "substitution variables and defaults",
            text: ##"""
                {"applinks": {
                  "defaults": {"caseSensitive": false, "percentEncoded": true},
                  "substitutionVariables": {
                    "food": ["burrito", "sushi", "p*zza"], "Canadian food": ["poutine"]},
                  "details": [{
                    "appIDs": ["ABCDE12345.com.example.app"],
                    "defaults": {"caseSensitive": true},
                    "components": [
                      {"/": "/$(lang)_CA/$(Canadian food)/"},
                      {"/": "/$(lang)_CA/$(food)/", "exclude": true},
                      {"/": "/$(lang)_$(region)/$(food)/"}
                    ]}]}}
                """##),
        .init(
            name: "patterns of the sessions",
            text: ##"""
                {"applinks": {"apps": [], "details": [{
                  "appID": "ABCDE12345.com.example.app",
                  "components": [
                    {"/": "/path/*/filename"},
                    {"/": "/*/order/"},
                    {"/": "/taco/*", "?": {"cheese": "?*"}},
                    {"/": "/coupon/1*", "exclude": true},
                    {"/": "/coupon/*"},
                    {"#": "*fragment"},
                    {"?": "widget=?*"},
                    {"/": "/wwdc/???*", "caseSensitive": false}
                  ]}]}}
                """##),
        .init(
            name: "paths of old systems",
            text: #"""
                {"applinks": {"apps": [], "details": [
                  {"appID": "9JA89QQLNQ.com.apple.wwdc",
                   "paths": ["NOT /wwdc/2014/*", "/wwdc/news/", "/videos/wwdc/2015/*"]},
                  {"appID": "TEAM12ABCD.com.example.other", "paths": ["/other/*"]}]},
                 "activitycontinuation": {"apps": ["9JA89QQLNQ.com.apple.wwdc"]}}
                """#),
        .init(
            name: "passwords alone",
            text: #"{"webcredentials": {"apps": ["D3KQX62K1A.com.example.DemoApp"]}}"#),
    ]
}

struct `Documents in the shapes that Apple documents` {
    @Test(arguments: AppleShape.all)
    func `are found without fault`(_ shape: AppleShape) {
        let source = SourceFile(name: "a", bytes: Array(shape.text.utf8))
        #expect(DiagnosticText().text(for: Linter().findings(in: source)) == "")
    }
}
