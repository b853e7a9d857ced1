import Diagnostics
import FetchRecord
import HTTPClient
import POSIX
import SiteAssociation

/// The record of a running server, by its admin listener.
struct ServerRecord {
    /// How many hosts one answer has at most, which may each have many kinds of fetches.
    private static let partHosts = 500
    /// How often the list is read anew when a reload comes between its parts.
    private static let attempts = 3

    private let client: AdminClient

    init(_ client: AdminClient) { self.client = client }

    /// Reads all hosts, in parts.
    func fetches(_ progress: ProgressLine) throws(AdminFailure) -> [HostFetches] {
        for _ in 0..<Self.attempts {
            if let hosts = try wholeList(progress) { return hosts }
        }
        throw failure(
            "the configuration changes while it is read", hint: "try again in a moment")
    }

    /// Reads all parts of the list; `nil` when they are not of one configuration.
    private func wholeList(_ progress: ProgressLine) throws(AdminFailure) -> [HostFetches]? {
        var hosts: [HostFetches] = []
        var digest: String?
        while true {
            let query = "/fetches?limit=\(Self.partHosts)&offset=\(hosts.count)"
            guard let part = try json(query), let name = part["digest"]?.string,
                case .number(let text) = part["count"]?.content, let count = Int(text)
            else { throw malformed }
            if let digest, digest != name { return nil }
            if digest == nil { progress.begin("reading the record", total: count) }
            digest = name
            let read = try list(part)
            hosts += read
            progress.advance(by: read.count)
            if read.isEmpty || hosts.count >= count { return hosts }
        }
    }

    private func list(_ part: JSONNode) throws(AdminFailure) -> [HostFetches] {
        guard let nodes = part["hosts"]?.elements else { throw malformed }
        let hosts = nodes.compactMap { HostFetches($0) }
        guard hosts.count == nodes.count else { throw malformed }
        return hosts
    }

    func fetches(of host: String) throws(AdminFailure) -> HostFetches? {
        guard let part = try json("/fetches?host=\(Self.escaped(host))") else { throw malformed }
        return try list(part).first
    }

    func versions(of host: String) throws(AdminFailure) -> (host: String, list: [HostVersion])? {
        guard let answer = try json("/hosts/\(Self.escaped(host))/versions") else { return nil }
        guard let name = answer["host"]?.string, let nodes = answer["versions"]?.elements else {
            throw malformed
        }
        let versions = nodes.compactMap { HostVersion($0) }
        guard versions.count == nodes.count else { throw malformed }
        return (name, versions)
    }

    func document(of host: String, _ digest: String) throws(AdminFailure) -> [UInt8]? {
        guard VersionDigest.isPlausible(digest) else { return nil }
        return try body("/hosts/\(Self.escaped(host))/versions/\(digest)")
    }

    // MARK: Answers

    /// Returns the value that a route answers with, or `nil` for 404.
    private func json(_ path: String) throws(AdminFailure) -> JSONNode? {
        guard let body = try body(path) else { return nil }
        let source = SourceFile(name: client.target.name + path, bytes: body)
        let reading = JSONReader.read(source)
        guard let root = reading.root else {
            throw AdminFailure(findings: reading.findings, code: .failed)
        }
        return root
    }

    private func body(_ path: String) throws(AdminFailure) -> [UInt8]? {
        let response = try client.send("GET", path)
        if response.status == 404 { return nil }
        guard response.status == 200 else { throw client.refusal(response) }
        return response.body
    }

    /// A text as a part of a path or a value of a query.
    private static func escaped(_ text: String) -> String {
        text.utf8.map { byte in
            let isPlain =
                (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
                || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
            let digits = String(byte, radix: 16, uppercase: true)
            return isPlain
                ? String(Unicode.Scalar(byte)) : (byte < 16 ? "%0" : "%") + digits
        }.joined()
    }

    private var malformed: AdminFailure {
        failure("gave no record", hint: "is it the admin listener of this program?")
    }

    private func failure(_ words: String, hint: String) -> AdminFailure {
        AdminFailure(
            findings: [
                Diagnostic(
                    .error, "admin-answer", "\(Diagnostic.quoted(client.target.name)) \(words)",
                    hint: hint)
            ], code: .failed)
    }
}
