import FetchRecord
import Origin

/// The parameters of a list of hosts, each at most once: which hosts and in which order, a part
/// of the list, and how much of each host it says.
struct HostsQuery {
    /// The parameters in words.
    static let names =
        "search, environment, state, sort (\(sorts), with '-' for descending), "
        + "offset, limit (1 to \(limitRange.upperBound)) and brief"
    /// How many hosts a part may have.
    static let limitRange = 1...10_000

    private static let sorts = HostCatalogue.Order.allCases.map(\.rawValue).joined(separator: ", ")

    /// Which hosts, and in which order.
    private(set) var hosts = HostCatalogue.Query()
    /// The only pickup state, or `nil` for all.
    private(set) var state: PickupState.Kind?
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
                take(parts[0], parts[1])
            else { return nil }
        }
    }

    private mutating func take<Text: StringProtocol>(_ name: Text, _ value: Text) -> Bool {
        let text = FormFields.decoded(value.utf8)
        switch name {
        case "search": hosts.search = text
        case "environment": hosts.environment = text.isEmpty ? nil : text
        case "state":
            state = PickupState.Kind(rawValue: text)
            return text.isEmpty || state != nil
        case "sort": return take(sort: text)
        default:
            guard let number = Self.number(value) else { return false }
            switch name {
            case "offset": offset = number
            case "limit" where Self.limitRange.contains(number): limit = number
            case "brief" where number <= 1: isBrief = number == 1
            default: return false
            }
        }
        return true
    }

    /// Takes the order, such as `-bytes`; an empty one says nothing.
    private mutating func take(sort: String) -> Bool {
        guard !sort.isEmpty else { return true }
        let word = sort.hasPrefix("-") ? sort.dropFirst() : sort[...]
        guard let order = HostCatalogue.Order(rawValue: String(word)) else { return false }
        hosts.order = order
        hosts.isDescending = sort.hasPrefix("-")
        return true
    }

    static func number(_ text: some StringProtocol) -> Int? {
        guard text.utf8.count <= 9, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }
}
