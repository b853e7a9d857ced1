import Configuration
import Diagnostics
import Origin
import POSIX
import SiteAssociation

/// One side of a comparison: a document, or the documents of many hosts.
enum DiffSide {
    case document(Document)
    case site(PublishedSite, Configuration?)

    /// Reads an association file or a configuration.
    init(_ path: String) throws(AdminFailure) {
        do throws(InputFailure) {
            let source = try InputFile.read(path, limitBytes: LoaderLimits().totalBytes)
            guard Self.isConfiguration(source) else {
                self = .document(try InputFile.document(in: source))
                return
            }
            let loaded = ConfigurationLoader(
                files: FilesWithOneRead(path, source), environment: ProcessContext.environment
            ).load(path: path)
            guard let configuration = loaded.configuration else {
                throw InputFailure(findings: loaded.findings)
            }
            self = .site(PublishedSite(configuration), configuration)
        } catch {
            throw AdminFailure(findings: error.findings, code: .failed)
        }
    }

    /// The hosts, or `nil` for a document alone.
    var site: PublishedSite? {
        guard case .site(let site, _) = self else { return nil }
        return site
    }

    /// The configuration that was read.
    var configuration: Configuration? {
        guard case .site(_, let configuration) = self else { return nil }
        return configuration
    }

    /// Returns the document alone, or that of a host.
    func document(of name: String?) throws(AdminFailure) -> Document {
        switch self {
        case .document(let document): return document
        case .site(let site, _):
            guard let name, let host = site.host(named: name) else {
                let name = Diagnostic.quoted(name ?? "")
                throw AdminFailure(
                    findings: [
                        Diagnostic(
                            .error, "host-not-configured", "host \(name) is not configured")
                    ], code: .failed)
            }
            return host.document?.document() ?? Document(Association())
        }
    }

    /// JSON is a configuration when it has the keys of one; what is no JSON is one, too.
    private static func isConfiguration(_ source: SourceFile) -> Bool {
        let first = source.bytes.first { $0 > 0x20 }
        let looksLikeJSON = first.map { "{[".utf8.contains($0) || $0 == 0x30 || $0 >= 0x80 } ?? true
        guard looksLikeJSON else { return true }
        guard let members = JSONReader.read(source).root?.members else { return false }
        let keys = members.map(\.key)
        return keys.contains("environments") || keys.contains("include")
    }
}

/// The machine's files, where one has been read already: standard input is read only once.
struct FilesWithOneRead: ConfigurationFiles {
    private let path: String
    private let source: SourceFile
    private let files = SystemConfigurationFiles()

    init(_ path: String, _ source: SourceFile) {
        self.path = path
        self.source = source
    }

    func read(_ path: String, limitBytes: Int) throws(SystemError) -> [UInt8] {
        guard path == self.path else { return try files.read(path, limitBytes: limitBytes) }
        guard source.bytes.count <= limitBytes else { throw .tooLarge }
        return source.bytes
    }

    func paths(matching pattern: String) -> [String] { files.paths(matching: pattern) }

    func isDirectory(_ path: String) -> Bool { files.isDirectory(path) }

    func listingError(of directory: String) -> SystemError? {
        files.listingError(of: directory)
    }

    func identity(of path: String) -> String { files.identity(of: path) }
}
