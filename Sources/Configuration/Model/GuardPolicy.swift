/// How much a reload may take away before it is refused.
package enum GuardPolicy: Sendable, Hashable {
    /// Anything.
    case off
    /// Something from at most a share of the hosts that are served, in hundredths of a percent.
    case share(basisPoints: Int)

    /// Nothing at all.
    package static let on = GuardPolicy.share(basisPoints: 0)

    /// Reads `on`, `off`, or a percentage with at most two decimals; `nil` for anything else.
    init?(_ text: String) {
        switch text {
        case "on": self = .on
        case "off": self = .off
        default:
            guard let points = Self.basisPoints(text) else { return nil }
            self = .share(basisPoints: points)
        }
    }

    private static func basisPoints(_ text: String) -> Int? {
        guard text.utf8.last == UInt8(ascii: "%") else { return nil }
        let parts = text.dropLast().split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count),
            parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            parts[0].utf8.count <= 3
        else { return nil }
        let decimals = parts.count == 2 ? parts[1] : ""
        guard decimals.utf8.count <= 2 else { return nil }
        let digits = parts[0] + decimals + String(repeating: "0", count: 2 - decimals.utf8.count)
        guard let points = Int(digits), points <= 10_000 else { return nil }
        return points
    }
}

extension GuardPolicy: CustomStringConvertible {
    /// The policy as it is written.
    package var description: String {
        switch self {
        case .off: return "off"
        case .share(let points):
            guard points > 0 else { return "on" }
            let rest = points % 100
            var decimals = rest == 0 ? "" : "." + (rest < 10 ? "0" : "") + String(rest)
            if rest > 0, rest % 10 == 0 { decimals.removeLast() }
            return "\(points / 100)\(decimals)%"
        }
    }
}
