import Foundation

/// What an association file says, however it says it.
///
/// Comments, the order of apps, the grouping of apps into entries and the spelling of the root
/// path mean nothing; the order of an app's components does.
struct DocumentMeaning: Equatable {
    /// The components of each app for iOS 13 and later, each as JSON with sorted keys.
    var components: [String: [String]] = [:]
    /// The paths of each app for iOS 12 and earlier; empty when the file is not for them.
    var paths: [String: [String]] = [:]
    /// The apps of each other service that has any.
    var services: [String: Set<String>] = [:]

    /// Reads a file.
    ///
    /// - Throws: The reader's error when the text is no JSON object.
    init(json text: String) throws {
        let parsed = try JSONSerialization.jsonObject(with: Data(text.utf8))
        guard let object = parsed as? [String: Any] else {
            throw ServerFailure(description: "no object: \(text)")
        }
        for (service, value) in object where service != "applinks" {
            let apps = (value as? [String: Any])?["apps"] as? [String] ?? []
            if !apps.isEmpty { services[service] = Set(apps) }
        }
        guard let links = object["applinks"] as? [String: Any] else { return }
        let isForOldSystems = links["apps"] != nil
        for entry in links["details"] as? [[String: Any]] ?? [] {
            read(entry, isForOldSystems: isForOldSystems)
        }
    }

    private mutating func read(_ entry: [String: Any], isForOldSystems: Bool) {
        let new = entry["appIDs"] as? [String]
        let old = entry["appID"] as? String
        let list = entry["paths"] as? [String]
        // Old systems know only `appID` and `paths`.
        if isForOldSystems, let old, let list, paths[old] == nil {
            paths[old] = unrepeated(list.map(root))
        }
        let modern = (entry["components"] as? [[String: Any]]) ?? list.map { $0.map(component) }
        for app in new ?? old.map({ [$0] }) ?? [] where components[app] == nil {
            components[app] = unrepeated((modern ?? [[:]]).map(text))
        }
    }

    /// Returns the component that means the same as a path.
    private func component(_ path: String) -> [String: Any] {
        let isExcluded = path.hasPrefix("NOT ")
        let pattern = isExcluded ? String(path.dropFirst(4)) : path
        return isExcluded ? ["/": pattern, "exclude": true] : ["/": pattern]
    }

    private func root(_ path: String) -> String { path.isEmpty ? "/" : path }

    private func text(_ component: [String: Any]) -> String {
        var component = component
        component["comment"] = nil
        if let path = component["/"] as? String { component["/"] = root(path) }
        let data = try? JSONSerialization.data(
            withJSONObject: component, options: [.sortedKeys, .withoutEscapingSlashes])
        return String(decoding: data ?? Data(), as: UTF8.self)
    }

    /// Drops what stands right behind its equal: it can never decide anything.
    private func unrepeated(_ list: [String]) -> [String] {
        list.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }
}
