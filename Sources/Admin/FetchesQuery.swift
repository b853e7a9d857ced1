/// The parameters of the list of fetches: a part of the hosts, or one of them.
struct FetchesQuery {
    /// The parameters in words.
    static let names = "offset, limit (1 to \(HostsQuery.limitRange.upperBound)) and host"

    /// How many hosts come before the first one of the list.
    let offset: Int
    /// How many hosts the list has at most; `nil` for all.
    let limit: Int?
    /// The only host, or `nil` for all.
    let host: String?

    /// Reads a query; `nil` for anything that is not understood to the last letter.
    init?(_ fields: FormFields) {
        guard fields.strangers(["offset", "limit", "host"]).isEmpty else { return nil }
        guard let offset = HostsQuery.number(fields["offset"] ?? "0") else { return nil }
        let limit = fields["limit"].map(HostsQuery.number)
        if let limit {
            guard let limit, HostsQuery.limitRange.contains(limit) else { return nil }
        }
        guard fields["host"] != "" else { return nil }
        self.offset = offset
        self.limit = limit.flatMap(\.self)
        host = fields["host"]
    }
}
