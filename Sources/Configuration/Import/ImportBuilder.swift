import Diagnostics
import SiteAssociation

/// Collects apps, variables and environments from association files.
struct ImportBuilder {
    private(set) var findings: [Diagnostic] = []
    /// The files that became part of the configuration, with their hosts in ASCII.
    private(set) var accepted: [(source: ImportSource, hosts: [String])] = []

    private var contents: [TenantDiscovery.Content] = []
    private var indexOfBody: [ImportedBody: Int] = [:]
    private var files: [String: SourceFile] = [:]

    /// Adds a file.
    mutating func add(_ source: ImportSource) {
        let hosts = hosts(of: source)
        guard !hosts.isEmpty else { return }
        accepted.append((source, hosts))
        var (association, findings) = source.document.association()
        var rules = ImportRules(file: source.file, variables: association)
        for index in association.appLinks?.details.indices ?? 0..<0 {
            guard let components = association.appLinks?.details[index].components else { break }
            association.appLinks?.details[index].components = rules.carried(components)
        }
        self.findings += findings + rules.findings
        findings = []
        let body = ImportedBody(
            apps: apps(association, source.file),
            defaults: association.appLinks?.defaults ?? Defaults(),
            hasLegacyPaths: association.appLinks?.hasLegacyPaths ?? false,
            variables: rules.used)
        if let index = indexOfBody[body] {
            contents[index].hosts += hosts
        } else {
            indexOfBody[body] = contents.count
            contents.append((body, hosts))
        }
    }

    /// Returns what the configuration will say.
    ///
    /// - Parameter findsTenants: Whether files that differ in little become tables.
    /// - Returns: The plan.
    func plan(findsTenants: Bool) -> ImportPlan {
        let tables = findsTenants ? TenantDiscovery(contents).tables : []
        var assembly = ImportAssembly(tables: tables.map(\.table))
        var tableOf: [Int: Int] = [:]
        for (index, table) in tables.enumerated() {
            for content in table.contents { tableOf[content] = index }
        }
        for (index, content) in contents.enumerated() {
            if let table = tableOf[index] {
                assembly.add(table: table)
            } else {
                assembly.add(content.body, hosts: content.hosts)
            }
        }
        return assembly.plan()
    }

    // MARK: Hosts

    private mutating func hosts(of source: ImportSource) -> [String] {
        var hosts: [String] = []
        for text in source.hosts {
            let place = Location(file: source.file)
            do throws(HostNameFault) {
                let host = try HostName(text, allowsSingleLabels: false)
                let pattern = host.isWildcard ? "*." + host.name : host.name
                if let first = files[pattern] {
                    findings.append(
                        Diagnostic(
                            .error, "import-host-twice",
                            "the host \(quoted(pattern)) has two files", at: place,
                            hint: "name the host of one of them with --host",
                            notes: [
                                Diagnostic.Note("the first is here", at: Location(file: first))
                            ]))
                    continue
                }
                files[pattern] = source.file
                hosts.append(pattern)
            } catch {
                findings.append(
                    Diagnostic(
                        .error, "import-host", "the host \(quoted(text)) \(error.message)",
                        at: place, hint: error.hint))
            }
        }
        return hosts
    }

    // MARK: Apps

    private mutating func apps(
        _ association: Association, _ file: SourceFile
    ) -> [ImportedBody.App] {
        var found = FoundApps()
        for entry in association.appLinks?.details ?? [] {
            for id in entry.appIDs where isAllowed(id, file) {
                found.add(id, .appLinks, rules: entry.components, defaults: entry.defaults)
            }
        }
        for entry in association.services where entry.service != .appClips {
            for id in entry.appIDs where isAllowed(id, file) { found.add(id, entry.service) }
        }
        for entry in association.services where entry.service == .appClips {
            for id in entry.appIDs where isAllowed(id, file) { found.add(clip: id) }
        }
        return found.apps.map {
            ImportedBody.App(
                id: $0.id, clips: $0.clips, services: $0.services, defaults: $0.defaults,
                rules: $0.rules)
        }
    }

    /// Whether a configuration may name an app; a finding tells of each that it may not, and
    /// of each that devices may not know.
    private mutating func isAllowed(_ id: String, _ file: SourceFile) -> Bool {
        let decoder = NodeDecoder(environment: { _ in nil })
        let text = Located(value: id, location: Location(file: file))
        let isAllowed = AppIdentifierCheck(decoder: decoder).checked(text) != nil
        for var finding in decoder.findings {
            if !isAllowed {
                finding.id = "import-" + finding.id
                finding.message += ", so the app is left out"
            }
            if !findings.contains(finding) { findings.append(finding) }
        }
        return isAllowed
    }
}

/// The apps of one document, with all that the document says of each.
private struct FoundApps {
    struct App {
        var id: String
        var services: [Service] = []
        var clips: [String] = []
        var rules: [Component]?
        var defaults = Defaults()
    }

    private(set) var apps: [App] = []

    mutating func add(
        _ id: String, _ service: Service, rules: [Component]? = nil, defaults: Defaults = Defaults()
    ) {
        let index = index(of: id)
        if !apps[index].services.contains(service) { apps[index].services.append(service) }
        if service == .appLinks, apps[index].rules == nil {
            apps[index].rules = rules
            apps[index].defaults = defaults
        }
    }

    /// Adds a clip to the app that its identifier begins with; without one, to an app that
    /// stands for nothing else.
    mutating func add(clip id: String) {
        let parent = apps.firstIndex { id.hasPrefix($0.id + ".") }
        let labels = id.split(separator: ".", omittingEmptySubsequences: false)
        let carrier = labels.count > 2 ? labels.dropLast().joined(separator: ".") : id
        let index = parent ?? index(of: carrier)
        if !apps[index].clips.contains(id) { apps[index].clips.append(id) }
    }

    private mutating func index(of id: String) -> Int {
        if let index = apps.firstIndex(where: { $0.id == id }) { return index }
        apps.append(App(id: id))
        return apps.count - 1
    }
}
