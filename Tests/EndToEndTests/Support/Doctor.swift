import Foundation
import TLS
import TestSupport

/// The command `doctor`, pointed at servers of this machine.
enum Doctor {
    static let host = "shop.example.com"
    static let wellKnown = RequestTable.wellKnown
    static let json = "Content-Type: application/json"
    static let document = Site.document()

    /// The certificate of ``host`` and its `www` host, with the intermediate one.
    static let leaf = Result {
        try Site.certificates.get().leaf("doctor", names: [host, "www.\(host)", "localhost"])
    }

    /// Returns the identity of a leaf.
    static func identity(
        _ leaf: TestCertificates.Leaf, isAlone: Bool = false
    ) throws -> TLSIdentity {
        try TLSIdentity(
            certificateFile: isAlone ? leaf.certificate : leaf.chain, keyFile: leaf.key,
            displayName: "leaf", at: nil)
    }

    /// Answers as a good server does.
    @Sendable static func sound(_ request: FaultServer.Request) -> FaultServer.Reply {
        let isFile = [wellKnown, "/apple-app-site-association"].contains(request.path)
        return isFile ? .init(200, [json], document) : .init(404, [json], "{}")
    }

    /// Runs the command and returns what it printed.
    ///
    /// Times are a matter of the machine and left out: each becomes `T`.
    static func run(
        _ port: Int, arguments: [String] = ["--offline"], hosts: [String] = [host],
        authority: String? = nil
    ) throws -> CommandResult {
        var result = try CommandRunner.run(
            RunningServer.program,
            ["doctor"] + hosts + arguments + [
                "--connect-to", "::127.0.0.1:\(port)", "--ca",
                try authority ?? Site.authority(),
            ])
        let text = result.outputText.replacing(/\d+\.\d s|\d+ ms|\d+ milliseconds/, with: "T")
            .replacing(/port \d+/, with: "port P")
        result.output = Array(text.utf8)
        return result
    }

    /// Returns findings and their details, without why and how, which ``FindingTexts`` looks at.
    static func findings(_ output: String) -> [String] {
        output.split(separator: "\n").filter { line in
            !line.hasPrefix("    why: ") && !line.hasPrefix("    fix: ")
                && !line.hasPrefix("      ")
        }.map(String.init)
    }
}
