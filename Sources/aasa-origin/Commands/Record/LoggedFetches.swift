import Diagnostics
import FetchRecord
import Origin
import POSIX

/// The command `fetches` on access logs, which no server is asked for.
enum LoggedFetches {
    static let log = Option(
        name: "--log", value: "FILE",
        summary: "read access logs: this file and the operands; - is standard input")
    static let host = Option(
        name: "--host", value: "HOST",
        summary: "with --log: only this host, and whose lines are that name none")

    static let details = [
        "With --log it reads access logs of this server, nginx, Caddy or Apache, plain or packed",
        "with gzip, in any order: lines of JSON with the keys of this server, of Caddy or of",
        "nginx's variables, and the common and combined formats, with the host first or without",
        "one. What was served last counts as published, as of the last line. A line that is of",
        "no access log is named and left out; only such lines end with 1, a file that cannot be",
        "read to its end with 3.",
    ]

    static func run(_ invocation: Invocation, _ file: String) throws(UsageError) -> ExitCode {
        for option in RecordSource.options where invocation.has(option) {
            throw UsageError(
                "option-conflict", "option '\(option.name)' cannot stand with '--log'",
                for: invocation.command)
        }
        let progress = invocation.progress(unless: Fetches.json)
        defer { progress.end() }
        let files = [file] + invocation.operands
        progress.begin("reading logs", total: files.count)
        var reader = AccessLogReader(LogTally(only: invocation.value(host)))
        var isWhole = true
        for file in files {
            let outcome = reader.read(file)
            if !outcome.isWhole { isWhole = false }
            let findings = outcome.findings + hints(file, outcome.findings)
            if !findings.isEmpty { progress.giveWay { Findings.show(findings) } }
            progress.advance(by: 1)
        }
        progress.end()
        return show(reader, isWhole: isWhole, invocation)
    }

    /// What is taken for a file may be meant as a host.
    private static func hints(_ file: String, _ findings: [Diagnostic]) -> [Diagnostic] {
        guard file.contains("."), !file.contains("/"), !Files.exists(file),
            findings.contains(where: { $0.id == "file-unreadable" })
        else { return [] }
        return [
            Diagnostic(
                .note, "log-operand", "with --log every operand is a file",
                hint: "a host is named with --host")
        ]
    }

    private static func show(
        _ reader: AccessLogReader, isWhole: Bool, _ invocation: Invocation
    ) -> ExitCode {
        let tally = reader.tally
        let fetches = tally.fetches(
            quietAfterMilliseconds: RecordSettings().quietAfterMilliseconds)
        Findings.show(remarks(tally))
        if let name = invocation.value(host) {
            Fetches.show(fetches, { $0.map(RecordText.details).joined() }, invocation)
            if fetches.isEmpty {
                Findings.show([
                    Diagnostic(
                        .error, "host-unknown",
                        "the logs tell of no fetch of host \(Diagnostic.quoted(name))")
                ])
            }
        } else {
            Fetches.show(fetches, RecordText.overview, invocation)
        }
        if !isWhole { return .failed }
        let hasOnlyBadLines = reader.badLines > 0 && reader.requests == 0
        let isMissing = invocation.has(host) && fetches.isEmpty
        return hasOnlyBadLines || isMissing ? .refused : .done
    }

    private static func remarks(_ tally: LogTally) -> [Diagnostic] {
        var remarks: [Diagnostic] = []
        if tally.hostless > 0 {
            remarks.append(
                Diagnostic(
                    .note, "log-without-host",
                    "fetches in lines that name no host are listed for "
                        + "'\(LogTally.noHost)': \(Count.text(tally.hostless))",
                    hint: "--host HOST says whose they are"))
        }
        if tally.dropped > 0 {
            remarks.append(
                Diagnostic(
                    .warning, "log-too-many",
                    "\(Count.text(tally.dropped)) fetches of too many hosts, or too many kinds, "
                        + "are not counted", hint: "read fewer logs at a time"))
        }
        return remarks
    }
}
