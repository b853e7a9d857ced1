import Foundation
import TestSupport

/// The files of `deploy/` in the checkout.
enum DeployFolder {
    /// The path of the checkout.
    static let checkout = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .path

    /// Returns the path of a file below `deploy/`.
    static func path(_ name: String) -> String { "\(checkout)/deploy/\(name)" }

    /// Returns the text of a file below `deploy/`.
    static func text(_ name: String) throws -> String { try Fixtures.text(of: path(name)) }
}

/// Conditions under which a test may be skipped.
enum Requirement {
    /// Whether a test that cannot do its work must fail instead of being skipped.
    static let mustRun = ProcessInfo.processInfo.environment["CI"] != nil

    /// Whether tests that need these programs run: they are there, or must be.
    static func has(_ programs: String...) -> Bool {
        mustRun || programs.allSatisfy { (try? CommandRunner.path(of: $0)) != nil }
    }
}
