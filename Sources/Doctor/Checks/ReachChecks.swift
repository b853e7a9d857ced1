import Configuration
import HTTPClient

/// Findings on names, addresses and time.
enum ReachChecks {
    /// How long a first byte may take before it is worth a word, in milliseconds.
    static let slowMilliseconds = 1_000
    /// How long Apple's servers are said to wait, in milliseconds.
    static let patienceMilliseconds = 5_000

    static func findings(_ seen: HostObservations) -> [Finding] {
        var findings = names(seen)
        guard let main = seen.main else { return findings }
        if let failure = main.failure {
            findings.append(finding(main, failure, seen))
        } else if main.firstByteMilliseconds >= slowMilliseconds {
            let isOver = main.firstByteMilliseconds >= patienceMilliseconds
            findings.append(
                FindingRules.slow.finding(
                    "the first byte took \(Words.seconds(main.firstByteMilliseconds))",
                    level: isOver ? .broken : nil))
        }
        return findings + families(seen, main)
    }

    private static func names(_ seen: HostObservations) -> [Finding] {
        var findings: [Finding] = []
        let host = seen.target.host
        let isAddress = host.split(separator: ".").last.map { Int($0) != nil } ?? false
        if isAddress {
            findings.append(FindingRules.hostName.finding("\(host) is an address, not a name"))
        } else if !host.contains(".") {
            findings.append(FindingRules.hostName.finding("the name '\(host)' has no dot"))
        }
        switch seen.addresses {
        case .none:
            findings.append(FindingRules.hostUnresolved.finding("\(host) has no address"))
        case .found(let all), .withheld(let all):
            let reserved = all.filter(ReservedAddress.contains)
            if !reserved.isEmpty {
                findings.append(
                    FindingRules.addressPrivate.finding(
                        "\(host) leads to \(Words.list(reserved))"))
            }
        case .given, .failed: break
        }
        return findings
    }

    private static func finding(
        _ main: ProbeResult, _ failure: HTTPClientError, _ seen: HostObservations
    ) -> Finding {
        let place = seen.address.map { " at \($0)" } ?? ""
        if let status = main.status, failure.kind != .tooLarge {
            let time = Words.seconds(main.totalMilliseconds)
            return FindingRules.bodyIncomplete.finding(
                "\(status), and after \(time) only \(Words.bytes(main.body.count)) of the body",
                details: [failure.plainReason])
        }
        switch failure.kind {
        case .unreachable:
            return FindingRules.hostUnreachable.finding(
                "nobody answers\(place)", details: [failure.plainReason])
        case .timedOut:
            return FindingRules.timedOut.finding(
                "no answer after \(Words.seconds(main.totalMilliseconds))",
                details: [failure.plainReason])
        case .untrusted:
            return FindingRules.tlsFailed.finding(
                "no TLS handshake\(place)", details: [failure.plainReason])
        case .tooLarge:
            return FindingRules.bodyTooLarge.finding(
                "the body has more than \(Words.bytes(main.body.count))")
        case .invalidAnswer, .invalidRequest:
            return FindingRules.noAnswer.finding(
                "what comes back\(place) is no HTTP answer", details: [failure.plainReason])
        }
    }

    /// Compares the two versions of IP, where this machine could try both.
    private static func families(_ seen: HostObservations, _ main: ProbeResult) -> [Finding] {
        guard let four = seen.probes[.version4], let six = seen.probes[.version6],
            !four.hasNoRoute, !six.hasNoRoute
        else { return [] }
        let states = (state(four), state(six))
        guard
            states.0 != states.1
                || HostObservations.file(four)?.bytes
                    != HostObservations.file(six)?.bytes
        else { return [] }
        let details = ["IPv4: \(states.0)", "IPv6: \(states.1)"]
        if states.1 == "200", states.0 != "200" {
            return [
                FindingRules.version4Fails.finding("IPv4 fails where IPv6 works", details: details)
            ]
        }
        let message =
            states.0 == states.1
            ? "IPv4 and IPv6 give different bytes" : "IPv6 answers otherwise than IPv4"
        return [FindingRules.version6Fails.finding(message, details: details)]
    }

    private static func state(_ result: ProbeResult) -> String {
        result.failure.map(\.plainReason) ?? result.status.map(String.init) ?? "no answer"
    }
}

/// Addresses that no public server has.
package enum ReservedAddress {
    /// Whether an address is private, local or otherwise reserved (RFC 6890).
    package static func contains(_ text: String) -> Bool {
        guard let bytes = IPAddress.bytes(text.prefix { $0 != "%" }) else { return false }
        if bytes.count == 4 { return isReserved4(bytes) }
        // IPv4 in IPv6.
        if bytes[..<10].allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF {
            return isReserved4(Array(bytes[12...]))
        }
        return bytes[0] & 0xE0 != 0x20 || bytes.starts(with: [0x20, 0x01, 0x0D, 0xB8])
    }

    private static func isReserved4(_ bytes: [UInt8]) -> Bool {
        switch (bytes[0], bytes[1]) {
        case (0, _), (10, _), (127, _), (169, 254), (192, 168), (224..., _): true
        case (100, 64...127), (172, 16...31), (198, 18...19): true
        case (192, 0): bytes[2] == 0 || bytes[2] == 2
        case (198, 51): bytes[2] == 100
        case (203, 0): bytes[2] == 113
        default: false
        }
    }
}
