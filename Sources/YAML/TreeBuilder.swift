import Diagnostics

/// Puts events together to a tree, with a stack of its own instead of recursion.
struct TreeBuilder {
    /// What is known of a finished node besides itself: how much it holds.
    struct Weight {
        var nodes = 1
        var depth = 0
    }

    /// A list or mapping that has begun and not yet ended.
    private struct Frame {
        var isMapping: Bool
        var location: Location
        var anchor: String?
        var weight = Weight()
        var items: [Node] = []
        var entries: [Node.Entry] = []
        /// The numbers of entries by their keys, where there are too many to look at each.
        var indices: [String: Int] = [:]
        var pendingKey: (text: String, location: Location)?
        /// Whether the pending key's value is left out: a second one, or a merge key.
        var dropsValue = false

        /// How many entries are looked at one by one.
        private static let smallCount = 8

        /// Returns the entry of a key, if it has one already.
        func entry(_ key: String) -> Node.Entry? {
            indices.isEmpty
                ? entries.first { $0.key == key } : indices[key].map { entries[$0] }
        }

        mutating func append(_ entry: Node.Entry) {
            entries.append(entry)
            if entries.count > Self.smallCount, indices.isEmpty {
                for (index, entry) in entries.enumerated() { indices[entry.key] = index }
            } else if !indices.isEmpty {
                indices[entry.key] = entries.count - 1
            }
        }
    }

    private let limits: YAMLLimits
    private var stack: [Frame] = []
    private var anchors: [String: (node: Node, weight: Weight)] = [:]
    private var nodeCount = 0
    private var aliasedCount = 0
    private var hasDocument = false

    private(set) var root: Node?
    private(set) var findings: [Diagnostic] = []

    init(limits: YAMLLimits) {
        self.limits = limits
    }

    /// Takes the next event.
    ///
    /// - Parameter event: The event, in the order of the parser.
    /// - Returns: Whether more events follow.
    /// - Throws: The fault that ends the reading.
    mutating func add(_ event: Event) throws(Diagnostic) -> Bool {
        guard findings.count < limits.findings else {
            throw Diagnostic(
                .error, "yaml-limit", "the file has more than \(limits.findings) findings",
                at: event.location, hint: "correct the first ones")
        }
        switch event.kind {
        case .streamEnd: return false
        case .other: break
        case .documentStart: try startDocument(event)
        case .scalar(let scalar): try add(scalar, event)
        case .alias(let name): try addAlias(name, event)
        case .sequenceStart: try open(event, isMapping: false)
        case .mappingStart: try open(event, isMapping: true)
        case .end: try close()
        }
        return true
    }

    private mutating func startDocument(_ event: Event) throws(Diagnostic) {
        guard !hasDocument else {
            throw Diagnostic(
                .error, "yaml-several-documents", "a file holds one document", at: event.location,
                hint: "remove the '---', or move what follows into a file of its own")
        }
        hasDocument = true
    }

    // MARK: Values

    private mutating func add(_ scalar: Node.Scalar, _ event: Event) throws(Diagnostic) {
        guard scalar.text.utf8.count <= limits.scalarBytes else {
            throw Diagnostic(
                .error, "yaml-limit", "a text is longer than \(limits.scalarBytes) bytes",
                at: event.location)
        }
        let isText = checkTag(event, allowed: Self.scalarTags)
        let scalar = isText ? Node.Scalar(text: scalar.text, isPlain: false) : scalar
        if let top = stack.indices.last, stack[top].isMapping, stack[top].pendingKey == nil {
            return try addKey(scalar, event)
        }
        try place(Node(.scalar(scalar), at: event.location), Weight(), anchor: event.anchor)
    }

    private mutating func addKey(_ scalar: Node.Scalar, _ event: Event) throws(Diagnostic) {
        try count(1, at: event.location)
        let top = stack.count - 1
        stack[top].weight.nodes += 1
        stack[top].dropsValue = true
        if scalar.isPlain, scalar.text == "<<" {
            findings.append(
                Diagnostic(
                    .error, "yaml-merge-key", "merge keys are not part of a configuration",
                    at: event.location, hint: "write the keys out, or name a list under 'rules'"))
        } else if let first = stack[top].entry(scalar.text)?.location {
            findings.append(
                Diagnostic(
                    .error, "yaml-duplicate-key",
                    "the key \(Diagnostic.quoted(scalar.text)) stands twice in this mapping",
                    at: event.location, hint: "keep one of the two",
                    notes: [Diagnostic.Note("the first is here", at: first)]))
        } else {
            stack[top].dropsValue = false
        }
        stack[top].pendingKey = (scalar.text, event.location)
        if let anchor = event.anchor {
            anchors[anchor] = (Node(.scalar(scalar), at: event.location), Weight())
        }
    }

