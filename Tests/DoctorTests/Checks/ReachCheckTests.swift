import Doctor
import HTTP
import HTTPClient
import TLS
import Testing

struct `Findings on how a host is reached` {
    static let cases = [
        FindingCase("a host as it should be", []),
        FindingCase(
            "no address", ["error: shop.example.com has no address [host-unresolved]"],
            seen: HostObservations(
                SampleHost.target, nowSeconds: SampleHost.now, addresses: .none)),
        FindingCase(
            "an address in place of a name",
            ["error: 192.0.2.1 is an address, not a name [host-name]"]
        ) { $0.target = ProbeTarget("192.0.2.1") },
        FindingCase("a name without a dot", ["error: the name 'shop' has no dot [host-name]"]) {
            $0.target = ProbeTarget("shop")
        },
        FindingCase(
            "one private address among two",
            ["error: shop.example.com leads to 10.0.0.7 [address-private]"]
        ) { $0.addresses = .found(["93.184.216.34", "10.0.0.7"]) },
        FindingCase("a private address that was given", []) { $0.addresses = .given(["10.0.0.7"]) },
        FindingCase(
            "nobody there",
            ["error: nobody answers at 93.184.216.34 [host-unreachable]"]
        ) { $0.probes = [.apple: SampleHost.failure(.unreachable, "connection refused")] },
        FindingCase(
            "silence", ["error: no answer after 10.0 s [timeout]"]
        ) {
            $0.probes = [
                .apple: SampleHost.failure(.timedOut, "operation timed out", milliseconds: 10_003)
            ]
        },
        FindingCase(
            "no TLS", ["error: no TLS handshake at 93.184.216.34 [tls-failed]"]
        ) {
            $0.chain = nil
            $0.probes = [.apple: SampleHost.failure(.untrusted, "wrong version number")]
        },
        FindingCase(
            "another protocol",
            ["error: what comes back at 93.184.216.34 is no HTTP answer [no-answer]"]
        ) { $0.probes = [.apple: SampleHost.failure(.invalidAnswer, "weird server reply")] },
        FindingCase(
            "a slow drip",
            ["error: 200, and after 10.0 s only 3 bytes of the body [body-incomplete]"]
        ) {
            var result = SampleHost.answer(body: "{\"a")
            result.failure = HTTPClientError(.timedOut, "operation timed out")
            result.totalMilliseconds = 10_000
            $0.probes = [.apple: result]
        },
        FindingCase("a slow answer", ["warning: the first byte took 1.2 s [slow]"]) {
            $0.probes[.apple]?.firstByteMilliseconds = 1_234
        },
        FindingCase("a very slow answer", ["error: the first byte took 5.0 s [slow]"]) {
            $0.probes[.apple]?.firstByteMilliseconds = 5_000
        },
        FindingCase(
            "nothing over IPv6",
            ["warning: IPv6 answers otherwise than IPv4 [ipv6-fails]"]
        ) {
            $0.probes[.version4] = SampleHost.answer()
            $0.probes[.version6] = SampleHost.failure(.unreachable, "connection refused")
        },
        FindingCase("nothing over IPv4", ["error: IPv4 fails where IPv6 works [ipv4-fails]"]) {
            $0.probes[.version4] = SampleHost.answer(503)
            $0.probes[.version6] = SampleHost.answer()
        },
        FindingCase(
            "other bytes over IPv6",
            ["warning: IPv4 and IPv6 give different bytes [ipv6-fails]"]
        ) {
            $0.probes[.version4] = SampleHost.answer()
            $0.probes[.version6] = SampleHost.answer(body: "{}")
        },
        FindingCase("no IPv6 on this machine", []) {
            $0.probes[.version4] = SampleHost.answer()
            $0.probes[.version6] = ProbeResult(
                status: nil, failure: HTTPClientError(.unreachable, "network is unreachable"),
                hasNoRoute: true)
        },
    ]

    @Test(arguments: cases)
    func `are those of the table`(row: FindingCase) { row.check() }

    static let reserved = [
        ("10.1.2.3", true), ("172.16.0.1", true), ("172.32.0.1", false), ("192.168.1.1", true),
        ("127.0.0.1", true), ("169.254.1.1", true), ("100.64.0.1", true), ("100.128.0.1", false),
        ("192.0.2.9", true), ("203.0.113.5", true), ("224.0.0.1", true), ("17.253.1.1", false),
        ("::1", true), ("fe80::1%eth0", true), ("fd00::1", true), ("2001:db8::1", true),
        ("2620:149:a::1", false), ("::ffff:10.0.0.1", true), ("nonsense", false),
    ]

