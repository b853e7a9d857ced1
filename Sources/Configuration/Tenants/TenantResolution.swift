import Diagnostics
import SiteAssociation

/// Makes the hosts and documents of one environment's tenants.
struct TenantResolution {
    private let draft: Draft
    private let decoder: NodeDecoder
    private let resolution: DocumentResolution
    private let overrides: OverrideIndex
    private let merge: OverrideMerge
    private let owners: RowOwnership
    private let table: TenantTable
    /// The number of the table among those that were read.
    private let number: Int
    /// The variants of the environment by the overrides that make them.
    private var variants: [[Int]: TenantVariant] = [:]
    private var findings = RowFindings()
    private var templateCount = 0
    private var hostTemplates: [HostTemplate] = []

    init(
        draft: Draft, decoder: NodeDecoder, resolution: DocumentResolution,
        overrides: OverrideIndex, merge: OverrideMerge, owners: RowOwnership,
        table: TenantTable, number: Int
    ) {
        self.draft = draft
        self.decoder = decoder
        self.resolution = resolution
        self.overrides = overrides
        self.merge = merge
        self.owners = owners
        self.table = table
        self.number = number
    }

    /// Adds the hosts of every row that the environment chooses.
    ///
    /// - Parameters:
    ///   - index: The number of the environment.
    ///   - compiled: The environment.
    ///   - collection: The hosts.
    ///   - store: The documents.
    ///   - environments: The environments, to which overrides add variants.
    /// - Returns: Whether the rows were looked at; a template with faults hides them.
    mutating func add(
        _ index: Int, _ compiled: DocumentResolution.Compiled,
        to collection: inout HostCollection, _ store: inout DocumentStore,
        environments: inout [EnvironmentConfiguration]
    ) -> Bool {
        let filter = TenantFilter(compiled.item.value.filters, table, decoder)
        hostTemplates = templates(compiled.item.value.hosts)
        let base = variant(index, compiled)
        variants[[]] = base
        guard base.isSound, hostTemplates.count == compiled.item.value.hosts.count else {
            return false
        }
        let rows = (0..<table.rowCount).filter { filter.accepts($0, table) }
        if rows.isEmpty, table.isWhole {
            decoder.warning(
                "tenants-empty",
                "the environment \(quoted(compiled.item.name)) chooses no tenant of "
                    + quoted(table.name), at: compiled.item.location)
        }
        collection.reserve(rows.count * hostTemplates.count)
        for row in rows { add(row, compiled.item, index, &collection, &store, &environments) }
        findings.report(to: decoder)
        return true
    }

    private func templates(_ hosts: [Located<String>]) -> [HostTemplate] {
        let faults = TemplateFaults(
            table: table, report: decoder.report,
            nearest: { decoder.didYouMean($0, among: table.columns) })
        return hosts.compactMap { text in
            guard let template = faults.template(text.value, at: text.location) else { return nil }
            guard template.columns.isEmpty else {
                return HostTemplate(text: template, location: text.location)
            }
            decoder.error(
                "host-without-placeholder",
                "the host \(quoted(text.value)) would be that of every tenant",
                at: text.location,
                hint: "name a column, as in \"{\(table.columns[table.keyColumn])}.example.com\", "
                    + "or move the host to an environment without tenants")
            return nil
        }
    }

    private func variant(
        _ environment: Int, _ compiled: DocumentResolution.Compiled
    ) -> TenantVariant {
        let used = compiled.uses.reduce(into: Set<Int>()) {
            $0.formUnion($1.expansion?.variables ?? [])
        }
        return TenantVariant(
            environment: environment, compiled: compiled, table: table,
            variables: used.sorted().map { draft.variables.items[$0].value },
            report: decoder.report,
            nearest: { decoder.didYouMean($0, among: table.columns) })
    }

    // MARK: One row

    private mutating func add(
        _ row: Int, _ environment: Definitions<EnvironmentDraft>.Item, _ index: Int,
        _ collection: inout HostCollection, _ store: inout DocumentStore,
        _ environments: inout [EnvironmentConfiguration]
    ) {
        let ofTenant = overrides.overrides(tenant: table.tenant(row), in: environment.name)
        let reference = TenantRow(table: Int32(clamping: number), row: Int32(clamping: row))
        var documents: [[Int]: Int] = [:]
        var hasHost = false
        for template in hostTemplates where fills(template, row, &hasHost) {
            guard let name = name(template, row, environment.value.mode == .developer) else {
                continue
            }
            let place = place(of: template.text, row)
            var host = HostConfiguration(
                name: name.name, isWildcard: name.isWildcard, environment: index, document: 0,
                location: place, tenant: reference)
            let changes =
                ofTenant + overrides.overrides(host: host.pattern, in: environment.name)
            guard let variant = self.variant(changes, environment, index, &environments) else {
                continue
            }
            guard
                let document = documents[changes]
                    ?? self.document(reference, variant, &store)
            else { continue }
            documents[changes] = document
            host.environment = variant.environment
            host.document = document
            collection.add(
                host, template: template.location,
                overrides: changes.map { draft.overrides[$0].location })
        }
        if !hasHost { reportNoHost(row, environment) }
    }

