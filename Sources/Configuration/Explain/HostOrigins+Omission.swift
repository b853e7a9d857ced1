package import Diagnostics

extension HostOrigins {
    /// Returns why a host is not there although a tenant has it: the first 'where' that does
    /// not choose its row.
    ///
    /// - Parameter host: The host, as an operator writes it.
    /// - Returns: The value that is not chosen with its place, or `nil` when no row has the host.
    /// - Complexity: O(rows of all tables).
    package func omission(of host: String) -> Diagnostic.Note? {
        guard let name = try? HostName(host, allowsSingleLabels: true) else { return nil }
        for item in draft.environments.items where !item.value.filters.isEmpty {
            guard let table = tables.first(where: { $0.name == item.value.tenants?.value }) else {
                continue
            }
            for row in 0..<table.rowCount {
                let values = RowValues((table, row))
                guard item.value.hosts.contains(where: { values.isHost(name, $0.value) }),
                    let place = values.unmet(item.value.filters)
                else { continue }
                let tenant = quoted(table.tenant(row))
                return Diagnostic.Note(
                    "the tenant \(tenant) has it, and 'where' of \(quoted(item.name)) does not "
                        + "choose it: \(place.words)", at: place.location)
            }
        }
        return nil
    }
}
