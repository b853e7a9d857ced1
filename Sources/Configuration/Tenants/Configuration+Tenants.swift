extension Configuration {
    /// Returns the name of the tenant that a host belongs to, or `nil` for a host of its own.
    package func tenant(of host: HostConfiguration) -> String? {
        host.tenant.map { tables[Int($0.table)].tenant(Int($0.row)) }
    }

    /// The names of all tenants, table by table, whether they have hosts or not.
    package var tenantNames: [String] {
        tables.flatMap { table in (0..<table.rowCount).map(table.tenant) }
    }

    /// Returns the apps that the environment of a host lists for it, in document order.
    package func apps(of host: HostConfiguration) -> [ListedApp] {
        guard host.tenant != nil, let origin = documents.origin(of: host.document) else {
            return environments[host.environment].apps
        }
        // Rows with equal documents share one, and with it everything that their apps are.
        return origin.template.listedApps(origin.row, origin.table)
    }

    /// Takes out all that is served, and leaves the settings of the process.
    package mutating func removeContent() {
        sources = []
        environments = []
        documents = []
        hosts = []
        expectations = []
        tables = []
    }

    /// Returns how many hosts each environment has that the configuration names.
    package var hostCounts: [(environment: EnvironmentConfiguration, count: Int)] {
        var counts = [Int](repeating: 0, count: environments.count)
        for host in hosts { counts[environments[host.environment].base ?? host.environment] += 1 }
        return zip(environments, counts).filter { $0.0.base == nil }
    }
}
