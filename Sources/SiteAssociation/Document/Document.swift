package import Diagnostics

/// An association file as it was found: everything that stands in it, with its place.
///
/// Nothing is dropped or corrected. What Apple's client makes of it is in ``entries`` and
/// ``apps(of:)``, which follow the client also where the file is wrong.
package struct Document: Sendable {
    /// The file's value.
    package let root: JSONNode
    /// The entries for universal links, in the order in which the client reads them.
    package let entries: [LinkEntry]
    /// The substitution variables as the client reads them.
    package let variables: [SubstitutionVariable]

    /// Reads a document from a JSON value.
    package init(_ root: JSONNode) {
        self.root = root
        var reader = LinkReader(root)
        entries = reader.entries()
        variables = reader.variables
    }

    /// Reads a document from a file.
    ///
    /// - Parameter source: The file's name and bytes.
    /// - Returns: The document, or `nil` and at least one error when it is not JSON.
    package static func read(
        _ source: SourceFile
    ) -> (document: Document?, findings: [Diagnostic]) {
        let reading = JSONReader.read(source)
        return (reading.root.map(Document.init), reading.findings)
    }

    /// Returns the apps of a service other than universal links; what is no string is skipped.
    package func apps(of service: Service) -> [String] {
        root[service.rawValue]?["apps"]?.elements?.compactMap(\.string) ?? []
    }

    /// The apps of the services that know no patterns, each app once.
    ///
    /// The services stand in the order of ``Service``'s cases; one without apps is left out.
    package var services: [ServiceApps] {
        Service.allCases.compactMap { service in
            guard service != .appLinks else { return nil }
            var seen: Set<AppIdentifier> = []
            let appIDs = apps(of: service).filter { seen.insert(AppIdentifier($0)).inserted }
            return appIDs.isEmpty ? nil : ServiceApps(service, appIDs: appIDs)
        }
    }
}

extension Document {
    /// Creates the document that an association is published as, in the modern form.
    ///
    /// The indices of its entries and rules are those of `details` and `components`.
    package init(_ association: Association) {
        var modern = association
        modern.appLinks?.hasLegacyPaths = false
        let place = Location(file: SourceFile(name: "association"))
        self.init(JSONNode(modern.json, at: place))
    }
}

extension JSONNode {
    /// Creates a node from a value, all of it at one place.
    package init(_ value: JSONValue, at location: Location) {
        self.location = location
        switch value {
        case .null: content = .null
        case .bool(let isTrue): content = .bool(isTrue)
        case .number(let text): content = .number(text)
        case .string(let text): content = .string(text)
        case .array(let elements):
            content = .array(elements.map { JSONNode($0, at: location) })
        case .object(let members):
            content = .object(
                members.map {
                    Member(
                        key: $0.key, location: location, value: JSONNode($0.value, at: location))
                })
        }
    }
}
