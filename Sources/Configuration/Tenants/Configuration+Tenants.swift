import Diagnostics
import SiteAssociation

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

    /// Whether a host's document lists an app, by its name or its identifier, for any service.
    ///
    /// No document of a tenant is made for that.
    package func lists(_ app: String, on host: HostConfiguration) -> Bool {
        if host.tenant != nil, let origin = documents.origin(of: host.document) {
            return origin.template.lists(app, origin.row, origin.table)
        }
        let id = environments[host.environment].apps.first { $0.name == app }?.id ?? app
        return documents[host.document].lists(id)
    }

    /// The names of all apps that environments list, each once, in their order.
    package var appNames: [String] {
        var known: Set<String> = []
        return environments.flatMap(\.apps).map(\.name).filter { known.insert($0).inserted }
    }

    /// Takes out all that is served, and leaves the settings of the process.
    ///
    /// Their places go as well: with one of them the text of its file would stay.
    package mutating func removeContent() {
        removePlaces()
        sources = []
        environments = []
        documents = []
        hosts = []
        expectations = []
        tables = []
    }

    private mutating func removePlaces() {
        let nowhere = Location(file: SourceFile(name: sources.first?.name ?? ""))
        for index in listeners.indices {
            listeners[index].location = nowhere
            listeners[index].ciphers = listeners[index].ciphers?.map {
                CipherName(name: $0.name, location: nowhere)
            }
        }
        (tls.certificates, tls.fallback, tls.authorityLocation) = ([], nil, nil)
        admin?.location = nowhere
        user?.location = nowhere
        log.accessLocation = nil
        state.location = nil
    }

    /// Returns how many hosts each environment has that the configuration names.
    package var hostCounts: [(environment: EnvironmentConfiguration, count: Int)] {
        var counts = [Int](repeating: 0, count: environments.count)
        for index in hosts.indices {
            let environment = hosts.environment(index)
            counts[environments[environment].base ?? environment] += 1
        }
        return zip(environments, counts).filter { $0.0.base == nil }
    }
}

extension Association {
    /// The identifiers that it lists, for whatever service.
    var listedIDs: [String] {
        (appLinks?.details ?? []).flatMap(\.appIDs) + services.flatMap(\.appIDs)
    }

    fileprivate func lists(_ id: String) -> Bool {
        appLinks?.details.contains { $0.appIDs.contains(id) } ?? false
            || services.contains { $0.appIDs.contains(id) }
    }
}
