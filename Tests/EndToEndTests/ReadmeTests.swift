import TestSupport
import Testing

struct `What the README shows` {
    private let readme: String

    init() throws { readme = try Fixtures.text(of: "\(Fixtures.configurations)/../README.md") }

    @Test func `is the help of the program`() throws {
        let help = try CommandRunner.output(RunningServer.program, ["--help"])
        #expect(readme.contains("```\n\(help)```\n"))
        #expect(try CommandRunner.output(RunningServer.program, ["help"]) == help)
    }

    @Test func `is the document of the quickstart`() throws {
        let document = try CommandRunner.output(
            RunningServer.program,
            ["render", "localhost", "--config", "\(Fixtures.configurations)/quickstart.yaml"])
        #expect(readme.contains("```json\n\(document)\n```"))
    }

    @Test func `is a first configuration without a finding`() throws {
        let block = try #require(readme.firstMatch(of: /(?s)```yaml\n(.*?)```/))
        let check = try CommandRunner.run(
            RunningServer.program, ["check", "--strict", "--config", "-"],
            input: Array(block.1.utf8))
        #expect(check.exitCode == 0, "\(check.errorText)")
    }
}
