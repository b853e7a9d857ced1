import Diagnostics
import SiteAssociation

/// Collects apps, variables and environments from association files.
struct ImportBuilder {
    private(set) var findings: [Diagnostic] = []
    /// The files that became part of the configuration, with their hosts in ASCII.
    private(set) var accepted: [(source: ImportSource, hosts: [String])] = []

    private var contents: [TenantDiscovery.Content] = []
    private var indexOfBody: [ImportedBody: Int] = [:]
    private var files: [String: ImportSource] = [:]

    /// Adds a file.
    mutating func add(_ source: ImportSource) {
        guard isObject(source) else { return }
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

    /// Whether a file holds an object; nothing else is an association, whatever it means for the
    /// client, and most likely it is another file than its name says.
    private mutating func isObject(_ source: ImportSource) -> Bool {
        let root = source.document.root
        guard root.members == nil else { return true }
        let hosts = source.hosts.map { quoted($0) }.joined(separator: ", ")
        findings.append(
            Diagnostic(
                .error, "import-not-an-object",
                "\(root.kind) is no association, so \(hosts) is left out", at: root.location,
                hint: root.elements == nil
                    ? "an association that claims nothing is {}"
                    : "Android's assetlinks.json is an array; the association is another file"))
        return false
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
                    compare(first, source, pattern)
                } else {
                    files[pattern] = source
                    hosts.append(pattern)
                }
            } catch {
                findings.append(
                    Diagnostic(
                        .error, "import-host", "the host \(quoted(text)) \(error.message)",
                        at: place, hint: error.hint))
            }
        }
        return hosts
    }

    /// Reports two files of a host, unless they mean the same, as those in `.well-known` and at
    /// the root of a site should.
    private mutating func compare(_ first: ImportSource, _ second: ImportSource, _ host: String) {
        let diff = DocumentDiff(old: first.document, new: second.document, host: host)
        guard !diff.isSameMeaning else { return }
        findings.append(
            Diagnostic(
                .error, "import-host-twice",
                "the host \(quoted(host)) has two files that differ, and the other one counts",
                at: Location(file: second.file),
                hint: "remove one; of a site's two files Apple takes the one in .well-known",
                notes: [Diagnostic.Note("the other one is here", at: Location(file: first.file))]))
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
