import Configuration
import Diagnostics
import Origin
import POSIX
import SiteAssociation

extension Command {
    static let importing = Command(
        name: "import", summary: "Makes one configuration of association files",
        operands: "(FILE... | DIR)", operandCount: 1...Import.fileLimit,
        options: [Import.host, Import.output, Import.force],
        details: [
            "The hosts are those of --host, or those that the files' paths name: HOST.json,",
            "HOST/apple-app-site-association, or one in any folder below HOST, such as",
            "HOST/public/.well-known. With several files --host takes as many names, with commas",
            "between them. Apps are named after their bundle identifiers, equal lists of rules are",
            "shared. Files that differ only in identifiers, a label or values of variables become",
            "a table of tenants: FILE-tenants.csv beside the FILE of --output, or rows in the",
            "configuration. In a directory assetlinks.json is passed over. What cannot be carried",
            "over is told. Ends with 0 when the configuration means what the files mean, which is",
            "proved by comparing them, and with 1 otherwise.",
        ],
        example: "aasa-origin import sites/ --output config/aasa-origin.yaml",
        run: Import.run)
}

/// The command `import`.
private enum Import {
    static let host = Option(
        name: "--host", value: "HOST", summary: "the host of the file, or one for each file")
    static let output = Option(
        name: "--output", short: "-o", value: "FILE",
        summary: "write to a file that does not exist yet")
    static let force = Option(name: "--force", summary: "write also where a file exists")

    /// How many files one configuration is made of.
    static let fileLimit = 100_000

    @Sendable static func run(_ invocation: Invocation) throws(UsageError) -> ExitCode {
        let found = ImportFiles(invocation.operands)
        let hosts = try hosts(of: found.files, invocation)
        guard mayWrite(invocation.value(output), invocation) else { return .failed }
        var findings = found.findings
        var sources: [ImportSource] = []
        let progress = invocation.progress()
        progress.begin("reading files", total: found.files.count)
        for (file, hosts) in zip(found.files, hosts) {
            do throws(InputFailure) {
                sources.append(try source(file.path, hosts))
            } catch {
                findings += error.findings
            }
            progress.advance(by: 1)
        }
        progress.begin("making and proving a configuration")
        let output = invocation.value(output).map(OutputPath.init)
        let result = ConfigurationImport(sources, tableStem: output?.stem)
        progress.end()
        Findings.show(findings + result.findings)
        guard !sources.isEmpty else { return found.files.isEmpty ? .refused : .failed }
        // ORDER: everything is asked for before anything is written.
        let tables = result.tables.map { table in
            (output.map { $0.directory + table.name }, table.text)
        }
        guard tables.allSatisfy({ mayWrite($0.0, invocation) }),
            tables.allSatisfy({ write($0.1, to: $0.0) })
        else { return .failed }
        guard write(result.text, to: output?.path) else { return .failed }
        return result.isFaithful && !findings.containsError ? .done : .refused
    }

    private static func hosts(
        of files: [(path: String, host: String?)], _ invocation: Invocation
    ) throws(UsageError) -> [[String]] {
        guard let names = invocation.value(host) else {
            return files.map { $0.host.map { [$0] } ?? [] }
        }
        let hosts = names.split(separator: ",").map(String.init)
        if files.count == 1 { return [hosts] }
        guard hosts.count == files.count else {
            throw UsageError(
                "host-count",
                "--host names \(Count.text(hosts.count, "host")) for "
                    + Count.text(files.count, "file"),
                hint: "give one for each file, with commas between them", for: invocation.command)
        }
        return hosts.map { [$0] }
    }

    private static func source(
        _ path: String, _ hosts: [String]
    ) throws(InputFailure) -> ImportSource {
        let file = try InputFile.read(path)
        let document = try InputFile.document(in: file)
        guard !hosts.isEmpty else {
            throw InputFailure(
                Diagnostic(
                    .error, "import-host", "the path of this file names no host",
                    at: Location(file: file), hint: "rename it to HOST.json, or add --host HOST"))
        }
        return ImportSource(file: file, document: document, hosts: hosts)
    }

    /// Where a configuration goes, with what the names of files beside it begin with.
    private struct OutputPath {
        let path: String
        let directory: String
        let stem: String

        init(_ path: String) {
            self.path = path
            let end = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
            directory = String(path[..<end])
            let name = path[end...]
            stem = String(name.lastIndex(of: ".").map { name[..<$0] } ?? name)
        }
    }

    private static func mayWrite(_ path: String?, _ invocation: Invocation) -> Bool {
        guard let path else { return true }
        guard Files.isDirectory(Files.directory(of: path)) else {
            Findings.show([
                Diagnostic(
                    .error, "file-unwritable",
                    "cannot write \(Diagnostic.quotedPath(path)): its directory is missing",
                    hint: "create it, or name another one")
            ])
            return false
        }
        guard Files.exists(path), !invocation.has(force) else { return true }
        Findings.show([
            Diagnostic(
                .error, "file-exists", "\(Diagnostic.quotedPath(path)) exists already",
                hint: "name another file, or add --force")
        ])
        return false
    }

    private static func write(_ text: String, to path: String?) -> Bool {
        guard let path else {
            ProcessContext.printOutput(text)
            return true
        }
        do {
            try Files.write(Array(text.utf8), to: path)
            return true
        } catch {
            Findings.show([
                Diagnostic(
                    .error, "file-unwritable",
                    "cannot write \(Diagnostic.quotedPath(path)): \(error.reason)")
            ])
            return false
        }
    }
}
