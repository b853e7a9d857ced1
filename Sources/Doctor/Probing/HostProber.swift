import HTTPClient
import POSIX
package import TLS

/// How hosts are looked at.
package struct ProbeSettings: Sendable {
    /// Where connections go in place of what names lead to.
    package var routes: [Route] = []
    /// Whom to trust.
    package var authorities = TrustedAuthorities.system
    /// How long one request may take.
    package var timeoutMilliseconds = 10_000
    /// Whether hosts at private addresses are asked.
    package var allowsPrivate = true
    /// Who is asked for Apple's copy, or `nil` for nobody.
    package var cdn: CDNProber?
    /// How many requests to one host run at the same time.
    package var parallelRequests = 4
    /// Hosts that are looked at by themselves, so that nobody asks them for another's sake.
    package var others: Set<ProbeTarget> = []

    /// Creates the settings of a single host.
    package init() {}
}

/// Looks at one host: makes the requests and writes down what came of them.
package struct HostProber: Sendable {
    /// The largest body that is read.
    static let bodyLimitBytes = 1 << 20
    /// How many redirects are shown.
    static let hopLimit = 10

    private let settings: ProbeSettings

    /// Creates a prober.
    package init(_ settings: ProbeSettings) { self.settings = settings }

    /// Looks at a host.
    ///
    /// - Parameters:
    ///   - target: The host.
    ///   - isDirect: Whether Apple's servers do not matter, since devices ask the host.
    ///   - isBrief: Whether the file and Apple's copy are enough.
    /// - Returns: What was seen.
    package func observe(
        _ target: ProbeTarget, isDirect: Bool = false, isBrief: Bool = false
    ) -> HostObservations {
        let way = Way(target, settings.routes)
        var seen = HostObservations(
            target, nowSeconds: Clock.nowMilliseconds() / 1000, addresses: way.addresses)
        if case .found(let all) = way.addresses, !settings.allowsPrivate {
            let reserved = all.filter(ReservedAddress.contains)
            guard reserved.isEmpty else {
                seen.addresses = .withheld(reserved)
                return seen
            }
        }
        if !isDirect { seen.cdn = settings.cdn?.copy(of: target) }
        guard let (endpoint, main) = firstAnswer(target, way.endpoints) else { return seen }
        seen.address = endpoint.address
        seen.probes[.apple] = main
        seen.chain = ServedChain(
            certificates: main.certificates, host: target.host, nowSeconds: seen.nowSeconds,
            authorities: settings.authorities)
        guard !isBrief else { return seen }
        // Where nothing comes back at all, more questions only cost time.
        guard main.status != nil || main.failure?.kind == .untrusted else { return seen }
        askMore(target, endpoint, way, &seen)
        seen.hops = hops(target, main)
        seen.sibling = sibling(target)
        return seen
    }

    /// Asks as Apple does at one address after the other, until there is an answer.
    private func firstAnswer(
        _ target: ProbeTarget, _ endpoints: [ProbeRequest.Endpoint]
    ) -> (ProbeRequest.Endpoint, ProbeResult)? {
        var first: (ProbeRequest.Endpoint, ProbeResult)?
        for endpoint in endpoints.prefix(Self.addressTryLimit) {
            let result = ask(.apple, target, endpoint)
            if result.status != nil { return (endpoint, faster(result, target, endpoint)) }
            if first.map({ $0.1.hasNoRoute }) ?? true { first = (endpoint, result) }
        }
        return first
    }

    /// Asks once more after a slow answer, which may have been an accident, and keeps the faster.
    private func faster(
        _ first: ProbeResult, _ target: ProbeTarget, _ endpoint: ProbeRequest.Endpoint
    ) -> ProbeResult {
        guard first.failure == nil, first.firstByteMilliseconds >= ReachChecks.slowMilliseconds
        else { return first }
        let second = ask(.apple, target, endpoint)
        let isBetter =
            second.failure == nil && second.status == first.status
            && second.firstByteMilliseconds < first.firstByteMilliseconds
        return isBetter ? second : first
    }

    /// How many addresses are tried for a first answer.
    private static let addressTryLimit = 4

    private func askMore(
        _ target: ProbeTarget, _ endpoint: ProbeRequest.Endpoint, _ way: Way,
        _ seen: inout HostObservations
    ) {
        var questions: [(ProbeKind, ProbeRequest.Endpoint)] = ProbeKind.allCases.compactMap {
            switch $0 {
            case .apple, .version4, .version6: nil
            default: ($0, endpoint)
            }
        }
        if let four = way.endpoints.first(where: { !$0.isVersion6 }),
            let six = way.endpoints.first(where: { $0.isVersion6 })
        {
            questions += [(.version4, four), (.version6, six)]
        }
        let results = Parallel.map(questions, limit: settings.parallelRequests) { question in
            ask(question.0, target, question.1)
        }
        for (question, result) in zip(questions, results) { seen.probes[question.0] = result }
    }

    private func ask(
        _ kind: ProbeKind, _ target: ProbeTarget, _ endpoint: ProbeRequest.Endpoint
    ) -> ProbeResult {
        var request = ProbeRequest(
            kind.method, target.url(kind.path), to: endpoint, userAgent: kind.userAgent,
            acceptEncoding: kind.acceptEncoding,
            timeoutMilliseconds: settings.timeoutMilliseconds, bodyLimitBytes: Self.bodyLimitBytes)
        if kind == .tls12 { request.tls = .only12 }
        if kind == .tls13 { request.tls = .only13 }
        return HTTPClient.probe(request)
    }

    // MARK: Other hosts

    /// Returns the way that a client would go which follows redirects; nobody else does.
    private func hops(_ target: ProbeTarget, _ main: ProbeResult) -> [HostObservations.Hop] {
        var hops: [HostObservations.Hop] = []
        var url = target.url(ProbeTarget.wellKnown)
        var result = main
        while hops.count < Self.hopLimit {
            let isRedirect = (300...399).contains(result.status ?? 0)
            let location = isRedirect ? result.first("Location") : nil
            hops.append(.init(url: url, status: result.status, location: location))
            guard let location, let next = RedirectTarget(location, from: url) else { break }
            // The second visit to a URL closes the circle.
            if hops.contains(where: { $0.url == next.url }) {
                hops.append(.init(url: next.url, status: nil))
                break
            }
            url = next.url
            let way = Way(next.target, settings.routes)
            guard let endpoint = way.endpoints.first,
                settings.allowsPrivate || !way.leadsToReserved
            else {
                hops.append(.init(url: url, status: nil))
                break
            }
            result = HTTPClient.probe(
                ProbeRequest(
                    "GET", url, to: endpoint, userAgent: ProbeKind.apple.userAgent,
                    acceptEncoding: "gzip", timeoutMilliseconds: settings.timeoutMilliseconds,
                    bodyLimitBytes: Self.bodyLimitBytes))
        }
        return hops.count > 1 ? hops : []
    }

    private func sibling(_ target: ProbeTarget) -> HostObservations.Sibling? {
        let isWWW = target.host.hasPrefix("www.")
        let host = isWWW ? String(target.host.dropFirst(4)) : "www." + target.host
        guard host.contains("."), target.host.contains(".") else { return nil }
        let other = ProbeTarget(host, port: target.port)
        guard !settings.others.contains(other) else { return nil }
        // A host whose way was given is compared with others whose way was given alone.
        let isGiven = settings.routes.contains { $0.isFor(target) }
        guard !isGiven || settings.routes.contains(where: { $0.isFor(other) }) else { return nil }
        let way = Way(other, settings.routes)
        guard let endpoint = way.endpoints.first, settings.allowsPrivate || !way.leadsToReserved
        else { return nil }
        return .init(host: host, result: ask(.apple, other, endpoint))
    }
}

/// The addresses of a host, given or looked up.
struct Way {
    let addresses: HostObservations.Addresses
    let endpoints: [ProbeRequest.Endpoint]

    init(_ target: ProbeTarget, _ routes: [Route]) {
        let given = routes.filter { $0.isFor(target) }.map(\.endpoint)
        guard given.isEmpty else {
            addresses = .given(given.map(\.address))
            endpoints = given
            return
        }
        switch HostLookup.addresses(of: target.host) {
        case .addresses(let all):
            addresses = .found(all)
            endpoints = all.map { ProbeRequest.Endpoint($0, port: target.port) }
        case .noAddress:
            addresses = .none
            endpoints = []
        case .failed(let words):
            addresses = .failed(words)
            endpoints = []
        }
    }

    /// Whether a name led to an address that no public server has.
    var leadsToReserved: Bool {
        guard case .found(let all) = addresses else { return false }
        return all.contains(where: ReservedAddress.contains)
    }
}
