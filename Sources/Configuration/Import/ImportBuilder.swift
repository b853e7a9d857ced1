import Diagnostics
import SiteAssociation

/// Collects apps, variables and environments from association files.
struct ImportBuilder {
    private(set) var findings: [Diagnostic] = []
    /// The files that became part of the configuration, with their hosts in ASCII.
    private(set) var accepted: [(source: ImportSource, hosts: [String])] = []

    private struct Definition: Hashable {
        var id: String
        var services: [Service]
        var clips: [String]
        var defaults: Defaults
    }

    private struct Content: Hashable {
        var uses: [ImportPlan.Use]
        var defaults: Defaults
        var hasLegacyPaths: Bool
    }

    private var apps: [(definition: Definition, rules: [Component]?)] = []
    private var indexOfApp: [Definition: Int] = [:]
    private var contents: [(content: Content, hosts: [String])] = []
    private var indexOfContent: [Content: Int] = [:]
    private var variables = ImportVariables()
    private var files: [String: SourceFile] = [:]

    /// Adds a file.
    mutating func add(_ source: ImportSource) {
        let hosts = hosts(of: source)
        guard !hosts.isEmpty else { return }
        accepted.append((source, hosts))
        var (association, findings) = source.document.association()
        var rules = ImportRules(file: source.file, variables: association, shared: variables)
        for index in association.appLinks?.details.indices ?? 0..<0 {
            guard let components = association.appLinks?.details[index].components else { break }
            association.appLinks?.details[index].components = rules.carried(components)
        }
        variables = rules.shared
        self.findings += findings + rules.findings
        findings = []
        let content = Content(
            uses: uses(association, source.file),
            defaults: association.appLinks?.defaults ?? Defaults(),
            hasLegacyPaths: association.appLinks?.hasLegacyPaths ?? false)
        if let index = indexOfContent[content] {
            contents[index].hosts += hosts
        } else {
            indexOfContent[content] = contents.count
            contents.append((content, hosts))
        }
    }

    /// Returns what the configuration will say.
    func plan() -> ImportPlan {
        var plan = ImportPlan()
        let names = ImportNames.appNames(apps.map(\.definition.id))
        plan.apps = zip(apps, names).map { app, name in
            ImportPlan.App(
                name: name, id: app.definition.id, clips: app.definition.clips,
                services: app.definition.services, defaults: app.definition.defaults,
                rules: app.rules)
        }
        let environments = ImportNames.environmentNames(contents.map { $0.hosts[0] })
        plan.environments = zip(contents, environments).map { item, name in
            ImportPlan.Environment(
                name: name, uses: item.content.uses, defaults: item.content.defaults,
                hasLegacyPaths: item.content.hasLegacyPaths, hosts: item.hosts)
        }
        plan.variables = variables.all
        plan.lists = ImportNames.sharedLists(plan)
        return plan
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

    private mutating func uses(
        _ association: Association, _ file: SourceFile
    ) -> [ImportPlan.Use] {
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
        return found.apps.map { use($0) }
    }

    private mutating func use(_ app: FoundApps.App) -> ImportPlan.Use {
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
