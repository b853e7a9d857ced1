import Configuration
import Diagnostics
import SiteAssociation
import Testing

/// The documents that a configuration stands for, as the bytes that are served.
struct `Documents of a configuration` {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let text: String
        let documents: [String]
    }

    private static func body(_ apps: String, _ rest: String = "") -> String {
        "apps:\n\(apps)environments:\n  production:\n    hosts: [shop.example.com]\n\(rest)"
    }

    private static let shop = "  shop: {id: A1B2C3D4E5.com.example.shop, rules: [/s/*]}\n"

    static let cases = [
        Case(
            testDescription: "one app, one rule",
            text: body(shop, "    apps: [shop]\n"),
            documents: [
                #"{"applinks":{"details":[{"appIDs":["A1B2C3D4E5.com.example.shop"],"#
                    + #""components":[{"/":"/s/*"}]}]}}"#
            ]),
        Case(
            testDescription: "equal rules share an entry, wherever they stand",
            text: body(
                shop + "  other: {id: A1B2C3D4E5.com.example.other, rules: [/o]}\n"
                    + "  third: {id: A1B2C3D4E5.com.example.third, rules: [/s/*]}\n",
                "    apps: [shop, other, third]\n"),
            documents: [
                #"{"applinks":{"details":[{"appIDs":["A1B2C3D4E5.com.example.shop","#
                    + #""A1B2C3D4E5.com.example.third"],"components":[{"/":"/s/*"}]},"#
                    + #"{"appIDs":["A1B2C3D4E5.com.example.other"],"components":[{"/":"/o"}]}]}}"#
            ]),
        Case(
            testDescription: "every key of a rule",
            text: body(
                "  shop: {id: A1B2C3D4E5.com.example.shop, rules: [list, NOT /n]}\n",
                "    apps: [shop]\n")
                    + """
                    rules:
                      list:
                        - path: /a
                          query: {q: "?*", r: ""}
                          fragment: f
                          exclude: true
                          comment: why
                          case_sensitive: false
                          percent_encoded: true
                        - query: a=*

                    """,
            documents: [
                #"{"applinks":{"details":[{"appIDs":["A1B2C3D4E5.com.example.shop"],"#
                    + #""components":[{"/":"/a","?":{"q":"?*","r":""},"#
                    + ##""#":"f","exclude":true,"caseSensitive":false,"percentEncoded":true,"##
                    + #""comment":"why"},{"?":"a=*"},{"/":"/n","exclude":true}]}]}}"#
            ]),
        Case(
            testDescription: "defaults of environment and app",
            text: body(
                "  shop:\n    id: A1B2C3D4E5.com.example.shop\n    rules: [/s]\n"
                    + "    defaults: {case_sensitive: false}\n",
                "    apps: [shop]\n    defaults: {percent_encoded: false}\n"),
            documents: [
                #"{"applinks":{"defaults":{"percentEncoded":false},"details":[{"appIDs":"#
                    + #"["A1B2C3D4E5.com.example.shop"],"defaults":{"caseSensitive":false},"#
                    + #""components":[{"/":"/s"}]}]}}"#
            ]),
        Case(
            testDescription: "only the variables that its patterns use",
            text: body(
                "  shop: {id: A1B2C3D4E5.com.example.shop, rules: [\"/$(b)/$(digit)\"]}\n",
                "    apps: [shop]\n") + "variables: {a: [x], b: [\"y*\", z]}\n",
            documents: [
                #"{"applinks":{"substitutionVariables":{"b":["y*","z"]},"details":[{"appIDs":"#
                    + #"["A1B2C3D4E5.com.example.shop"],"components":[{"/":"/$(b)/$(digit)"}]}]}}"#
            ]),
        Case(
            testDescription: "services and App Clips, each only if an app asks for it",
            text: body(
                "  shop:\n    id: A1B2C3D4E5.com.example.shop\n"
                    + "    services: [authsrv, webcredentials]\n"
                    + "    clips: [A1B2C3D4E5.com.example.shop.Clip]\n"
                    + "  other: {id: A1B2C3D4E5.com.example.other, services: [webcredentials]}\n",
                "    apps: [shop, other]\n"),
            documents: [
                #"{"webcredentials":{"apps":["A1B2C3D4E5.com.example.shop","#
                    + #""A1B2C3D4E5.com.example.other"]},"#
                    + #""appclips":{"apps":["A1B2C3D4E5.com.example.shop.Clip"]},"#
                    + #""authsrv":{"apps":["A1B2C3D4E5.com.example.shop"]}}"#
            ]),
        Case(
            testDescription: "other rules in an environment, and an equal document kept once",
            text: body(shop, "    apps: [shop]\n")
                + "  staging:\n    apps: [{app: shop, rules: [/t]}]\n    hosts: [t.example.com]\n"
                + "  again:\n    apps: [{app: shop, rules: [/s/*]}]\n    hosts: [u.example.com]\n",
            documents: [
                #"{"applinks":{"details":[{"appIDs":["A1B2C3D4E5.com.example.shop"],"#
                    + #""components":[{"/":"/s/*"}]}]}}"#,
                #"{"applinks":{"details":[{"appIDs":["A1B2C3D4E5.com.example.shop"],"#
                    + #""components":[{"/":"/t"}]}]}}"#,
            ]),
        Case(
            testDescription: "legacy paths, an entry for each app",
            text: body(
                shop + "  other: {id: A1B2C3D4E5.com.example.other, rules: [/s/*]}\n",
                "    apps: [shop, other]\n    legacy_paths: true\n"),
            documents: [
                #"{"applinks":{"apps":[],"details":[{"appID":"A1B2C3D4E5.com.example.shop","#
                    + #""paths":["/s/*"],"components":[{"/":"/s/*"}]},"#
                    + #"{"appID":"A1B2C3D4E5.com.example.other","#
                    + #""paths":["/s/*"],"components":[{"/":"/s/*"}]}]}}"#
            ]),
        Case(
            testDescription: "a prefix from the environment and a quoted '$${'",
            text: body(
                "  shop: {id: \"${TEAM}.com.example.${APP:-shop}\", \n"
                    + "    rules: [{path: \"/$${x}/*\", percent_encoded: false}]}\n",
                "    apps: [shop]\n"),
            documents: [
                #"{"applinks":{"details":[{"appIDs":["ABCDE12345.com.example.shop"],"#
                    + #""components":[{"/":"/${x}/*","percentEncoded":false}]}]}}"#
            ]),
    ]

    @Test(arguments: cases)
    func `are the expected bytes, each once`(_ item: Case) throws {
        let loaded = Loading.load(item.text)
        #expect(Loading.text(loaded) == "")
        let configuration = try #require(loaded.configuration)
        let documents = configuration.documents.map {
            String(decoding: $0.encoded(), as: UTF8.self)
        }
        #expect(documents == item.documents)
    }

    @Test func `are shared by the hosts of equal environments`() throws {
        let configuration = try #require(Loading.load(Self.cases[6].text).configuration)
        #expect(configuration.hosts.map(\.document) == [0, 1, 0])
        #expect(configuration.hosts.map(\.environment) == [0, 1, 2])
    }
}
