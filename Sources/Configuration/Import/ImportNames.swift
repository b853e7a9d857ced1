import SiteAssociation

/// Makes names for what association files leave without one.
enum ImportNames {
    /// The longest name in bytes that a configuration takes.
    private static let limitBytes = 64
    /// Last parts of bundle identifiers that say nothing alone.
    private static let generic: Set<String> = [
        "app", "apps", "application", "ios", "iphone", "ipad", "mobile", "client", "dev", "debug",
        "beta", "alpha", "staging", "stage", "test", "qa", "prod", "production", "release", "clip",
        "internal", "enterprise", "main", "web", "www",
    ]

    /// Returns a name for each app: the last part of its bundle identifier, or as many parts as
    /// it takes to be the only one.
    static func appNames(_ ids: [String]) -> [String] {
        var taken: Set<String> = ["nothing"]
        return ids.map { id in
            // What is left of an identifier with placeholders is no name.
            if TemplateText.isNeeded(for: id) { return unique("tenant-app", &taken) }
            let labels = id.split(separator: ".").map { word(String($0)) }
            let bundle = labels.count > 1 ? Array(labels.dropFirst()) : labels
            var count = bundle.last.map(generic.contains) == true ? 2 : 1
            var name = joined(bundle.suffix(count))
            while taken.contains(name), count < bundle.count {
                count += 1
                name = joined(bundle.suffix(count))
            }
            if taken.contains(name) { name = joined(labels) }
            return unique(name, &taken)
        }
    }

    /// Returns a name for each environment, from its first host.
    static func environmentNames(_ hosts: [String]) -> [String] {
        guard hosts.count > 1 else { return hosts.map { _ in "production" } }
        var taken: Set<String> = []
        return hosts.map { host in
            unique(word(host.hasPrefix("*.") ? String(host.dropFirst(2)) : host), &taken)
        }
    }

    /// Returns the lists of rules that stand more than once, with their names.
    static func sharedLists(_ plan: ImportPlan) -> [(name: String, rules: [Component])] {
        var uses: [[Component]: Int] = [:]
        var order: [(rules: [Component], app: String)] = []
        func count(_ rules: [Component]?, _ app: ImportPlan.App) {
            guard let rules, !rules.isEmpty else { return }
            if uses[rules] == nil { order.append((rules, app.name)) }
            uses[rules, default: 0] += 1
        }
        for app in plan.apps { count(app.rules, app) }
        for use in plan.environments.flatMap(\.uses) { count(use.rules, plan.apps[use.app]) }
        var taken: Set<String> = []
        return order.filter { uses[$0.rules, default: 0] > 1 }.map { item in
            let isAll = item.rules == [Component(path: "*")]
            return (unique(isAll ? "everything" : item.app + "-links", &taken), item.rules)
        }
    }

    private static func joined(_ labels: some Sequence<String>) -> String {
        labels.joined(separator: "-")
    }

    private static func unique(_ wanted: String, _ taken: inout Set<String>) -> String {
        let base = wanted.isEmpty ? "app" : String(wanted.prefix(limitBytes - 8))
        var name = base
        var number = 1
        while !taken.insert(name).inserted {
            number += 1
            name = "\(base)-\(number)"
        }
        return name
    }

    /// Letters, digits, dots and dashes in lower case.
    private static func word(_ text: String) -> String {
        String(
            text.lowercased().unicodeScalars.map { scalar in
                let isPlain =
                    scalar.isASCII
                    && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                        || ".-_".unicodeScalars.contains(scalar))
                return isPlain ? Character(scalar) : "-"
            })
    }
}
