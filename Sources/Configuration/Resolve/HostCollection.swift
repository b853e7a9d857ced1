import Diagnostics
import SiteAssociation

/// Collects the hosts of all environments and checks them against each other.
struct HostCollection {
    private(set) var hosts = HostList()
    private let decoder: NodeDecoder
    private let tables: [TenantTable]
    private let ownership: Ownership
    /// The overrides that were reported as changing what others own.
    private var reportedOverrides: Set<Location> = []
    /// Findings on hosts of tenants.
    var rowFindings = RowFindings()

    init(decoder: NodeDecoder, tables: [TenantTable], ownership: Ownership) {
        self.decoder = decoder
        self.tables = tables
        self.ownership = ownership
    }

    /// Makes room for hosts where it saves growing step by step.
    mutating func reserve(_ count: Int) {
        // Each reservation is exact: many small ones would copy all hosts each time.
        guard count > hosts.count else { return }
        hosts.reserveCapacity(hosts.count + count)
    }

    /// Reads a name of the configuration, or reports why it is none.
    func name(_ text: Located<String>, _ allowsSingleLabels: Bool) -> HostName? {
        do throws(HostNameFault) {
            return try HostName(text.value, allowsSingleLabels: allowsSingleLabels)
        } catch {
            var finding = Self.finding(error, text.value, at: text.location)
            if TemplateText.isNeeded(for: text.value) {
                finding.hint =
                    "placeholders are filled in where an environment has 'tenants: TABLE'"
            }
            decoder.report(finding)
            return nil
        }
    }

    /// Returns a fault of a name as a finding.
    static func finding(_ fault: HostNameFault, _ text: String, at place: Location) -> Diagnostic {
        Diagnostic(
            .error, fault.id, "the host \(quoted(text)) \(fault.message)", at: place,
            hint: fault.hint)
    }

    /// Adds a host, unless its name is taken.
    ///
    /// - Parameters:
    ///   - host: The host.
    ///   - template: Where the configuration names it: for a tenant's host its template.
    ///   - overrides: The overrides that change it.
    mutating func add(_ host: HostConfiguration, template: Location, overrides: [Location]) {
        let pattern = host.pattern
        if let first = hosts.patterns.number(of: pattern) {
            return report(
                Diagnostic(
                    .error, "duplicate-host", "the host \(quoted(pattern)) stands twice",
                    at: host.location, hint: "a host serves one document; keep one of the two",
                    notes: [
                        Diagnostic.Note("the first is here", at: hosts.location(first))
                    ]), on: host, template)
        }
        hosts.append(host)
        if let finding = ownership.finding(
            host: pattern, at: host.location, template: template)
        {
            report(finding, on: host, template)
        }
        for override in overrides {
            guard let finding = ownership.finding(host: pattern, override: override),
                reportedOverrides.insert(override).inserted
            else { continue }
            decoder.report(finding)
        }
    }

    /// Warns of wildcards whose parent no entry answers for.
    mutating func checkParents() {
        for index in hosts.indices where hosts.patterns.isWildcard(index) {
            checkParent(hosts[index])
        }
    }

    private mutating func checkParent(_ host: HostConfiguration) {
        if hosts.patterns.number(answering: host.name) != nil { return }
        report(
            Diagnostic(
                .warning, "wildcard-without-parent",
                "the host \(quoted(host.pattern)) does not include \(quoted(host.name))",
                at: host.location,
                hint: "add '\(host.name)': Apple reads the file of the parent for a wildcard"),
            on: host, nil)
    }

    private mutating func report(
        _ finding: Diagnostic, on host: HostConfiguration, _ template: Location?
    ) {
        guard let tenant = host.tenant else { return decoder.report(finding) }
        rowFindings.add(finding, table: tables[Int(tenant.table)].name, place: template)
    }
}
