import SiteAssociation

/// Puts the plan of a configuration together: every app once, and names for all there is.
struct ImportAssembly {
    private struct Definition: Hashable {
        var id: String
        var services: [Service]
        var clips: [String]
        var defaults: Defaults
    }

    private struct Environment {
        var body: ImportedBody
        var uses: [ImportPlan.Use]
        var hosts: [String]
        var site: String
        var table: Int?
    }

    private let tables: [TenantTemplate]
    private var apps: [(definition: Definition, rules: [Component]?)] = []
    private var indexOfApp: [Definition: Int] = [:]
    private var environments: [Environment] = []
    private var seen: Set<Int> = []
    private var variables = ImportVariables()

    init(tables: [TenantTemplate]) { self.tables = tables }

    /// Adds the environment of a table, unless it is there already.
    mutating func add(table index: Int) {
        guard seen.insert(index).inserted else { return }
        let table = tables[index]
        add(table.body, hosts: table.hosts, site: table.site, table: index)
    }

    /// Adds the environment of hosts with the same document.
    mutating func add(_ body: ImportedBody, hosts: [String]) {
        add(body, hosts: hosts, site: hosts[0], table: nil)
    }

    private mutating func add(_ body: ImportedBody, hosts: [String], site: String, table: Int?) {
        let body = variables.renamed(body)
        environments.append(
            Environment(
                body: body, uses: body.apps.map { use($0) }, hosts: hosts, site: site,
                table: table))
    }

    private mutating func use(_ app: ImportedBody.App) -> ImportPlan.Use {
        let definition = Definition(
            id: app.id, services: app.services, clips: app.clips, defaults: app.defaults)
        if let index = indexOfApp[definition] {
            let isOwn = apps[index].rules == app.rules
            return ImportPlan.Use(app: index, rules: isOwn ? nil : app.rules)
        }
        indexOfApp[definition] = apps.count
        apps.append((definition, app.rules))
        return ImportPlan.Use(app: apps.count - 1, rules: nil)
    }

    /// Returns the plan.
    func plan() -> ImportPlan {
        var plan = ImportPlan()
        let names = ImportNames.appNames(apps.map(\.definition.id))
        plan.apps = zip(apps, names).map { app, name in
            ImportPlan.App(
                name: name, id: app.definition.id, clips: app.definition.clips,
                services: app.definition.services, defaults: app.definition.defaults,
                rules: app.rules)
        }
        let sites = ImportNames.environmentNames(environments.map(\.site))
        let tableNames = environments.count { $0.table != nil } == 1 ? ["tenants"] : sites
        for (index, environment) in environments.enumerated() {
            var tenants: String?
            if let table = environment.table {
                let name = tableNames.count == 1 ? tableNames[0] : tableNames[index]
                plan.tables.append(ImportPlan.Table(name: name, template: tables[table]))
                tenants = name
            }
            plan.environments.append(
                ImportPlan.Environment(
                    name: sites[index], uses: environment.uses,
                    defaults: environment.body.defaults,
                    hasLegacyPaths: environment.body.hasLegacyPaths, hosts: environment.hosts,
                    tenants: tenants))
        }
        plan.variables = variables.all
        plan.lists = ImportNames.sharedLists(plan)
        return plan
    }
}
