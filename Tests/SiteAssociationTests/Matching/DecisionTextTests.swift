import SiteAssociation
import Testing

struct `Decision as text` {
    private func decisions(_ components: [Component], _ url: String) throws -> [AppDecision] {
        let association = Association(
            appLinks: AppLinks(details: [
                Details(appIDs: ["a"], components: components),
                Details(appIDs: ["b"], components: [Component(path: "/b/*")]),
            ]))
        return association.decisions(for: try LinkURL(url))
    }

    static let components = [Component(path: "/n/*", isExcluded: true), Component(path: "/x")]

    @Test func `has the words of swcutil match`() throws {
        let words = try ["/x", "/n", "/z"].map { path in
            try decisions(Self.components, "https://h.test" + path).first.map(SwcutilText.match)
        }
        #expect(
            words == [
                "Matched by pattern at index 1: {\n  \"/\": \"/x\"\n}\n",
                "Excluded by pattern at index 0: {\n  \"/\": \"/n/*\",\n  \"exclude\": true\n}\n",
                "Did not match.\n",
            ])
    }

    @Test(arguments: [
        (
            "/x", "h.test",
            "{ s = applinks, a = a, d = h.test }: Pattern \"https://h.test/x\" matched.\n"
        ),
        (
            "/n", nil,
            "{ s = applinks, a = a, d = h.test }: Pattern \"https://h.test/n\" blocked match.\n"
        ),
        ("/z", "h.test", "Input JSON did not match input URL.\n"),
        (
            "/x", "other.test",
            "Input domain \"other.test\" did not match input URL's domain \"h.test\".\n"
        ),
    ])
    func `has the words of swcutil verify`(path: String, domain: String?, text: String) throws {
        let url = try LinkURL("https://h.test" + path)
        let decisions = try decisions(Self.components, url.text)
        #expect(SwcutilText.verify(decisions, url: url, domain: domain) == text)
    }

    static let services = [
        ServiceApps(.webCredentials, appIDs: ["a", "c"]), ServiceApps(.appClips, appIDs: ["d"]),
    ]

    @Test func `adds to swcutil verify a line for each app of services without patterns`() throws {
        let url = try LinkURL("https://h.test/n")
        let decisions = try decisions(Self.components, url.text)
        #expect(
            SwcutilText.verify(decisions, services: Self.services, url: url, domain: "*.h.test")
                == """
                { s = applinks, a = a, d = *.h.test }: Pattern "https://h.test/n" blocked match.
                { s = webcredentials, a = a, d = *.h.test }: Pattern "https://h.test/n" matched.
                { s = webcredentials, a = c, d = *.h.test }: Pattern "https://h.test/n" matched.
                { s = appclips, a = d, d = *.h.test }: Pattern "https://h.test/n" matched.

                """)
        #expect(
            SwcutilText.verify([], services: Self.services, url: url, domain: "other.test")
                == "Input domain \"other.test\" did not match input URL's domain \"h.test\".\n")
    }

    @Test func `tells machines the rule, the reasons and the warnings`() throws {
        let decision = try #require(
            try decisions([Component(path: "?"), Component(path: "/x")], "https://h.test/x").first)
        #expect(
            decision.json == [
                "app": "a", "verdict": "match",
                "reason": "matched by applinks.details[0].components[1]",
                "rule": [
                    "pointer": "applinks.details[0].components[1]", "component": ["/": "/x"],
                ],
                "passed_over": [
                    [
                        "rule": [
                            "pointer": "applinks.details[0].components[0]",
                            "component": ["/": "?"],
                        ],
                        "mismatches": [
                            ["part": "/", "reason": "path '/x/' does not match '?'"]
                        ],
                    ]
                ],
                "warnings": [
                    [
                        "id": "match-one-character-path",
                        "message": "path '?' gets no slashes, so it can match the root only",
                    ]
                ],
            ])
    }
}
