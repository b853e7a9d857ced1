/// The parameters of a reload, each at most once: two with the value `1` or `0`, and a digest.
struct ReloadQuery {
    /// The parameters in words.
    static let names = "dry_run and allow_shrink, with the value 1 or 0, and reviewed, a digest"

    private(set) var isDryRun = false
    private(set) var allowsShrinking = false
    /// The digest of the configuration that is to be taken, and no other.
    private(set) var reviewed: String?

    /// Reads a query; `nil` for anything that is not understood to the last letter.
    init?(_ query: some StringProtocol) {
        guard !query.isEmpty else { return }
        var seen: Set<String> = []
        for pair in query.split(separator: "&", omittingEmptySubsequences: false) {
            let parts = pair.split(separator: "=", omittingEmptySubsequences: false)
            guard parts.count == 2, seen.insert(String(parts[0])).inserted else { return nil }
            let value = String(parts[1])
            switch (parts[0], Self.values[value]) {
            case ("dry_run", let isSet?): isDryRun = isSet
            case ("allow_shrink", let isSet?): allowsShrinking = isSet
            case ("reviewed", _) where Self.isDigest(value): reviewed = value
            default: return nil
            }
        }
    }

    private static func isDigest(_ text: String) -> Bool {
        text.utf8.count == 64 && text.allSatisfy { $0.isHexDigit && !$0.isUppercase }
    }

    private static let values = ["1": true, "true": true, "0": false, "false": false]
}
