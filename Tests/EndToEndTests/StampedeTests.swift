import Foundation
import TestSupport
import Testing

/// All devices ask at once, each with a connection of its own.
struct `A stampede of new clients` {
    private static let clients = 5_000
    /// How many of them are on their way at once.
    private static let parallel = 300

    @Test func `gets the document, every client of 5,000, and no error`() throws {
        let server = try RunningServer(Site.configuration())
        let port = try server.port(0)
        let url = "https://shop.example.com:\(port)\(RequestTable.wellKnown)"
        let transfers = "url = \"\(url)\"\noutput = /dev/null\n"
        let file = try server.directory.write(
            String(repeating: transfers, count: Self.clients), to: "transfers")
        let result = try CommandRunner.run(
            "curl",
            [
                "--silent", "--show-error", "--parallel", "--parallel-immediate", "--parallel-max",
                "\(Self.parallel)", "--no-sessionid", "--header", "Connection: close",
                "--noproxy", "*", "--cacert", try Site.authority(), "--resolve",
                "shop.example.com:\(port):127.0.0.1", "--write-out", "%{http_code}\\n",
                "--config", file,
            ])
        #expect(result.exitCode == 0, "\(result.errorText.prefix(500))")
        let statuses = result.outputText.split(separator: "\n")
        #expect(statuses.count == Self.clients)
        #expect(statuses.allSatisfy { $0 == "200" })
        let log = try server.waitForOutput(lines: Self.clients)
        #expect(log.allSatisfy { $0.contains("\"outcome\":\"ok\"") })
    }
}
