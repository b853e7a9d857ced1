import Configuration
import Diagnostics

/// Finds what a reload cannot change, because it is bound or fixed when the process starts.
enum RestartNeeds {
    /// Compares the configuration that the process started with and a later one.
    ///
    /// - Parameters:
    ///   - started: The configuration whose listeners are bound.
    ///   - new: The configuration that is about to be served.
    /// - Returns: One warning for each setting that only a restart applies.
    static func findings(started: Configuration, new: Configuration) -> [Diagnostic] {
        var findings = listeners(started, new)
        if started.admin?.address != new.admin?.address {
            findings.append(warning("admin address", at: new.admin?.location))
        }
        if started.limits != new.limits { findings.append(warning("limits", at: nil)) }
        if started.state.withoutPlace != new.state.withoutPlace {
            findings.append(warning("state", at: new.state.location))
        }
        if started.user?.name != new.user?.name {
            findings.append(warning("user", at: new.user?.location))
        }
        if started.tls.minimumVersion != new.tls.minimumVersion {
            findings.append(warning("tls.min_version", at: nil))
        }
        if started.log.access != new.log.access || started.log.format != new.log.format {
            findings.append(warning("access log", at: new.log.accessLocation))
        }
        return findings
    }

    /// Compares listeners by address, those of the same kind first: with a port that the
    /// system chooses, several may have the same address.
    private static func listeners(_ started: Configuration, _ new: Configuration) -> [Diagnostic] {
        var bound = started.listeners
        var findings: [Diagnostic] = []
        let others = new.listeners.filter { listener in
            let same = bound.firstIndex {
                $0.address == listener.address && kindName($0.kind) == kindName(listener.kind)
                    && $0.proxyProtocol == listener.proxyProtocol
                    && $0.minimumVersion == listener.minimumVersion
                    && $0.ciphers?.map(\.name) == listener.ciphers?.map(\.name)
            }
            if let same { bound.remove(at: same) }
            return same == nil
        }
        for listener in others {
            let name = Diagnostic.quoted(listener.name)
            if let same = bound.firstIndex(where: { $0.address == listener.address }) {
                bound.remove(at: same)
                findings.append(
                    warning(
                        "kind, PROXY header or TLS settings of listener \(name)",
                        at: listener.location))
            } else {
                findings.append(warning("listener \(name)", at: listener.location))
            }
        }
        return findings
            + bound.map { warning("removal of listener \(Diagnostic.quoted($0.name))", at: nil) }
    }

    private static func kindName(_ kind: ListenerConfiguration.Kind) -> String {
        switch kind {
        case .tls: "tls"
        case .refuse: "refuse"
        case .proxied: "proxied"
        }
    }

    private static func warning(_ what: String, at location: Location?) -> Diagnostic {
        Diagnostic(
            .warning, "needs-restart", "\(what) differs from what the process started with",
            at: location, hint: "everything else is applied; restart the process for this")
    }
}

extension StateConfiguration {
    /// The settings, wherever they are written.
    fileprivate var withoutPlace: StateConfiguration {
        var settings = self
        settings.location = nil
        return settings
    }
}
