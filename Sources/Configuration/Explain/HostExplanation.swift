import Diagnostics
import SiteAssociation

/// Says of each entry of one host's document where it comes from.
///
/// It goes the way of the loader once more: the environment, then the overrides of tenant and
/// host, then the row, and looks at each step where what it takes was written.
struct HostExplanation {
    private let draft: Draft
    private let host: HostConfiguration
    private let environment: EnvironmentConfiguration
    private let item: Definitions<EnvironmentDraft>.Item
    private let uses: [AppResolution.Use]
    private let overrides: AppliedOverrides
    private let values: RowValues
    private var entries: [OriginEntry] = []

    init(
        _ origins: HostOrigins, _ host: HostConfiguration,
        _ environment: EnvironmentConfiguration, _ item: Definitions<EnvironmentDraft>.Item
    ) {
        draft = origins.draft
        self.host = host
        self.environment = environment
        self.item = item
        values = RowValues(host.tenant.map { (origins.tables[Int($0.table)], Int($0.row)) })
        // What is wrong with the configuration was reported when it was loaded.
        let decoder = NodeDecoder(environment: { _ in nil })
        overrides = AppliedOverrides(draft, decoder, host, values.tenant, item.name)
        let resolution = DocumentResolution(
            draft: draft, decoder: decoder, variables: VariableUse(draft: draft, decoder: decoder))
        uses =
            resolution.compiled(
                OverrideMerge(draft: draft, decoder: decoder)
                    .merged(item, overrides.list.map(\.override))
            ).uses
    }

    mutating func explained() -> [OriginEntry] {
        addHost()
        addState()
        for use in uses where use.app.services.contains(.appLinks) { addLinks(use) }
        for service in Service.allCases where service != .appLinks { add(service) }
        addVariables()
        return entries
    }

    private mutating func add(_ text: String, depth: Int, _ places: [OriginEntry.Place]) {
        var known: Set<OriginEntry.Place> = []
        entries.append(
            OriginEntry(
                text: text, depth: depth, places: places.filter { known.insert($0).inserted }))
    }

    // MARK: The host

    private mutating func addHost() {
        let name = try? HostName(host.pattern, allowsSingleLabels: true)
        let template = name.flatMap { name in
            item.value.hosts.first { values.isHost(name, $0.value) }
        }
        var places = [
            OriginEntry.Place(
                location: template?.location ?? host.location,
                words: "host \(quoted(template?.value ?? host.pattern)) of the environment "
                    + quoted(item.name))
        ]
        places += template.map { values.cells(of: $0.value) } ?? []
        places += values.conditions(item.value.filters)
        places += overrides.list.map { override in
            OriginEntry.Place(
                location: override.override.location, words: "changed by \(override.words)")
        }
        add(host.pattern, depth: 0, places)
    }

    private mutating func addState() {
        let off = overrides.list.last { $0.override.isOff?.value == true }
        guard environment.isEnabled else {
            let location =
                off?.override.isOff?.location ?? item.value.enabledLocation ?? item.location
            let words =
                off.map { "turned off by \($0.words)" }
                ?? "the environment \(quoted(item.name)) is not enabled"
            return add("404", depth: 1, [OriginEntry.Place(location: location, words: words)])
        }
        let age = overrides.list.last { $0.override.maxAgeSeconds != nil }
        let words =
            age.map { "max_age of \($0.words)" }
            ?? (item.value.maxAgeSeconds == nil
                ? "the default of the environment \(quoted(item.name))"
                : "max_age of the environment \(quoted(item.name))")
        add(
            "Cache-Control: \(environment.cacheControl)", depth: 1,
            [
                OriginEntry.Place(
                    location: age?.override.maxAgeSeconds?.location ?? item.value.maxAgeLocation
                        ?? item.location, words: words)
            ])
    }

    // MARK: Apps

