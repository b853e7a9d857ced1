/// The parameters of a list of hosts, each at most once: a part of the list, and how much of
/// each host it says.
struct HostsQuery {
    /// The parameters in words.
    static let names = "offset, limit (1 to \(limitRange.upperBound)) and brief"
    /// How many hosts a part may have.
    static let limitRange = 1...10_000

    /// How many hosts come before the first one of the list.
    private(set) var offset = 0
    /// How many hosts the list has at most; `nil` for all.
    private(set) var limit: Int?
    /// Whether the list has only what it takes to compare it: names, digests, and who is served.
    private(set) var isBrief = false

    /// Reads a query; `nil` for anything that is not understood to the last letter.
    init?(_ query: some StringProtocol) {
        guard !query.isEmpty else { return }
        var seen: Set<String> = []
        for pair in query.split(separator: "&", omittingEmptySubsequences: false) {
            let parts = pair.split(separator: "=", omittingEmptySubsequences: false)
            guard parts.count == 2, seen.insert(String(parts[0])).inserted,
                let value = Self.number(parts[1])
            else { return nil }
            switch parts[0] {
            case "offset": offset = value
            case "limit" where Self.limitRange.contains(value): limit = value
            case "brief" where value <= 1: isBrief = value == 1
            default: return nil
            }
        }
    }

    private static func number(_ text: some StringProtocol) -> Int? {
        guard text.utf8.count <= 9, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }
}
