import Diagnostics
import SiteAssociation

/// Proves a configuration by loading it and comparing each document with its file.
struct ImportProof {
    /// The name of the text in findings.
    private static let name = "<import>"
    /// How many differences of a file are told.
    private static let noteLimit = 5

    private(set) var findings: [Diagnostic] = []
    /// Whether every document means what its file means.
    var isFaithful: Bool { differences == 0 }
    /// How many hosts have no document or another one than their file; `nil` for a text that
    /// cannot be loaded.
    private var differences: Int? = 0

    init(
        _ text: String, tables: [(name: String, text: String)],
        of sources: [(source: ImportSource, hosts: [String])]
    ) {
        guard !sources.isEmpty else { return }
        var files = [Self.name: text]
        for table in tables { files[table.name] = table.text }
        let loaded = ConfigurationLoader(
            files: MemoryConfigurationFiles(files), environment: { _ in nil }
        ).load(path: Self.name)
        guard let configuration = loaded.configuration else {
            differences = nil
            findings = loaded.findings.filter { $0.severity == .error }
            return
        }
        compare(configuration, with: sources)
    }

    private mutating func compare(
        _ configuration: Configuration, with sources: [(source: ImportSource, hosts: [String])]
    ) {
        var documents: [String: Int] = [:]
        for host in configuration.hosts { documents[host.pattern] = host.document }
        let hostCount = sources.reduce(0) { $0 + $1.hosts.count }
        var count = max(0, documents.count - hostCount)
        for (source, hosts) in sources {
            var compared: Set<Int> = []
            for host in hosts {
                guard let index = documents[host] else {
                    count += 1
                    continue
                }
                guard compared.insert(index).inserted else { continue }
                if !hasMeaning(of: source, configuration.documents, index, host) { count += 1 }
            }
        }
        differences = count
    }

    /// Whether a document means what a file means; a finding tells what differs.
    private mutating func hasMeaning(
        of source: ImportSource, _ documents: DocumentTable, _ index: Int, _ host: String
    ) -> Bool {
        checkSize(documents.encoded(index).count, source.file)
        let diff = DocumentDiff(
            old: source.document, new: Document(documents[index]), host: host)
        if !diff.isSameMeaning { report(diff, source.file) }
        return diff.isSameMeaning
    }

    /// Reports a document that a server refuses to serve, since no device would read it.
    private mutating func checkSize(_ size: Int, _ file: SourceFile) {
        let limit = Association.sizeLimitBytes
        guard size > limit else { return }
        findings.append(
            Diagnostic(
                .error, "import-document-too-large",
                "the document of this file has \(size) bytes, over the limit of \(limit)",
                at: Location(file: file),
                hint: "no device reads it, and no server starts with it; leave out rules"))
    }

    /// Whether less differs here than there; a text that cannot be loaded is the farthest.
    func isCloser(than other: ImportProof) -> Bool {
        (differences ?? Int.max) < (other.differences ?? Int.max)
    }

    private mutating func report(_ diff: DocumentDiff, _ file: SourceFile) {
        let lines = diff.text.split(separator: "\n").filter { !$0.hasPrefix("   ") }
        findings.append(
            Diagnostic(
                .warning, "import-differs",
                "the configuration differs from this file: \(diff.summary)",
                at: Location(file: file),
                notes: lines.prefix(Self.noteLimit).map {
                    Diagnostic.Note(String($0.drop { $0 == " " }))
                }))
    }
}
