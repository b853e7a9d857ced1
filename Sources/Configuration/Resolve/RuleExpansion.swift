import SiteAssociation

/// The rules of an app with its lists looked up, shared by all environments that use them.
final class RuleExpansion: Sendable {
    let patterns: [Pattern]
    let components: [Component]
    /// Where each pattern was written.
    let sources: [RuleSource]
    /// The variables that the patterns name, as indices in the order of their definition.
    let variables: Set<Int>
    /// The least size of the components in a document, in bytes.
    let leastBytes: Int
    /// A number that equal components share.
    let identity: Int

    init(
        _ patterns: [Pattern], lists: [String?], variables: VariableUse,
        identity: ([Component]) -> Int
    ) {
        self.patterns = patterns
        sources = zip(patterns, lists).map { RuleSource(list: $1, location: $0.location) }
        components = patterns.map(\.component)
        self.variables = variables.used(by: components)
        leastBytes = components.reduce(0) { $0 + Self.leastBytes(of: $1) }
        self.identity = identity(components)
    }

    /// `{"/":"…"}` and what stands in it.
    private static func leastBytes(of component: Component) -> Int {
        let texts = VariableUse.patterns(of: component)
        return texts.reduce(8 + (component.comment?.utf8.count ?? 0)) { $0 + $1.utf8.count }
    }
}
