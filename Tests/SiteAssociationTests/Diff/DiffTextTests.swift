import SiteAssociation
import Testing

struct `Diff as text` {
    static let old = Association(
        appLinks: AppLinks(details: [
            Details(appIDs: ["a"], components: [Component(path: "/x/*")]),
            Details(appIDs: ["b"], components: []),
        ]), services: [ServiceApps(.appClips, appIDs: ["a", "b"])])
    static let new = Association(
        appLinks: AppLinks(details: [
            Details(
                appIDs: ["a"],
                components: [Component(path: "/x/y", isExcluded: true), Component(path: "/x/*")])
        ]), services: [ServiceApps(.appClips, appIDs: ["a", "c"])])

    @Test func `says in one line how much changes`() {
        let diff = DocumentDiff(old: Self.old, new: Self.new)
        #expect(diff.summary == "1 app lost, links of 1 app changed, appclips +1 -1")
        let same = DocumentDiff(old: Self.old, new: Self.old)
        #expect(same.summary == "no change of meaning")
        #expect(same.text == "")
    }

    @Test func `names URLs, verdicts and reasons for people`() {
        let diff = DocumentDiff(old: Self.old, new: Self.new, host: "h.test")
        #expect(
            diff.text == """
                app a (kept)
                  https://h.test/x/y: match -> exclude
                    old: matched by applinks.details[0].components[0]
                    new: excluded by applinks.details[0].components[0]
                app b (lost)
                service appclips
                  + c
                  - b

                """)
    }

    @Test func `gives the same to machines`() {
        let diff = DocumentDiff(old: Self.old, new: Self.new, host: "h.test")
        #expect(
            diff.json == [
                "same": false,
                "apps": [
                    [
                        "app": "a", "listing": "kept", "incomplete": false,
                        "urls": [
                            [
                                "url": "https://h.test/x/y", "old": "match", "new": "exclude",
                                "old_reason": "matched by applinks.details[0].components[0]",
                                "new_reason": "excluded by applinks.details[0].components[0]",
                            ]
                        ],
                    ],
                    ["app": "b", "listing": "lost", "incomplete": false, "urls": []],
                ],
                "services": [["service": "appclips", "gained": ["c"], "lost": ["b"]]],
            ])
    }
}
