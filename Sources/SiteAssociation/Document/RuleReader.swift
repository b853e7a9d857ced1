import Diagnostics

/// Reads one component or path as Apple's client does.
struct RuleReader {
    private let node: JSONNode
    private let index: Int
    private let pointer: String
    private var doubts: [Diagnostic] = []

    init(_ node: JSONNode, index: Int, pointer: String) {
        self.node = node
        self.index = index
        self.pointer = pointer
    }

    consuming func component(_ defaults: SettingLayers) -> LinkRule {
        guard node.members != nil else { return anything(where: "a component object") }
        return rule(defaults.overlaid(by: node))
    }

    consuming func path(_ defaults: SettingLayers) -> LinkRule {
        guard let text = node.string else { return anything(where: "a path") }
        var settings = defaults
        let keyword = "NOT ".utf8
        let isExcluded = text.utf8.prefix(4).map { 0x61...0x7A ~= $0 ? $0 & 0xDF : $0 }
            .elementsEqual(keyword)
        let pattern = isExcluded ? String(Substring(text.utf8.dropFirst(4))) : text
        settings["/"] = JSONNode(content: .string(pattern), location: node.location)
        if isExcluded {
            settings["exclude"] = JSONNode(content: .bool(true), location: node.location)
            settings["caseSensitive"] = settings["exclude"]
        }
        return rule(settings)
    }

    /// A value of the wrong type becomes a pattern that matches everything.
    private consuming func anything(where expected: String) -> LinkRule {
        doubts.append(
            Doubt.wrongRule(kind: node.kind, expected: expected).finding(at: node.location))
        let component = Component(caseSensitive: true, percentEncoded: true)
        return LinkRule(
            index: index, pointer: pointer, source: node, effective: component, doubts: doubts)
    }

    private consuming func rule(_ settings: SettingLayers) -> LinkRule {
        let component = Component(
            path: text("/", in: settings), query: query(settings["?"]),
            fragment: text("#", in: settings),
            isExcluded: flag("exclude", in: settings) ?? false,
            caseSensitive: flag("caseSensitive", in: settings) ?? true,
            percentEncoded: flag("percentEncoded", in: settings) ?? true,
            comment: node["comment"]?.string)
        var rule = LinkRule(
            index: index, pointer: pointer, source: node, effective: component,
            requiredEntitlement: settings["requiredEntitlement"]?.string, doubts: doubts)
        rule.remarkPatterns()
        return rule
    }

    private mutating func text(_ key: String, in settings: SettingLayers) -> String? {
        guard let value = settings[key] else { return nil }
        guard let text = value.string else {
            doubts.append(
                Doubt.droppedConstraint(key: key, kind: value.kind).finding(at: value.location))
            return nil
        }
        return text
    }

    /// One value that is no string takes the whole constraint away.
    private mutating func query(_ value: JSONNode?) -> Query? {
        guard let value else { return nil }
        switch value.content {
        case .string(let pattern): return .string(pattern)
        case .object(let members):
            var items: [QueryItem] = []
            for member in members {
                guard let pattern = member.value.string else {
                    let doubt = Doubt.voidQuery(item: member.key, kind: member.value.kind)
                    doubts.append(doubt.finding(at: member.value.location))
                    return nil
                }
                items.append(QueryItem(name: member.key, pattern: pattern))
            }
            return .items(items)
        default:
            doubts.append(
                Doubt.droppedConstraint(key: "?", kind: value.kind).finding(at: value.location))
            return nil
        }
    }

    private mutating func flag(_ key: String, in settings: SettingLayers) -> Bool? {
        guard let value = settings[key] else { return nil }
        if case .bool(let isTrue) = value.content { return isTrue }
        let isTrue = value.booleanOfClient
        let doubt = Doubt.lenientBoolean(key: key, kind: value.kind, isTrue: isTrue)
        doubts.append(doubt.finding(at: value.location))
        return isTrue
    }
}

extension JSONNode {
    /// What the client's `boolValue` makes of a value; `null`, arrays and objects are false.
    var booleanOfClient: Bool {
        switch content {
        case .bool(let isTrue): return isTrue
        case .number(let text): return (Double(text) ?? 0) != 0
        case .string(let text):
            var rest = Substring(text).utf8.drop { $0 == UInt8(ascii: " ") || $0 == 0x09 }
            if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") {
                rest.removeFirst()
            }
            rest = rest.drop { $0 == UInt8(ascii: "0") }
            return rest.first.map { "YyTt123456789".utf8.contains($0) } ?? false
        case .null, .array, .object: return false
        }
    }
}
