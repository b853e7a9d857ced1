import Diagnostics
import Origin
import POSIX
import SiteAssociation

extension Command {
    static let lint = Command(
        name: "lint", summary: "Finds mistakes in association files, also in those of others",
        operands: "(FILE... | --explain ID)", operandCount: 0...Lint.fileLimit,
        options: [Lint.strict, .json, Lint.only, Lint.ignore, Lint.explain],
        details: [
            "FILE is an apple-app-site-association file; - reads standard input. IDS are the",
            "names of rules, separated by commas. Ends with 1 when there is any error, with 3",
            "when a file cannot be read.",
        ],
        example: "aasa-origin lint --strict apple-app-site-association",
        run: Lint.run)
}

/// The command `lint`.
private enum Lint {
    /// How many files are looked at in one run.
    static let fileLimit = 10_000

    static let strict = Option(name: "--strict", summary: "count warnings as errors")
    static let only = Option(name: "--only", value: "IDS", summary: "run these rules alone")
    static let ignore = Option(name: "--ignore", value: "IDS", summary: "leave these rules out")
    static let explain = Option(
        name: "--explain", value: "ID", summary: "say what a rule finds and what to write instead")

    @Sendable static func run(_ invocation: Invocation) throws(UsageError) -> ExitCode {
        if let id = invocation.value(explain) { return try explanation(of: id, invocation) }
        guard !invocation.operands.isEmpty else {
            throw UsageError("argument-missing", "FILE is missing", for: invocation.command)
        }
        let linter = Linter(
            only: try ids(only, invocation), ignored: try ids(ignore, invocation) ?? [])
        var code = ExitCode.done
        var all: [Diagnostic] = []
        for path in invocation.operands {
            let (findings, result) = findings(path, linter, isStrict: invocation.has(strict))
            if result.rawValue > code.rawValue { code = result }
            all += findings
            guard !invocation.has(.json) else { continue }
            Findings.show(findings)
            let count = Findings.count(findings)
            ProcessContext.printOutput("\(name(path)): \(count.isEmpty ? "clean" : count)\n")
        }
        if invocation.has(.json) { Findings.show(report(all)) }
        return code
    }

    private static func name(_ path: String) -> String { path == "-" ? "<stdin>" : path }

    private static func findings(
        _ path: String, _ linter: Linter, isStrict: Bool
    ) -> ([Diagnostic], ExitCode) {
        let limit = JSONReader.sizeLimitBytes
        do {
            let bytes =
                path == "-"
                ? try Files.readStandardInput(limitBytes: limit)
                : try Files.read(path, limitBytes: limit)
            let found = linter.findings(in: SourceFile(name: name(path), bytes: bytes))
            let findings = isStrict ? found.strict() : found
            return (findings, findings.containsError ? .refused : .done)
        } catch {
            let finding = Diagnostic(
                .error, "document-unreadable", "cannot read the document: \(error.reason)",
                at: Location(file: SourceFile(name: name(path))))
            return ([finding], .failed)
        }
    }

    private static func report(_ findings: [Diagnostic]) -> JSONValue {
        JSONValue(present: [
            "outcome": findings.containsError ? "refused" : "ok",
            "errors": JSONValue(findings.count { $0.severity == .error }),
            "warnings": JSONValue(findings.count { $0.severity == .warning }),
            "notes": JSONValue(findings.count { $0.severity == .note }),
            "diagnostics": .array(findings.map(\.json)),
        ])
    }

    // MARK: Rules

    private static func ids(
        _ option: Option, _ invocation: Invocation
    ) throws(UsageError) -> Set<String>? {
        guard let text = invocation.value(option) else { return nil }
        let ids = text.split(separator: ",").map(String.init)
        for id in ids { _ = try rule(id, invocation) }
        return Set(ids)
    }

    private static func rule(
        _ id: String, _ invocation: Invocation
    ) throws(UsageError) -> any LintRule.Type {
        if let rule = LintRules.rule(id) { return rule }
        let nearest = NearestWord.nearest(to: id, among: LintRules.all.map { $0.id })
        throw UsageError(
            "unknown-rule", "there is no rule \(Diagnostic.quoted(id))",
            hint: nearest.map { "did you mean '\($0)'?" }, for: invocation.command)
    }

    private static func explanation(
        of id: String, _ invocation: Invocation
    ) throws(UsageError) -> ExitCode {
        let rule = try rule(id, invocation)
        ProcessContext.printOutput(
            """
            \(rule.id): \(rule.severity.rawValue)
              \(rule.summary)
              found:   \(rule.example)
              instead: \(rule.fix)

            """)
        return .done
    }
}