    @Test(arguments: reserved)
    func `know the addresses that no public server has`(address: String, isReserved: Bool) {
        #expect(ReservedAddress.contains(address) == isReserved)
    }
}

struct `Findings on certificates` {
    static func seen(_ faults: [ServedChain.Fault]) -> HostObservations {
        var seen = SampleHost.seen
        seen.chain?.faults = faults
        return seen
    }

    static let cases = [
        FindingCase(
            "over", ["error: the certificate is over since 2027-01-14 [certificate-expired]"],
            seen: seen([.expired(SampleHost.now - 86_400)])),
        FindingCase(
            "not yet valid",
            ["error: the certificate is valid only from 2027-01-16 on [certificate-not-yet-valid]"],
            seen: seen([.notYetValid(SampleHost.now + 86_400)])),
        FindingCase(
            "another name",
            [
                "error: the certificate is for shop.example.com, not for other.example.com "
                    + "[certificate-name]"
            ], seen: seen([.otherName])
        ) { $0.target = ProbeTarget("other.example.com") },
        FindingCase(
            "no name", ["error: the certificate names no host [certificate-name]"],
            seen: seen([.otherName])
        ) { $0.chain?.names = [] },
        FindingCase(
            "its own key",
            ["error: the certificate is signed with its own key [certificate-self-signed]"],
            seen: seen([.selfSigned])),
        FindingCase(
            "no intermediate",
            ["error: the certificate of 'CN=R11' is not sent [certificate-intermediate-missing]"],
            seen: seen([.intermediateMissing("CN=R11")])),
        FindingCase(
            "a private authority",
            ["error: 'CN=Corp' is not a public authority [certificate-private-authority]"],
            seen: seen([.privateAuthority("CN=Corp")])),
        FindingCase(
            "an intermediate that is over",
            [
                "error: an intermediate certificate is over since 2027-01-14 "
                    + "[certificate-intermediate-expired]"
            ], seen: seen([.intermediateExpired(SampleHost.now - 86_400)])),
        FindingCase(
            "weak", ["error: an RSA key of 1024 bits is too weak [certificate-weak]"],
            seen: seen([.weak("an RSA key of 1024 bits")])),
        FindingCase(
            "a kind of key that Apple does not take",
            ["error: the key is Ed25519 [certificate-key-kind]"], seen: seen([.keyKind("Ed25519")])
        ),
        FindingCase(
            "too long",
            ["error: the certificate is valid for 900 days [certificate-lifetime]"],
            seen: seen([.longLived(900)])),
        FindingCase(
            "no usage",
            ["error: the certificate has no extended key usage [certificate-usage]"],
            seen: seen([.usageMissing])),
        FindingCase(
            "refused otherwise",
            ["error: the chain is refused: path length exceeded [certificate-untrusted]"],
            seen: seen([.untrusted("path length exceeded")])),
        FindingCase(
            "several at once, in the order of the rules",
            [
                "error: the certificate is for shop.example.com, not for a.test [certificate-name]",
                "error: the certificate is over since 2027-01-14 [certificate-expired]",
                "error: the certificate is signed with its own key [certificate-self-signed]",
            ], seen: seen([.expired(SampleHost.now - 86_400), .selfSigned, .otherName])
        ) { $0.target = ProbeTarget("a.test") },
        FindingCase(
            "over soon",
            ["warning: the certificate is over on 2027-01-18, in 3 d [certificate-expiring]"]
        ) { $0.chain?.notAfter = SampleHost.now + 3 * 86_400 },
        FindingCase(
            "no TLS 1.2", ["warning: no answer with TLS 1.2 alone [tls-1.2-refused]"]
        ) { $0.probes[.tls12] = SampleHost.failure(.untrusted, "protocol version") },
        FindingCase(
            "another status with TLS 1.2",
            ["warning: TLS 1.2 gets 404, TLS 1.3 gets 200 [tls-differs]"]
        ) { $0.probes[.tls12] = SampleHost.answer(404, [], body: "") },
        FindingCase(
            "other bytes with TLS 1.3",
            ["warning: TLS 1.2 and 1.3 give different bytes [tls-differs]"]
        ) { $0.probes[.tls13] = SampleHost.answer(body: "{}") },
        FindingCase(
            "no TLS 1.3", ["note: no answer with TLS 1.3 alone [tls-1.3-missing]"]
        ) { $0.probes[.tls13] = SampleHost.failure(.untrusted, "protocol version") },
    ]

    @Test(arguments: cases)
    func `are those of the table`(row: FindingCase) { row.check() }
}
