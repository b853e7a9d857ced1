import Diagnostics
import HTTPClient
import Origin
import POSIX
import SiteAssociation
import Synchronization

/// Reads from a running server what it publishes.
///
/// The list of hosts comes in parts, so that no answer is long however many there are. It has
/// each document's digest: only documents that differ from the other side's are fetched, each
/// of them once, and only when something looks into them.
enum RunningSite {
    /// How many hosts a part of the list has.
    private static let partHosts = 5_000
    /// How often the list is read anew when a reload comes between its parts.
    private static let attempts = 3

    /// Returns what a server publishes.
    ///
    /// - Parameters:
    ///   - client: The server's admin listener.
    ///   - other: What it is compared with; documents with equal digests are not fetched.
    ///   - progress: Takes how far the reading is.
    /// - Returns: All hosts, with documents that are in memory.
    /// - Throws: `admin-unreachable`, `admin-refused`, `admin-answer`.
    static func site(
        _ client: AdminClient, comparedWith other: PublishedSite?, _ progress: ProgressLine
    ) throws(AdminFailure) -> PublishedSite {
        let list = try list(client, progress)
        var known: [String: PublishedDocument] = [:]
        for case let document? in (other?.hosts ?? []).map(\.document) {
            known[document.digest] = document
        }
        let missing = missing(list, known)
        progress.begin("fetching documents", total: missing.count)
        for document in try fetch(client, missing, progress) { known[document.digest] = document }
        return PublishedSite(
            list.map { PublishedSite.Host($0.host, $0.digest.flatMap { known[$0] }) })
    }

    // MARK: The list

    private struct Entry {
        let host: String
        /// The digest of the document; `nil` where it is not served.
        let digest: String?
    }

    private static func list(
        _ client: AdminClient, _ progress: ProgressLine
    ) throws(AdminFailure) -> [Entry] {
        for _ in 0..<attempts {
            if let entries = try wholeList(client, progress) { return entries }
        }
        throw failure(
            client, "the configuration changes while it is read", hint: "try again in a moment")
    }

    /// Reads all parts of the list; `nil` when they are not of one configuration.
    private static func wholeList(
        _ client: AdminClient, _ progress: ProgressLine
    ) throws(AdminFailure) -> [Entry]? {
        var entries: [Entry] = []
        var digest: String?
        while true {
            let part = try json(
                client, "/hosts?brief=1&limit=\(partHosts)&offset=\(entries.count)")
            guard let name = part["digest"]?.string,
                case .number(let text) = part["count"]?.content, let count = Int(text)
            else { throw malformed(client) }
            if let digest, digest != name { return nil }
            if digest == nil { progress.begin("reading the list of hosts", total: count) }
            digest = name
            let hosts = part["hosts"]?.elements ?? []
            for host in hosts { entries.append(try entry(host, client)) }
            progress.advance(by: hosts.count)
            if hosts.isEmpty || entries.count >= count { return entries }
        }
    }

    private static func entry(
        _ node: JSONNode, _ client: AdminClient
    ) throws(AdminFailure) -> Entry {
        guard let pattern = node["host"]?.string, let digest = node["document"]?.string,
            case .bool(let isEnabled) = node["enabled"]?.content
        else { throw malformed(client) }
        return Entry(host: pattern, digest: isEnabled ? digest : nil)
    }

    // MARK: Documents

    /// Returns the first host of each document that is not known.
    private static func missing(
        _ list: [Entry], _ known: [String: PublishedDocument]
    ) -> [(host: String, digest: String)] {
        var seen: Set<String> = []
        return list.compactMap { entry in
            guard let digest = entry.digest, known[digest] == nil, seen.insert(digest).inserted
            else { return nil }
            return (entry.host, digest)
        }
    }

    private static func fetch(
        _ client: AdminClient, _ missing: [(host: String, digest: String)],
        _ progress: ProgressLine
    ) throws(AdminFailure) -> [PublishedDocument] {
        let outcomes = Parallel.map(missing.count, chunk: 16, threads: 4) { index in
            defer { progress.advance(by: 1) }
            return Result { () throws(AdminFailure) in
                try document(client, missing[index].host, missing[index].digest)
            }
        }
        var documents: [PublishedDocument] = []
        for outcome in outcomes { documents.append(try outcome.get()) }
        return documents
    }

    private static func document(
        _ client: AdminClient, _ pattern: String, _ digest: String
    ) throws(AdminFailure) -> PublishedDocument {
        let name = pattern.replacing("*", with: "%2A")
        let source = try body(client, "/hosts/\(name)/document")
        let document = Document(try json(source))
        return PublishedDocument(
            digest: digest, document: { document }, bytes: { source.bytes })
    }

    // MARK: Answers

    private static func json(
        _ client: AdminClient, _ path: String
    ) throws(AdminFailure) -> JSONNode {
        try json(try body(client, path))
    }

    private static func body(
        _ client: AdminClient, _ path: String
    ) throws(AdminFailure) -> SourceFile {
        let response = try client.send("GET", path)
        guard response.status == 200 else { throw client.refusal(response) }
        return SourceFile(name: client.target.name + path, bytes: response.body)
    }

    private static func json(_ source: SourceFile) throws(AdminFailure) -> JSONNode {
        let reading = JSONReader.read(source)
        guard let root = reading.root else {
            throw AdminFailure(findings: reading.findings, code: .failed)
        }
        return root
    }

    private static func malformed(_ client: AdminClient) -> AdminFailure {
        failure(
            client, "gave no list of hosts", hint: "is it the admin listener of this program?")
    }

    private static func failure(
        _ client: AdminClient, _ words: String, hint: String
    ) -> AdminFailure {
        AdminFailure(
            findings: [
                Diagnostic(
                    .error, "admin-answer", "\(Diagnostic.quoted(client.target.name)) \(words)",
                    hint: hint)
            ], code: .failed)
    }
}
