import Diagnostics

/// Reads the host names of all environments and checks them against each other.
struct HostResolution {
    let draft: Draft
    let decoder: NodeDecoder

    /// Returns the hosts, in the order of the files.
    ///
    /// - Parameter documents: The document's index for each environment.
    /// - Returns: The hosts, each once.
    /// - Complexity: O(hosts).
    func hosts(_ documents: [Int]) -> [HostConfiguration] {
        var hosts: [HostConfiguration] = []
        var places: [String: Location] = [:]
        let count = draft.environments.items.reduce(0) { $0 + $1.value.hosts.count }
        hosts.reserveCapacity(count)
        places.reserveCapacity(count)
        for (index, environment) in draft.environments.items.enumerated()
        where index < documents.count {
            let allowsSingleLabels = environment.value.mode == .developer
            for text in environment.value.hosts {
                guard let name = name(text, allowsSingleLabels) else { continue }
                let host = HostConfiguration(
                    name: name.name, isWildcard: name.isWildcard, environment: index,
                    document: documents[index], location: text.location)
                if let first = places[host.pattern] {
                    reportDuplicate(host, first)
                } else {
                    places[host.pattern] = text.location
                    hosts.append(host)
                }
            }
        }
        for host in hosts where host.isWildcard { checkParent(host, places) }
        return hosts
    }

    private func name(_ text: Located<String>, _ allowsSingleLabels: Bool) -> HostName? {
        do throws(HostNameFault) {
            return try HostName(text.value, allowsSingleLabels: allowsSingleLabels)
        } catch {
            decoder.error(
                error.id, "the host \(quoted(text.value)) \(error.message)", at: text.location,
                hint: error.hint)
            return nil
        }
    }

    private func reportDuplicate(_ host: HostConfiguration, _ first: Location) {
        decoder.error(
            "duplicate-host", "the host \(quoted(host.pattern)) stands twice", at: host.location,
            hint: "a host serves one document; keep one of the two",
            notes: [Diagnostic.Note("the first is here", at: first)])
    }

    /// Warns of a wildcard whose parent no entry answers for.
    private func checkParent(_ host: HostConfiguration, _ places: [String: Location]) {
        if places[host.name] != nil { return }
        var rest = host.name[...]
        while let dot = rest.firstIndex(of: ".") {
            rest = rest[rest.index(after: dot)...]
            if places["*." + rest] != nil { return }
        }
        decoder.warning(
            "wildcard-without-parent",
            "the host \(quoted(host.pattern)) does not include \(quoted(host.name))",
            at: host.location,
            hint: "add '\(host.name)': Apple reads the file of the parent for a wildcard")
    }
}
