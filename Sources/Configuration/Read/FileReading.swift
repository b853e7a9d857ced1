import Diagnostics
import POSIX
import YAML

/// Reads the main file and its includes into one draft.
struct FileReading {
    let files: any ConfigurationFiles
    let limits: LoaderLimits
    let decoder: NodeDecoder

    private(set) var draft = Draft()
    private(set) var sources: [SourceFile] = []
    /// Whether every file is YAML, so that names can be looked up.
    private(set) var isComplete = true
    private var totalBytes = 0
    /// The files that have been read, and the include that named each.
    private var readers: [String: Location] = [:]
    private var openFiles: [String] = []
    /// How many files includes have named, over and over perhaps.
    private var attemptCount = 0
    private var includeCount = 0

    init(files: any ConfigurationFiles, limits: LoaderLimits, decoder: NodeDecoder) {
        self.files = files
        self.limits = limits
        self.decoder = decoder
    }

    /// Reads the main file and everything that it includes.
    mutating func readMain(_ path: String) {
        let name = path == "-" ? "<stdin>" : path
        do throws(SystemError) {
            let bytes = try files.read(path, limitBytes: limits.totalBytes)
            let source = SourceFile(name: name, bytes: bytes)
            readers[files.identity(of: path)] = Location(source, line: 1, column: 1)
            decode(source, path: path)
        } catch {
            let place = Location(file: SourceFile(name: name))
            fail(
                Diagnostic(
                    .error, "config-unreadable", "cannot read the configuration: \(reason(error))",
                    at: place, hint: error == .notFound ? "name another with --config" : nil))
        }
    }

    private mutating func decode(_ source: SourceFile, path: String, owner: String? = nil) {
        sources.append(source)
        totalBytes += source.bytes.count
        let document = YAMLReader.read(source)
        document.findings.forEach(decoder.report)
        guard let root = document.root else {
            isComplete = isComplete && !document.findings.containsError
            if document.findings.isEmpty { reportEmpty(source) }
            return
        }
        let directory = Paths.directory(of: path)
        let includes = FileDecoding(decoder: decoder, directory: directory, owner: owner)
            .decode(root, into: &draft)
        openFiles.append(files.identity(of: path))
        for include in includes { read(include, in: directory) }
        openFiles.removeLast()
    }

    private func reportEmpty(_ source: SourceFile) {
        let isMain = sources.count == 1
        decoder.report(
            Diagnostic(
                isMain ? .error : .warning, "empty-file", "the file holds no configuration",
                at: Location(file: source),
                hint: isMain ? "begin with apps, environments and hosts" : nil))
    }

    // MARK: Includes

    private mutating func read(_ included: Include, in directory: String) {
        let include = included.path
        guard openFiles.count <= limits.includeDepth else {
            return fail(
                Diagnostic(
                    .error, "include-depth",
                    "includes are nested more than \(limits.includeDepth) deep",
                    at: include.location))
        }
        includeCount += 1
        guard includeCount <= limits.files else {
            guard includeCount == limits.files + 1 else { return }
            return fail(
                Diagnostic(
                    .error, "include-count",
                    "the configuration has more than \(limits.files) includes",
                    at: include.location))
        }
        let pattern = Paths.resolve(include.value, in: directory)
        guard Paths.isGlob(pattern) else { return readIncluded(pattern, included) }
        let paths = files.paths(matching: pattern)
        if paths.isEmpty {
            let finding = files.listingFinding(
                of: pattern, "include-unreadable", at: include.location)
            if let finding { return fail(finding) }
            decoder.warning(
                "include-without-match", "no file matches \(quoted(pattern))",
                at: include.location)
        }
        for path in paths { readIncluded(path, included) }
    }

    private mutating func readIncluded(_ path: String, _ included: Include) {
        let include = included.path
        attemptCount += 1
        guard attemptCount < limits.files else {
            guard attemptCount == limits.files else { return }
            return fail(
                Diagnostic(
                    .error, "include-count",
                    "the configuration has more than \(limits.files) files", at: include.location))
        }
        let identity = files.identity(of: path)
        if openFiles.contains(identity) {
            return fail(
                Diagnostic(
                    .error, "include-cycle", "\(Diagnostic.quotedPath(path)) includes itself",
                    at: include.location, hint: "remove one include of the circle"))
        }
        if let first = readers[identity] {
            return decoder.error(
                "include-twice", "\(Diagnostic.quotedPath(path)) is included twice",
                at: include.location,
                hint: "keep one of the two",
                notes: [Diagnostic.Note("the first is here", at: first)])
        }
        readers[identity] = include.location
        do throws(SystemError) {
            let bytes = try files.read(path, limitBytes: limits.totalBytes - totalBytes)
            decode(SourceFile(name: path, bytes: bytes), path: path, owner: included.owner)
        } catch {
            fail(
                Diagnostic(
                    .error, "include-unreadable",
                    "cannot read \(Diagnostic.quotedPath(path)): \(reason(error))",
                    at: include.location))
        }
    }

    private func reason(_ error: SystemError) -> String {
        error == .tooLarge
            ? "the files are larger than \(limits.totalBytes) bytes together" : error.reason
    }

    private mutating func fail(_ finding: Diagnostic) {
        decoder.report(finding)
        isComplete = false
    }
}
