import Diagnostics

extension DocumentDiff {
    /// The differences in one line, for logs and verdicts; `no change of meaning` for none.
    package var summary: String {
        var parts: [String] = []
        for (listing, verb) in [(AppChange.Listing.gained, "gained"), (.lost, "lost")] {
            let count = apps.count { $0.listing == listing }
            if count > 0 { parts.append("\(Self.counted(count, "app")) \(verb)") }
        }
        let urls = apps.filter { $0.listing == .kept && !$0.urls.isEmpty }.count
        if urls > 0 { parts.append("links of \(Self.counted(urls, "app")) changed") }
        let open = apps.count { $0.listing == .kept && $0.urls.isEmpty }
        if open > 0 { parts.append("links of \(Self.counted(open, "app")) not decided") }
        for change in services {
            var counts: [String] = []
            if !change.gained.isEmpty { counts.append("+\(change.gained.count)") }
            if !change.lost.isEmpty { counts.append("-\(change.lost.count)") }
            parts.append("\(change.service.rawValue) \(counts.joined(separator: " "))")
        }
        return parts.isEmpty ? "no change of meaning" : parts.joined(separator: ", ")
    }

    /// The differences for people, one block for each app and service; empty for none.
    package var text: String {
        var text = ""
        for app in apps {
            text += "app \(Diagnostic.printable(app.appID)) (\(app.listing.rawValue))\n"
            for change in app.urls {
                text += "  \(Diagnostic.printable(change.url)): "
                text += "\(change.old.verdict.rawValue) -> \(change.new.verdict.rawValue)\n"
                text += "    old: \(Diagnostic.printable(change.old.reason))\n"
                text += "    new: \(Diagnostic.printable(change.new.reason))\n"
            }
            if app.isIncomplete { text += "  the search was given up; there may be more\n" }
        }
        for change in services {
            text += "service \(change.service.rawValue)\n"
            text += change.gained.map { "  + \(Diagnostic.printable($0))\n" }.joined()
            text += change.lost.map { "  - \(Diagnostic.printable($0))\n" }.joined()
        }
        return text
    }

    /// The differences for machines: `same`, `apps` and `services`.
    package var json: JSONValue {
        [
            "same": .bool(isSameMeaning),
            "apps": .array(apps.map(\.json)),
            "services": .array(
                services.map { change in
                    [
                        "service": .string(change.service.rawValue),
                        "gained": JSONValue(change.gained),
                        "lost": JSONValue(change.lost),
                    ]
                }),
        ]
    }

    private static func counted(_ count: Int, _ noun: String) -> String {
        "\(count) \(noun)" + (count == 1 ? "" : "s")
    }
}

extension AppChange {
    fileprivate var json: JSONValue {
        [
            "app": .string(appID),
            "listing": .string(listing.rawValue),
            "incomplete": .bool(isIncomplete),
            "urls": .array(
                urls.map { change in
                    [
                        "url": .string(change.url),
                        "old": .string(change.old.verdict.rawValue),
                        "new": .string(change.new.verdict.rawValue),
                        "old_reason": .string(change.old.reason),
                        "new_reason": .string(change.new.reason),
                    ]
                }),
        ]
    }
}
