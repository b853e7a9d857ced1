package import HTTPClient
package import TLS

/// Everything that was seen of one host, as plain values; what it means is decided elsewhere.
package struct HostObservations: Sendable {
    /// The addresses of the host.
    package enum Addresses: Sendable, Hashable {
        /// What the name leads to.
        case found([String])
        /// The addresses that the command line gave in place of those.
        case given([String])
        /// The name has none.
        case none
        /// The resolver gave no answer, with its words.
        case failed(String)
        /// Private addresses that were left alone, since nobody allowed to ask them.
        case withheld([String])
    }

    /// One answer on the way of redirects.
    package struct Hop: Sendable, Hashable {
        /// The URL that was asked.
        package var url: String
        /// The status, or `nil` when there was no answer.
        package var status: Int?
        /// The value of `Location`.
        package var location: String?

        /// Creates a hop.
        package init(url: String, status: Int?, location: String? = nil) {
            self.url = url
            self.status = status
            self.location = location
        }
    }

    /// The host.
    package var target: ProbeTarget
    /// When it was looked at, in seconds since 1970.
    package var nowSeconds: Int64
    /// Its addresses.
    package var addresses: Addresses
    /// The address that the answers came from.
    package var address: String?
    /// What came of each request that was made.
    package var probes: [ProbeKind: ProbeResult]
    /// What can be told of its certificates.
    package var chain: ServedChain?
    /// The way of redirects, beginning with the file itself; empty without any.
    package var hops: [Hop]
    /// What the host with or without `www.` answers, if there is one.
    package var sibling: Sibling?
    /// What Apple's servers hold, if they were asked.
    package var cdn: CDNCopy?

    /// What the apex of a `www` host, or the `www` host of an apex, answers.
    package struct Sibling: Sendable, Hashable {
        /// The host.
        package var host: String
        /// Its answer.
        package var result: ProbeResult

        /// Creates the answer of a host.
        package init(host: String, result: ProbeResult) {
            self.host = host
            self.result = result
        }
    }

    /// Creates observations.
    package init(
        _ target: ProbeTarget, nowSeconds: Int64, addresses: Addresses, address: String? = nil,
        probes: [ProbeKind: ProbeResult] = [:], chain: ServedChain? = nil, hops: [Hop] = [],
        sibling: Sibling? = nil, cdn: CDNCopy? = nil
    ) {
        self.target = target
        self.nowSeconds = nowSeconds
        self.addresses = addresses
        self.address = address
        self.probes = probes
        self.chain = chain
        self.hops = hops
        self.sibling = sibling
        self.cdn = cdn
    }

    /// The answer to the request that Apple's servers make.
    package var main: ProbeResult? { probes[.apple] }

    /// The file's body without its encodings, or `nil` when it was not sent with 200.
    package var file: DecodedBody? { main.flatMap(Self.file) }

    /// Returns the body of a whole answer with status 200.
    package static func file(_ result: ProbeResult) -> DecodedBody? {
        guard result.status == 200, result.failure == nil else { return nil }
        return DecodedBody(result)
    }
}