    private mutating func addAlias(_ name: String, _ event: Event) throws(Diagnostic) {
        try checkIsNoKey(event.location)
        guard let (node, weight) = anchors[name] else {
            throw Diagnostic(
                .error, "yaml-unknown-alias", "no anchor named \(Diagnostic.quoted(name)) is above",
                at: event.location,
                hint: NearestWord.nearest(to: name, among: anchors.keys.sorted())
                    .map { "did you mean '*\($0)'?" }
                    ?? "put quotes around a value that begins with '*'")
        }
        aliasedCount += weight.nodes
        guard aliasedCount <= limits.aliasedNodes else {
            throw Diagnostic(
                .error, "yaml-limit",
                "aliases stand for more than \(limits.aliasedNodes) values and keys",
                at: event.location, hint: "write the values out")
        }
        try checkDepth(stack.count + weight.depth, at: event.location)
        try place(node, weight, anchor: nil, at: event.location)
    }

    private mutating func open(_ event: Event, isMapping: Bool) throws(Diagnostic) {
        try checkIsNoKey(event.location)
        try checkDepth(stack.count + 1, at: event.location)
        _ = checkTag(event, allowed: isMapping ? Self.mappingTags : Self.sequenceTags)
        // An anchor inside its own value must not lead to an older value of that name.
        if let anchor = event.anchor { anchors[anchor] = nil }
        stack.append(Frame(isMapping: isMapping, location: event.location, anchor: event.anchor))
    }

    private mutating func close() throws(Diagnostic) {
        guard let frame = stack.popLast() else { return }
        let content: Node.Content =
            frame.isMapping ? .mapping(frame.entries) : .sequence(frame.items)
        var weight = frame.weight
        weight.depth += 1
        try place(Node(content, at: frame.location), weight, anchor: frame.anchor)
    }

    /// Puts a finished node into the list or mapping that is open, or makes it the root.
    private mutating func place(
        _ node: Node, _ weight: Weight, anchor: String?, at location: Location? = nil
    ) throws(Diagnostic) {
        try count(location == nil ? 1 : weight.nodes, at: location ?? node.location)
        if let anchor { anchors[anchor] = (node, weight) }
        guard let top = stack.indices.last else {
            root = node
            return
        }
        stack[top].weight.nodes += weight.nodes
        stack[top].weight.depth = max(stack[top].weight.depth, weight.depth)
        guard stack[top].isMapping else {
            stack[top].items.append(node)
            return
        }
        guard let key = stack[top].pendingKey else { return }
        stack[top].pendingKey = nil
        guard !stack[top].dropsValue else { return }
        stack[top].append(Node.Entry(key: key.text, location: key.location, value: node))
    }

    // MARK: Checks

    private mutating func count(_ nodes: Int, at location: Location) throws(Diagnostic) {
        nodeCount += nodes
        guard nodeCount <= limits.nodes else {
            throw Diagnostic(
                .error, "yaml-limit", "the file holds more than \(limits.nodes) values and keys",
                at: location, hint: "split it over several servers")
        }
    }

    private func checkDepth(_ depth: Int, at location: Location) throws(Diagnostic) {
        guard depth <= limits.depth else {
            throw Diagnostic(
                .error, "yaml-limit",
                "lists and mappings are nested more than \(limits.depth) deep", at: location)
        }
    }

    private func checkIsNoKey(_ location: Location) throws(Diagnostic) {
        guard let frame = stack.last, frame.isMapping, frame.pendingKey == nil else { return }
        throw Diagnostic(
            .error, "yaml-key", "a key is one piece of text", at: location,
            hint: "put quotes around a value that begins with '{', '[' or '*'")
    }

    private static let scalarTags = ["str", "int", "float", "bool", "null"]
    private static let sequenceTags = ["seq"]
    private static let mappingTags = ["map"]

    /// Reports a tag that means more than the core of YAML, and tells whether it says "text".
    private mutating func checkTag(_ event: Event, allowed: [String]) -> Bool {
        guard let tag = event.tag else { return false }
        let prefix = "tag:yaml.org,2002:"
        let name = tag.hasPrefix(prefix) ? String(tag.dropFirst(prefix.count)) : nil
        if tag == "!" || name == "str" && allowed.contains("str") { return true }
        if let name, allowed.contains(name) { return false }
        let shown = name.map { "!!" + $0 } ?? tag
        findings.append(
            Diagnostic(
                .error, "yaml-tag", "the tag \(Diagnostic.quoted(shown)) is not known here",
                at: event.location, hint: "remove it"))
        return false
    }
}
