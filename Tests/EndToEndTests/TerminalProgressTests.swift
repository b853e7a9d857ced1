import Foundation
import TestSupport
import Testing

/// A terminal, and the line that tells on it how far the doctor is.
struct TerminalCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let columns: UInt16
    var environment: [String: String] = [:]
    /// The line when half of the hosts are done; `N` stands for a number.
    let line: String
}

/// Runs the doctor on hosts of which the second half waits for a sign, or the last one is slow.
struct HostsAtTerminal {
    static let hosts = (0..<16).map { "h\($0).many.example.com" }
    static let leaf = Result {
        try Site.certificates.get().leaf("many", names: ["*.many.example.com"])
    }

    let terminal: PseudoTerminal
    let directory: TemporaryDirectory
    private let sign = DispatchSemaphore(value: 0)
    private let server: FaultServer
    private let child: Child

    init(
        columns: UInt16, environment: [String: String] = [:], arguments: [String] = [],
        awaitsSign: Bool = true,
        streams: (PseudoTerminal, TemporaryDirectory) -> (output: String, errors: String)
    ) throws {
        terminal = try PseudoTerminal(columns: columns)
        directory = try TemporaryDirectory()
        server = try FaultServer(Doctor.identity(Self.leaf.get())) { [sign] request in
            var reply = Doctor.sound(request)
            if awaitsSign, Self.hosts.dropFirst(8).contains(request.host) {
                sign.wait()
                sign.signal()
            } else if !awaitsSign, request.host == Self.hosts.last, reply.status == 200 {
                reply.delaySeconds = 1.1
            }
            return reply
        }
        let (output, errors) = streams(terminal, directory)
        child = try ProcessRegistry.start(
            [RunningServer.program, "doctor"] + Self.hosts + [
                "--offline", "--jobs", "2", "--timeout", "100", "--ca", try Site.authority(),
                "--connect-to", "::127.0.0.1:\(server.port)",
            ] + arguments,
            environment: ["TERM": "xterm", "COLUMNS": ""].merging(environment) { $1 },
            streams: ("/dev/null", output, errors))
    }

    /// Lets the second half be answered, and returns what the terminal got in all.
    func finish() -> String {
        sign.signal()
        #expect(child.wait(deadlineSeconds: 100) == 0)
        return terminal.finish()
    }
}

struct `The doctor at a terminal` {
    static let bar = "looking at hosts [####################--------------------] 8 of 16, N s left"
    static let cases = [
        TerminalCase(testDescription: "100 columns", columns: 100, line: bar),
        TerminalCase(
            testDescription: "40 columns", columns: 40, line: "looking at hosts: 8 of 16, N s left"),
        TerminalCase(
            testDescription: "columns that only the environment knows", columns: 0,
            environment: ["COLUMNS": "30"], line: "looking at hosts: 8 of 16"),
        TerminalCase(testDescription: "columns that nobody knows", columns: 0, line: bar),
    ]

    @Test(arguments: cases)
    func `draws a bar below the results, and leaves nothing of it`(row: TerminalCase) throws {
        let run = try HostsAtTerminal(columns: row.columns, environment: row.environment) {
            terminal, _ in (terminal.path, terminal.path)
        }
        #expect(run.terminal.wait { Self.frames($0).contains(row.line) })
        let written = run.finish()
        let lines = PseudoTerminal.screen(written).components(separatedBy: "\n")
        #expect(
            lines.prefix(16).sorted()
                == HostsAtTerminal.hosts.map { "\($0): fine: 1 note" }.sorted())
        #expect(
            lines.dropFirst(16) == [
                "", "16 hosts: 16 fine", "  note     sibling-fails  16 hosts", "",
            ])
    }

    @Test func `draws on the terminal of errors alone when results go to a file`() throws {
        let run = try HostsAtTerminal(columns: 100) { ($1.file("out"), $0.path) }
        #expect(run.terminal.wait { Self.frames($0).contains(Self.bar) })
        #expect(PseudoTerminal.screen(run.finish()) == "")
        #expect(try run.directory.text(of: "out").hasSuffix("  note     sibling-fails  16 hosts\n"))
    }

    /// Arguments, the kind of the terminal, and whether standard error is one.
    static let quiet: [([String], String, Bool)] = [
        (["--json"], "xterm", true), (["--format", "junit"], "xterm", true), ([], "dumb", true),
        ([], "xterm", false),
    ]

    @Test(arguments: quiet)
    func `draws nothing for machines, and where standard error is no terminal`(
        arguments: [String], kind: String, hasTerminal: Bool
    ) throws {
        let run = try HostsAtTerminal(
            columns: 72, environment: ["TERM": kind], arguments: arguments, awaitsSign: false
        ) { ($0.path, hasTerminal ? $0.path : $1.file("errors")) }
        let written = run.finish()
        #expect(HostsAtTerminal.hosts.allSatisfy(written.contains))
        #expect(!written.contains("\u{1B}"))
        #expect(!written.contains("looking at"))
        #expect(try hasTerminal || run.directory.text(of: "errors") == "")
    }

    /// The lines of progress in what was written, with `N s` for the time left.
    static func frames(_ written: String) -> [String] {
        written.matches(of: /\r([^\r\n\u{1B}]+)\u{1B}\[K/).map {
            String($0.1).replacing(/\d+ (s|min) left/, with: "N s left")
        }
    }
}

/// A command that waits for what it reads, and what it says meanwhile.
struct WaitingCommand: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    let words: String
    /// What it reads; a configuration, unless set.
    var input: String?
    var testDescription: String { arguments[0] }
}

struct `Commands that take long, at a terminal` {
    static let cases = [
        WaitingCommand(arguments: ["check", "-c", "-"], words: "reading the configuration ..."),
        WaitingCommand(arguments: ["hosts", "-c", "-"], words: "reading the configuration ..."),
        WaitingCommand(
            arguments: ["render", "shop.example.com", "-c", "-"],
            words: "reading the configuration ..."),
        WaitingCommand(
            arguments: ["match", "https://shop.example.com/products/1", "-c", "-"],
            words: "reading the rules ..."),
        WaitingCommand(
            arguments: ["import", "-", "--host", "shop.example.com"],
            words: "reading files [\(String(repeating: "-", count: 40))] 0 of 1",
            input: #"{"webcredentials":{"apps":["ABCDE12345.com.example.shop"]}}"#),
    ]

    @Test(arguments: cases)
    func `say what they do, and leave nothing of it`(row: WaitingCommand) throws {
        let terminal = try PseudoTerminal(columns: 72)
        let input = try row.input ?? Site.configuration()
        let directory = try TemporaryDirectory()
        var pipe: NamedPipe? = try NamedPipe(directory.file("configuration"), .writing)
        let child = try ProcessRegistry.start(
            [RunningServer.program] + row.arguments, environment: ["TERM": "xterm"],
            streams: (directory.file("configuration"), terminal.path, terminal.path))
        #expect(terminal.wait { $0.contains("\r\(row.words)\u{1B}[K") })
        try pipe?.write(input)
        pipe = nil
        #expect(child.wait(deadlineSeconds: 60) == 0)
        let alone = try CommandRunner.run(
            RunningServer.program, row.arguments, input: Array(input.utf8))
        #expect(PseudoTerminal.screen(terminal.finish()) == alone.errorText + alone.outputText)
    }
}
