/// The parameters of a reload, each at most once, with the value `1` or `0`.
struct ReloadQuery {
    /// The parameters in words.
    static let names = "dry_run and allow_shrink"

    private(set) var isDryRun = false
    private(set) var allowsShrinking = false

    /// Reads a query; `nil` for anything that is not understood to the last letter.
    init?(_ query: some StringProtocol) {
        guard !query.isEmpty else { return }
        var seen: Set<String> = []
        for pair in query.split(separator: "&", omittingEmptySubsequences: false) {
            let parts = pair.split(separator: "=", omittingEmptySubsequences: false)
            guard parts.count == 2, let isSet = Self.values[String(parts[1])],
                seen.insert(String(parts[0])).inserted
            else { return nil }
            switch parts[0] {
            case "dry_run": isDryRun = isSet
            case "allow_shrink": allowsShrinking = isSet
            default: return nil
            }
        }
    }

    private static let values = ["1": true, "true": true, "0": false, "false": false]
}