    private mutating func reportNoHost(
        _ row: Int, _ environment: Definitions<EnvironmentDraft>.Item
    ) {
        findings.add(
            Diagnostic(
                .warning, "tenant-without-host",
                "the tenant \(quoted(table.tenant(row))) has no host in "
                    + quoted(environment.name), at: table.location(row, table.keyColumn),
                hint: "leave it out with 'where', or fill in a column that the hosts name"),
            table: table.name, place: environment.location)
    }

    /// Whether a row has every value that a host takes, and whether it has a host at all, be it
    /// one that is wrong.
    private mutating func fills(
        _ template: HostTemplate, _ row: Int, _ hasHost: inout Bool
    ) -> Bool {
        for column in template.text.columns where table.isEmpty(row, column) {
            if !template.text.optional.contains(column) {
                reportMissing(column, row, template.location)
                hasHost = true
            }
            return false
        }
        hasHost = true
        return true
    }

    /// Returns the host of a row, or `nil` after a finding.
    private mutating func name(
        _ template: HostTemplate, _ row: Int, _ allowsSingleLabels: Bool
    ) -> HostName? {
        let text = template.text.text(row, table)
        do throws(HostNameFault) {
            return try HostName(text, allowsSingleLabels: allowsSingleLabels)
        } catch {
            findings.add(
                HostCollection.finding(error, text, at: place(of: template.text, row)),
                table: table.name, place: template.location)
            return nil
        }
    }

    private mutating func reportMissing(_ column: Int, _ row: Int, _ template: Location) {
        // A tenant without a name has been reported when the table was read.
        guard column != table.keyColumn else { return }
        let name = table.columns[column]
        findings.add(
            Diagnostic(
                .error, "tenant-value-missing",
                "the tenant \(quoted(table.tenant(row))) has no \(quoted(name))",
                at: table.location(row, column),
                hint: "fill it in, or write {\(name)?} where an entry without it is left out",
                notes: [Diagnostic.Note("it is needed here", at: template)]),
            table: table.name, place: template)
    }

    /// The place in a row that a text takes its first value from.
    private func place(of text: TemplateText, _ row: Int) -> Location {
        table.location(row, text.columns.first ?? table.keyColumn)
    }

    // MARK: Documents

    private mutating func variant(
        _ changes: [Int], _ environment: Definitions<EnvironmentDraft>.Item, _ index: Int,
        _ environments: inout [EnvironmentConfiguration]
    ) -> TenantVariant? {
        if let known = variants[changes] { return known.isSound ? known : nil }
        let compiled = resolution.compiled(
            merge.merged(environment, changes.map { draft.overrides[$0] }))
        environments.append(SiteResolution.environment(compiled, base: index))
        let variant = self.variant(environments.count - 1, compiled)
        variants[changes] = variant
        return variant.isSound ? variant : nil
    }

    private mutating func document(
        _ row: TenantRow, _ variant: TenantVariant, _ store: inout DocumentStore
    ) -> Int? {
        let number = Int(row.row)
        let empty = variant.emptyColumns(number)
        let shape: TenantVariant.Shape
        if let known = variant.shapes[empty] {
            shape = known
        } else {
            guard let new = newShape(number, empty, variant, &store) else { return nil }
            shape = new
        }
        for missing in shape.missing { reportMissing(missing.column, number, missing.location) }
        guard shape.missing.isEmpty else { return nil }
        RowValueCheck(table: table, row: number).check(shape) { finding, place in
            findings.add(finding, table: table.name, place: place)
        }
        owners.check(number, variant, empty: Set(empty)) { finding, place in
            findings.add(finding, table: table.name, place: place)
        }
        return store.add((shape.index, shape.template), row, table)
    }

    private mutating func newShape(
        _ row: Int, _ empty: [Int], _ variant: TenantVariant, _ store: inout DocumentStore
    ) -> TenantVariant.Shape? {
        templateCount += 1
        guard templateCount <= TenantLimits.templates else {
            if templateCount == TenantLimits.templates + 1 {
                decoder.error(
                    "templates-too-many",
                    "an environment has more than \(TenantLimits.templates) kinds of documents",
                    at: table.location(row, table.keyColumn),
                    hint: "each override, and each set of columns that are empty, makes one")
            }
            return nil
        }
        var shape = variant.shape(empty: empty)
        shape.index = store.add(shape.template)
        variant.shapes[empty] = shape
        if shape.missing.isEmpty {
            store.lint(variant.filled(row, empty: empty, resolution))
        }
        return shape
    }
}
