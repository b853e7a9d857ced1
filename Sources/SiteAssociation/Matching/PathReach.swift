/// Whether patterns of paths can match a path that begins with some text.
package struct PathReach {
    private var variables: VariableTable

    /// Creates the question.
    ///
    /// - Parameter variables: What the patterns may name beside the built-in variables.
    package init(variables: [SubstitutionVariable] = []) {
        self.variables = VariableTable(variables)
    }

    /// Whether a pattern matches any path that begins with a prefix.
    ///
    /// A pattern that can match nothing at all reaches nothing. As everywhere in paths, a slash
    /// at the end makes no difference: `/pay` reaches `/pay/`.
    ///
    /// - Parameters:
    ///   - pattern: The pattern as written.
    ///   - prefix: The beginning of paths, without wildcards.
    ///   - isFolded: Whether letter case is ignored.
    /// - Returns: Whether there is such a path.
    /// - Complexity: O(length of the prefix · size of the pattern and its variables).
    package mutating func reaches(_ pattern: String, prefix: String, isFolded: Bool) -> Bool {
        let compiled = Pattern(pattern, isPath: true, isFolded: isFolded, variables: &variables)
        guard compiled.defect == nil, Self.canBegin(pattern, prefix, isFolded) else { return false }
        var machine = PatternMachine()
        let form = isFolded ? 1 : 0
        machine.add(compiled, form: form)
        var state = machine.start
        var work = 0
        for scalar in prefix.unicodeScalars {
            state = machine.step(state, over: TextAtom(String(scalar)), work: &work)
            // What is left of a pattern can always be matched by something.
            if state.nodes[form].isEmpty { return false }
        }
        return true
    }

    /// Whether the plain text that a pattern begins with is no other than the prefix, which
    /// most patterns fail.
    private static func canBegin(_ pattern: String, _ prefix: String, _ isFolded: Bool) -> Bool {
        guard !isFolded else { return true }
        var rest = prefix.utf8[...]
        for byte in pattern.utf8 {
            guard let expected = rest.popFirst() else { return true }
            if "*?$".utf8.contains(byte) { return true }
            if byte != expected { return byte == UInt8(ascii: "/") || pattern.first != "/" }
        }
        return true
    }
}
