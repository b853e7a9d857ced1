import Configuration
import Diagnostics
import Origin
import POSIX
import SiteAssociation

extension Command {
    static let match = Command(
        name: "match", summary: "Says which apps get a URL, by which rule, and why not others",
        operands: "[URL...]", operandCount: 0...Match.urlLimit,
        options: [
            .config, Match.document, Match.component, Match.app, Match.domain, Match.variables,
            Match.defaults, Match.urls, Match.swcutil, Match.caveats, .json,
        ],
        details: [
            "Asks the configuration, or with --document any apple-app-site-association file, or",
            "with --component one dictionary of 'components'. JSON is given as text or as a file.",
            "Ends with 0 when an app gets the URL, 4 when a rule excludes it, 1 when no rule",
            "speaks of it, 2 for a URL that is none, 3 when something cannot be read. Of several",
            "URLs the one farthest from a match decides: 3, then 1, then 4, then 0.",
        ],
        example: "aasa-origin match https://shop.example.com/products/42",
        run: Match.run)
}

/// The command `match`.
enum Match {
    static let document = Option(
        name: "--document", value: "FILE",
        summary: "ask this association file instead; - is standard input")
    static let component = Option(
        name: "--component", value: "JSON", summary: "ask this dictionary of 'components' instead")
    static let app = Option(
        name: "--app", value: "APP", summary: "only this app: its identifier or its name")
    static let domain = Option(
        name: "--domain", value: "HOST",
        summary: "the associated domain, such as example.com or *.example.com")
    static let variables = Option(
        name: "--variables", value: "JSON", summary: "'substitutionVariables' for --component")
    static let defaults = Option(
        name: "--defaults", value: "JSON", summary: "'defaults' for --component")
    static let urls = Option(
        name: "--urls", value: "FILE", summary: "URLs, one in each line; - is standard input")
    static let swcutil = Option(name: "--swcutil", summary: "print the words of Apple's swcutil")
    static let caveats = Option(
        name: "--caveats", summary: "add what decides about links beside the file")

    /// How many URLs the command line takes.
    static let urlLimit = 10_000

    @Sendable static func run(_ invocation: Invocation) throws(UsageError) -> ExitCode {
        try check(invocation)
        do throws(InputFailure) {
            let progress = invocation.progress(unless: .json)
            progress.begin("reading the rules")
            defer { progress.end() }
            var subject = try MatchSubject(invocation)
            let urls = try questions(invocation)
            progress.end()
            return answer(urls, &subject, invocation)
        } catch {
            Findings.show(error.findings)
            return .failed
        }
    }

    private static func check(_ invocation: Invocation) throws(UsageError) {
        let subjects = [Option.config, document, component].filter(invocation.has)
        guard subjects.count <= 1 else {
            throw UsageError(
                "option-conflict",
                "option '\(subjects[1].name)' cannot stand with '\(subjects[0].name)'",
                for: invocation.command)
        }
        for option in [variables, defaults]
        where invocation.has(option) && !invocation.has(component) {
            throw UsageError(
                "option-conflict", "option '\(option.name)' stands only with '--component'",
                hint: "a document and a configuration have their own", for: invocation.command)
        }
        guard !invocation.operands.isEmpty || invocation.has(urls) else {
            throw UsageError(
                "argument-missing", "a URL is missing", hint: "or name a file with --urls",
                for: invocation.command)
        }
        for operand in invocation.operands {
            do {
                _ = try LinkURL(operand)
            } catch {
                throw UsageError(error.id, error.message, hint: error.hint, for: invocation.command)
            }
        }
    }

    private static func questions(
        _ invocation: Invocation
    ) throws(InputFailure) -> URLList {
        var list = URLList(invocation.operands)
        if let path = invocation.value(urls) { list.add(try InputFile.read(path)) }
        return list
    }

    private static func answer(
        _ urls: URLList, _ subject: inout MatchSubject, _ invocation: Invocation
    ) -> ExitCode {
        let isJSON = invocation.has(.json)
        var verdicts: [Verdict] = []
        var reports: [JSONValue] = []
        for url in urls.urls {
            let report = subject.report(url)
            verdicts.append(report.verdict)
            if isJSON {
                reports.append(report.json)
            } else if invocation.has(swcutil) {
                ProcessContext.printOutput(subject.swcutilText(report, url))
            } else {
                ProcessContext.printOutput(report.text)
            }
        }
        let verdict = Verdict.worst(verdicts)
        if isJSON {
            Findings.show(
                JSONValue(present: [
                    "verdict": .string(verdict.rawValue), "urls": .array(reports),
                    "caveats": invocation.has(caveats) ? .some(JSONValue(LinkCaveats.all)) : .none,
                ]))
        } else if invocation.has(caveats) {
            let lines = LinkCaveats.all.map { "  \($0)\n" }.joined()
            ProcessContext.printOutput("what no file can show:\n" + lines)
        }
        Findings.show(urls.findings)
        guard urls.findings.isEmpty else { return .failed }
        switch verdict {
        case .match: return .done
        case .exclude: return .excluded
        case .none: return .refused
        }
    }
}
