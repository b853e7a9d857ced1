import Diagnostics
import HTTPClient
import Origin
import SiteAssociation

/// Reads from a running server what it publishes.
///
/// The list of hosts has each document's digest, so that only documents that differ from the
/// other side's are fetched, and each of them once.
enum RunningSite {
    /// Returns what a server publishes.
    ///
    /// - Parameters:
    ///   - client: The server's admin listener.
    ///   - other: What it is compared with; documents with equal digests are not fetched.
    /// - Returns: All hosts, with documents that are in memory.
    /// - Throws: `admin-unreachable`, `admin-refused`, `admin-answer`.
    static func site(
        _ client: AdminClient, comparedWith other: PublishedSite?
    ) throws(AdminFailure) -> PublishedSite {
        let list = try json(client, "/hosts")
        var known: [String: PublishedDocument] = [:]
        for case let document? in (other?.hosts ?? []).map(\.document) {
            known[document.digest] = document
        }
        var hosts: [PublishedSite.Host] = []
        for entry in list["hosts"]?.elements ?? [] {
            guard let pattern = entry["host"]?.string, let digest = entry["document"]?.string,
                case .bool(let isEnabled) = entry["enabled"]?.content
            else { throw malformed(client) }
            guard isEnabled else {
                hosts.append(PublishedSite.Host(pattern, nil))
                continue
            }
            if known[digest] == nil { known[digest] = try fetch(client, pattern, digest) }
            hosts.append(PublishedSite.Host(pattern, known[digest]))
        }
        return PublishedSite(hosts)
    }

    private static func fetch(
        _ client: AdminClient, _ pattern: String, _ digest: String
    ) throws(AdminFailure) -> PublishedDocument {
        let name = pattern.replacing("*", with: "%2A")
        let document = Document(try json(client, "/hosts/\(name)/document"))
        return PublishedDocument(
            digest: digest, document: { document }, bytes: { document.root.value.encoded() })
    }

    private static func json(
        _ client: AdminClient, _ path: String
    ) throws(AdminFailure) -> JSONNode {
        let response = try client.send("GET", path)
        guard response.status == 200 else { throw client.refusal(response) }
        let source = SourceFile(name: client.target.name + path, bytes: response.body)
        let reading = JSONReader.read(source)
        guard let root = reading.root else {
            throw AdminFailure(findings: reading.findings, code: .failed)
        }
        return root
    }

    private static func malformed(_ client: AdminClient) -> AdminFailure {
        AdminFailure(
            findings: [
                Diagnostic(
                    .error, "admin-answer",
                    "\(Diagnostic.quoted(client.target.name)) gave no list of hosts",
                    hint: "is it the admin listener of this program?")
            ], code: .failed)
    }
}
