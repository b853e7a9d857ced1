/// How many steps all proofs of one run may take together.
///
/// What is over goes without proof, and so without a finding.
package struct ProofBudget: Sendable {
    /// The steps of a run.
    package static let steps = 1_000_000

    /// The steps that are left.
    package private(set) var left: Int

    /// Creates a budget.
    package init(steps: Int = Self.steps) { left = steps }

    /// Takes steps away, and returns whether any are left.
    mutating func spend(_ steps: Int) -> Bool {
        left -= steps
        return left > 0
    }
}
