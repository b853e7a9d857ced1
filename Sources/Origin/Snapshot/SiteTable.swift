import Configuration
import Diagnostics
import HTTP
import SiteAssociation
import TLS

/// The prepared answers of a configuration, and which host gets which.
///
/// Hosts of one environment with one document share an answer, so that the server's copy of
/// the bytes is shared, too.
struct SiteTable {
    private struct Key: Hashable {
        let environment: Int
        let document: Int
    }

    private(set) var sites: [Snapshot.Site] = []
    private(set) var siteOfHost: [Int32] = []
    private(set) var findings: [Diagnostic] = []

    private let documents: [(bytes: [UInt8], digest: String)]

    /// Encodes every document once and prepares every answer.
    init(_ configuration: Configuration) {
        documents = configuration.documents.indices.map { index in
            let bytes = configuration.documents.encoded(index)
            return (bytes, SHA256.hexDigest(of: bytes))
        }
        siteOfHost.reserveCapacity(configuration.hosts.count)
        var known: [Key: Int32] = [:]
        let hosts = configuration.hosts
        for index in hosts.indices {
            let key = Key(environment: hosts.environment(index), document: hosts.document(index))
            let site = known[key] ?? prepare(hosts[index], of: configuration)
            known[key] = site
            siteOfHost.append(site)
        }
    }

    private mutating func prepare(
        _ host: HostConfiguration, of configuration: Configuration
    ) -> Int32 {
        let environment = configuration.environments[host.environment]
        let (bytes, digest) = documents[host.document]
        checkSize(bytes.count, of: host, in: environment)
        let tag = "\"\(digest)\""
        sites.append(
            Snapshot.Site(
                response: environment.isEnabled
                    ? Self.response(bytes, tag: tag, digest: digest, environment: environment)
                    : FixedAnswer.notFound.response,
                entityTag: tag, digest: digest, sizeBytes: bytes.count,
                environment: environment.name,
                isEnabled: environment.isEnabled))
        return Int32(clamping: sites.count - 1)
    }

    private static func response(
        _ bytes: [UInt8], tag: String, digest: String, environment: EnvironmentConfiguration
    ) -> Response {
        Response(
            status: 200,
            fields: [
                Field("Content-Type", "application/json"),
                Field("ETag", tag),
                Field("Cache-Control", environment.cacheControl),
                Field("X-Content-Type-Options", "nosniff"),
            ],
            body: bytes, environment: environment.name, document: String(digest.prefix(12)))
    }

    private mutating func checkSize(
        _ size: Int, of host: HostConfiguration, in environment: EnvironmentConfiguration
    ) {
        let limit = Association.sizeLimitBytes
        guard size > Association.sizeWarningBytes else { return }
        let subject =
            "document of \(Diagnostic.quoted(host.pattern)) in environment "
            + "\(Diagnostic.quoted(environment.name)) has \(size) bytes"
        if size > limit {
            findings.append(
                Diagnostic(
                    .error, "document-too-large", "\(subject), over the limit of \(limit)",
                    at: host.location,
                    hint: "Apple's systems ignore a larger file; move apps or rules to other hosts"
                ))
        } else {
            findings.append(
                Diagnostic(
                    .warning, "document-large", "\(subject), near the limit of \(limit)",
                    at: host.location, hint: "shorten the rules before the limit is reached"))
        }
    }
}
