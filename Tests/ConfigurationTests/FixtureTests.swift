import Configuration
import Foundation
import Testing

/// Cases of `Fixtures`: `UPDATE_FIXTURES=1` rewrites what they expect, but not under CI.
struct `Findings of a configuration` {
    private static let variables = ProcessInfo.processInfo.environment

    @Test func `are covered by at least a hundred cases`() {
        #expect(FixtureCase.all.count >= 100)
    }

    @Test func `are not rewritten under CI`() {
        #expect(Self.variables["CI"] == nil || Self.variables["UPDATE_FIXTURES"] == nil)
    }

    @Test(arguments: FixtureCase.all)
    func `are worded and placed as the case says`(_ item: FixtureCase) throws {
        let loaded = Loading.load(try item.files)
        let text = Loading.text(loaded)
        if Self.variables["UPDATE_FIXTURES"] != nil, Self.variables["CI"] == nil {
            try item.update(findings: text)
        }
        #expect(text == item.expected)
        let hasError = loaded.findings.contains { $0.severity == .error }
        #expect((loaded.configuration == nil) == hasError)
    }
}