    private mutating func addLinks(_ use: AppResolution.Use) {
        guard let id = values.text(use.id) else { return }
        add("applinks \(id)", depth: 1, listing(use) + identifier(use))
        for (pattern, list) in rules(of: use) {
            let change = TextChange { [values] in values.text($0) }
            let component = change.applied(to: pattern.component)
            let place = OriginEntry.Place(
                location: pattern.location, words: words(for: pattern, list, use))
            let named = list.map { name in
                OriginEntry.Place(
                    location: name.location,
                    words: "the list \(quoted(name.value)) is named\(overrides.by(name.location))")
            }
            let cells = values.cells(of: pattern.component)
            guard let component else {
                add(
                    "left out: \(Self.text(pattern.component))", depth: 2,
                    [place] + values.empty(of: pattern.component))
                continue
            }
            add(
                Self.text(component), depth: 2,
                [place] + (named.map { [$0] } ?? []) + cells)
        }
    }

    private static func text(_ component: Component) -> String {
        String(decoding: component.json.encoded(), as: UTF8.self)
    }

    private func rules(of use: AppResolution.Use) -> [(Pattern, list: Located<String>?)] {
        (use.reference.rules ?? use.app.rules ?? []).flatMap { entry in
            switch entry {
            case .pattern(let pattern): [(pattern, nil as Located<String>?)]
            case .list(let name): (draft.rules[name.value]?.value ?? []).map { ($0, name) }
            }
        }
    }

    private func words(
        for pattern: Pattern, _ list: Located<String>?, _ use: AppResolution.Use
    ) -> String {
        if let list { return "rule of the list \(quoted(list.value))" }
        if let override = overrides.source(of: pattern.location) { return "rule of \(override)" }
        let isOwn = use.reference.rules == nil || use.app.rulesLocations.contains(pattern.location)
        return isOwn
            ? "rule of the app \(quoted(use.reference.name.value))"
            : "rule for the app in the environment \(quoted(item.name))"
    }

    private func listing(_ use: AppResolution.Use) -> [OriginEntry.Place] {
        let name = use.reference.name
        return [
            OriginEntry.Place(
                location: name.location,
                words: "the app \(quoted(name.value)) is listed\(overrides.by(name.location))")
        ]
    }

    private func identifier(_ use: AppResolution.Use) -> [OriginEntry.Place] {
        guard let id = use.app.id else { return [] }
        return [
            OriginEntry.Place(
                location: id.location, words: "id of the app \(quoted(use.reference.name.value))")
        ] + values.cells(of: id.value)
    }

    // MARK: Services and variables

    private mutating func add(_ service: Service) {
        for use in uses {
            let name = quoted(use.reference.name.value)
            if service == .appClips {
                for clip in use.app.clips {
                    let place = OriginEntry.Place(
                        location: clip.location, words: "clip of the app \(name)")
                    guard let id = values.text(clip.value) else {
                        add(
                            "left out: \(service.rawValue) \(clip.value)", depth: 1,
                            [place] + values.empty(of: clip.value))
                        continue
                    }
                    add(
                        "\(service.rawValue) \(id)", depth: 1,
                        [place] + values.cells(of: clip.value))
                }
            } else if use.app.services.contains(service), let id = values.text(use.id) {
                let services = use.app.servicesLocation.map {
                    OriginEntry.Place(location: $0, words: "services of the app \(name)")
                }
                add(
                    "\(service.rawValue) \(id)", depth: 1,
                    listing(use) + (services.map { [$0] } ?? []) + identifier(use))
            }
        }
    }

    private mutating func addVariables() {
        let used = uses.reduce(into: Set<Int>()) { $0.formUnion($1.expansion?.variables ?? []) }
        for index in used.sorted() {
            let variable = draft.variables.items[index]
            add(
                "substitutionVariables \(variable.name)", depth: 1,
                [OriginEntry.Place(location: variable.location, words: "the variable is defined")])
            for value in variable.value {
                guard let text = values.text(value.value) else { continue }
                add(
                    text, depth: 2,
                    [OriginEntry.Place(location: value.location, words: "value of the variable")]
                        + values.cells(of: value.value))
            }
        }
    }
}
