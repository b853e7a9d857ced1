import Diagnostics
import FetchRecord
import POSIX
import SiteAssociation

extension Command {
    static let fetches = Command(
        name: "fetches", summary: "Lists who fetched which host's document, and what Apple has",
        operands: "[HOST | FILE...]", operandCount: 0...Fetches.fileLimit,
        options: RecordSource.options + [LoggedFetches.log, LoggedFetches.host, Fetches.json],
        details: [
            "Without HOST, a line for each host: its pickup state, when Apple's network came last,",
            "with which status, the version that it took, how often it came, and how often others",
            "did. With HOST, the state in words, and a line for each kind of fetch. Ends with 1",
            "when the host is not known.",
        ] + RecordSource.details + LoggedFetches.details,
        example: "aasa-origin fetches shop.example.com --config config/aasa-origin.yaml",
        run: Fetches.run)
}

/// The command `fetches`.
enum Fetches {
    /// How many logs the command line takes.
    static let fileLimit = 10_000
    static let json = Option(name: "--json", summary: "print a JSON object in a line for each host")

    @Sendable static func run(_ invocation: Invocation) throws(UsageError) -> ExitCode {
        if let file = invocation.value(LoggedFetches.log) {
            return try LoggedFetches.run(invocation, file)
        }
        guard !invocation.has(LoggedFetches.host) else {
            throw UsageError(
                "option-conflict", "option '--host' stands only with '--log'",
                for: invocation.command)
        }
        guard invocation.operands.count <= 1 else {
            throw UsageError(
                "argument-unexpected",
                "unexpected argument \(Diagnostic.quoted(invocation.operands[1]))",
                hint: "files of logs stand behind '--log'", for: invocation.command)
        }
        return asked(invocation)
    }

    private static func asked(_ invocation: Invocation) -> ExitCode {
        let progress = invocation.progress(unless: json)
        defer { progress.end() }
        do throws(AdminFailure) {
            let source = try RecordSource(invocation)
            guard let host = invocation.operands.first else {
                let hosts = try source.fetches(progress)
                progress.end()
                show(hosts, RecordText.overview, invocation)
                return .done
            }
            guard let fetches = try source.fetches(of: host) else {
                Findings.show([RecordSource.unknown(host)])
                return .refused
            }
            progress.end()
            show([fetches], { $0.map(RecordText.details).joined() }, invocation)
            return .done
        } catch {
            progress.end()
            Findings.show(error.findings)
            return error.code
        }
    }

    /// Prints hosts as a table, or as one object a line.
    static func show(
        _ hosts: [HostFetches], _ table: ([HostFetches]) -> String, _ invocation: Invocation
    ) {
        guard invocation.has(json) else {
            ProcessContext.printOutput(table(hosts))
            return
        }
        var bytes: [UInt8] = []
        for host in hosts {
            bytes += host.json.encoded()
            bytes.append(UInt8(ascii: "\n"))
        }
        ProcessContext.printOutput(bytes)
    }
}
