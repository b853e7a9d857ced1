import Configuration
import Diagnostics
import POSIX
import SiteAssociation
import TLS

/// The certificates of a configuration, read, and matched with the hosts that need them.
struct CertificateSet {
    /// How many hosts without a certificate are named before the rest is counted.
    static let uncoveredHostLimit = 20

    private(set) var identities: TLSIdentities
    private(set) var authority: MintingAuthority?
    /// The summaries, in the order of the configuration.
    private(set) var summaries: [CertificateSummary] = []
    /// Findings on the files: unreadable, mismatched, expired, weak.
    private(set) var certificateFindings: [Diagnostic] = []
    /// Findings on the hosts: without a certificate.
    private(set) var coverageFindings: [Diagnostic] = []

    private let configuration: Configuration

    /// Reads all certificates.
    ///
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - reading: What is read, and whether authorities may be made.
    ///   - cache: The certificates of the last load.
    ///   - nowSeconds: The time, in seconds since 1970 in UTC.
    init(
        _ configuration: Configuration, reading: SnapshotBuilder.Certificates,
        cache: CertificateCache? = nil, nowSeconds: Int64
    ) {
        self.configuration = configuration
        identities = TLSIdentities([])
        if case .none = reading { return }
        let read = readFiles(cache, nowSeconds: nowSeconds)
        let fallback = configuration.tls.fallback.flatMap { read[$0] }
        let all = configuration.tls.certificates.indices.compactMap { read[$0] }
        summaries = all.map(CertificateSummary.init)
        identities = TLSIdentities(all, fallback: fallback)
        // One certificate that cannot be read would make all of its hosts seem uncovered.
        guard configuration.servesTLS, !certificateFindings.containsError else { return }
        let uncovered = configuration.hosts.filter { !identities.covers($0.pattern) }
        let minted = uncovered.filter(configuration.mayMint)
        report(uncovered.filter { !configuration.mayMint($0) })
        guard !minted.isEmpty, case .all(let minting) = reading else { return }
        mint(all, fallback, minting, nowSeconds)
    }

    private struct Entry {
        let key: CertificateCache.Key
        let identity: TLSIdentity
        let findings: [Diagnostic]

        /// Reads a certificate, unless the last load did and its files are the same.
        init(
            _ certificate: TLSConfiguration.Certificate, _ cache: CertificateCache?,
            _ pool: CertificatePool, nowSeconds: Int64
        ) throws(Diagnostic) {
            // ORDER: looked at before it is read, so that a change between is seen.
            key = CertificateCache.Key(certificate, nowMilliseconds: nowSeconds * 1000)
            if let known = cache?.identity(key) {
                identity = known
            } else {
                identity = try CertificateFiles(certificate).identity(pool)
            }
            findings = identity.findings(nowSeconds: nowSeconds, at: certificate.location)
        }
    }

    /// Reads the files on all processors, since parsing and checking thousands takes seconds.
    private mutating func readFiles(
        _ cache: CertificateCache?, nowSeconds: Int64
    ) -> [Int: TLSIdentity] {
        let certificates = configuration.tls.certificates
        let pool = CertificatePool()
        let results = Parallel.map(certificates.count, chunk: 16) { index in
            do throws(Diagnostic) {
                return Result<Entry, Diagnostic>.success(
                    try Entry(certificates[index], cache, pool, nowSeconds: nowSeconds))
            } catch {
                return .failure(error)
            }
        }
        var read: [Int: TLSIdentity] = [:]
        var kept: [(key: CertificateCache.Key, identity: TLSIdentity)] = []
        for (index, result) in results.enumerated() {
            switch result {
            case .success(let entry):
                certificateFindings += entry.findings
                read[index] = entry.identity
                kept.append((entry.key, entry.identity))
            case .failure(let finding): certificateFindings.append(finding)
            }
        }
        cache?.keep(kept)
        let placed = certificates.enumerated().compactMap { entry in
            read[entry.offset].map { (identity: $0, location: entry.element.location) }
        }
        certificateFindings += TLSIdentities.duplicates(among: placed)
        return read
    }

    private mutating func mint(
        _ all: [TLSIdentity], _ fallback: TLSIdentity?, _ minting: MintingAuthorities,
        _ nowSeconds: Int64
    ) {
        do {
            let authority = try minting.authority(
                in: configuration.tls.authorityDirectory, nowSeconds: nowSeconds,
                at: configuration.tls.authorityLocation)
            let configuration = configuration
            self.authority = authority
            identities = TLSIdentities(all, fallback: fallback, authority: authority) { name in
                configuration.hosts.patterns.number(answering: name)
                    .map { configuration.mayMint(environment: configuration.hosts.environment($0)) }
                    ?? false
            }
        } catch {
            certificateFindings.append(error)
        }
    }

    private mutating func report(_ hosts: [HostConfiguration]) {
        guard let first = hosts.first else { return }
        if configuration.tls.certificates.isEmpty {
            let rest = hosts.count == 1 ? "" : " and \(hosts.count - 1) more"
            coverageFindings.append(
                finding("no certificate is configured for", first, rest, hint: Self.configureHint))
            return
        }
        for host in hosts.prefix(Self.uncoveredHostLimit) {
            coverageFindings.append(
                finding("no certificate covers", host, "", hint: Self.coverHint))
        }
        let more = hosts.dropFirst(Self.uncoveredHostLimit)
        guard let next = more.first else { return }
        let rest = more.count == 1 ? "" : " and \(more.count - 1) more"
        coverageFindings.append(finding("no certificate covers", next, rest, hint: Self.coverHint))
    }

    private func finding(
        _ words: String, _ host: HostConfiguration, _ rest: String, hint: String
    ) -> Diagnostic {
        let isServed = configuration.environments[host.environment].isEnabled
        return Diagnostic(
            isServed ? .error : .warning, "host-without-certificate",
            "\(words) \(Diagnostic.quoted(host.pattern))\(rest)", at: host.location, hint: hint)
    }

    private static let coverHint =
        "add a certificate with that name; a wildcard covers one label, not its own parent"
    private static let configureHint =
        "list certificates under 'tls.certificates', or set 'tls.self_signed' for development"
}

extension Configuration {
    /// Whether any listener ends TLS itself.
    var servesTLS: Bool { listeners.contains { $0.kind == .tls } }

    /// Whether the host's certificate may be minted by an authority of our own.
    func mayMint(_ host: HostConfiguration) -> Bool { mayMint(environment: host.environment) }

    /// Whether certificates of an environment's hosts may be minted by an authority of our own.
    func mayMint(environment: Int) -> Bool {
        switch tls.selfSigned {
        case .never: false
        case .developer: environments[environment].mode == .developer
        case .always: true
        }
    }
}
