import Doctor
import HTTP
import HTTPClient
import TLS

/// A host that is as it should be, for tests that change one thing of it.
enum SampleHost {
    static let now: Int64 = 1_800_000_000
    static let target = ProbeTarget("shop.example.com")
    static let document =
        #"{"applinks":{"details":[{"appIDs":["ABCDE12345.com.example.shop"],"#
        + #""components":[{"/":"/products/*"}]}]},"#
        + #""webcredentials":{"apps":["ABCDE12345.com.example.shop"]}}"#

    static let chain = ServedChain(
        names: ["shop.example.com"], issuer: "CN=R11,O=Let's Encrypt,C=US",
        notBefore: now - 30 * 86_400, notAfter: now + 60 * 86_400, count: 2, faults: [])

    /// Returns an answer.
    static func answer(
        _ status: Int = 200, _ headers: [Field] = [Field("Content-Type", "application/json")],
        body: String = document
    ) -> ProbeResult {
        ProbeResult(
            status: status, headers: headers, body: Array(body.utf8), firstByteMilliseconds: 80,
            totalMilliseconds: 90)
    }

    /// What a request gets that nobody answers.
    static func failure(
        _ kind: HTTPClientError.Kind, _ reason: String, milliseconds: Int = 90
    ) -> ProbeResult {
        ProbeResult(
            status: nil, failure: HTTPClientError(kind, reason), totalMilliseconds: milliseconds)
    }

    /// What is seen of the host.
    static var seen: HostObservations {
        var seen = HostObservations(
            target, nowSeconds: now, addresses: .found(["93.184.216.34"]),
            address: "93.184.216.34", chain: chain)
        for kind in ProbeKind.allCases { seen.probes[kind] = answer() }
        seen.probes[.version4] = nil
        seen.probes[.version6] = nil
        let length = Field("Content-Length", "\(document.utf8.count)")
        seen.probes[.head] = answer(
            200, [Field("Content-Type", "application/json"), length], body: "")
        seen.probes[.robots] = answer(404, [], body: "")
        seen.probes[.assetLinks] = answer(404, [], body: "")
        return seen
    }

    /// Answers all requests for the file in the same way.
    static func answering(_ result: ProbeResult) -> HostObservations {
        var seen = seen
        for kind in seen.probes.keys where kind != .robots && kind != .assetLinks {
            seen.probes[kind] = result
        }
        return seen
    }
}

extension HostReport {
    /// The findings in one line each.
    var lines: [String] {
        findings.map { "\($0.level.noun): \($0.message) [\($0.rule.id)]" }
    }
}
