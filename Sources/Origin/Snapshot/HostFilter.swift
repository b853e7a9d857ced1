import Configuration

/// Chooses hosts of a snapshot by what they serve; nothing set chooses all.
package struct HostFilter: Sendable {
    /// What a host answers.
    package enum State: String, Sendable, CaseIterable {
        /// Its document.
        case served
        /// 404, because its environment is disabled.
        case disabled
    }

    /// The name of the environment.
    package var environment: String?
    /// The name of the tenant.
    package var tenant: String?
    /// An app that the host lists: its name or its identifier.
    package var app: String?
    /// What the host answers.
    package var state: State?

    /// Creates a filter that chooses all hosts.
    package init() {}

    /// Returns the chosen hosts, as indices in the order of the configuration.
    package func hosts(of snapshot: Snapshot) -> [Int] {
        let configuration = snapshot.configuration
        let environments = configuration.environments.indices.map { index in
            let environment = configuration.environments[index]
            return (self.environment.map { $0 == environment.name } ?? true)
                && (state.map { ($0 == .served) == environment.isEnabled } ?? true)
        }
        return configuration.hosts.indices.filter { index in
            let host = configuration.hosts[index]
            guard environments[host.environment] else { return false }
            if let tenant, configuration.tenant(of: host) != tenant { return false }
            return app.map { configuration.lists($0, on: host) } ?? true
        }
    }
}
