import Configuration
import Diagnostics
import SiteAssociation

/// Tells what a reload would take away in a few lines, however many hosts lose something.
struct ShrinkFindings {
    /// How many apps of a service are told one by one; more are one line.
    static let appLimit = 5

    let losses: ShrinkLosses
    let old: Configuration
    let new: Configuration
    let shareBasisPoints: Int

    /// The findings, the most general first; none when nothing is lost.
    var findings: [Diagnostic] {
        var findings: [Diagnostic] = []
        if isOver, shareBasisPoints > 0 { findings.append(share) }
        if !losses.hosts.isEmpty {
            findings.append(
                finding(
                    "guard-host-lost", "no longer serve \(names(losses.hosts))",
                    at: new.sources.first.map { Location(file: $0) }))
        }
        if !losses.emptied.isEmpty {
            findings.append(
                finding(
                    "guard-document-empty",
                    "leave no link and no service to \(names(losses.emptied))",
                    at: place(losses.emptied)))
        }
        for service in Service.allCases {
            let lost = losses.apps.filter { $0.loss.service == service }
            findings += lost.count > Self.appLimit ? [together(lost)] : lost.map(alone)
        }
        return findings
    }

    private var isOver: Bool {
        losses.loserCount * 10_000 > shareBasisPoints * losses.servedCount
    }

    private var allowance: String {
        "\(GuardPolicy.share(basisPoints: shareBasisPoints)) of the hosts"
    }

    private var hint: String {
        isOver
            ? "if it is meant, reload with --allow-shrink, or set 'guard: off' in the configuration"
            : "'guard' lets \(allowance) lose something"
    }

    private var share: Diagnostic {
        Diagnostic(
            .error, "guard-share",
            "\(Count.text(losses.loserCount)) of \(Count.text(losses.servedCount, "host")) would "
                + "lose something, more than \(allowance)",
            at: new.sources.first.map { Location(file: $0) }, hint: hint)
    }

    private typealias Lost = (loss: ShrinkGuard.Loss, hosts: [ShrinkLosses.Host])

    private func alone(_ lost: Lost) -> Diagnostic {
        finding(
            "guard-app-lost",
            "take the app \(Diagnostic.quoted(lost.loss.app.text)) from "
                + "'\(lost.loss.service.rawValue)' of \(names(lost.hosts))", at: place(lost.hosts))
    }

    /// One line for the apps of many hosts, such as the one that a template gives to each.
    private func together(_ lost: [Lost]) -> Diagnostic {
        let hosts = Set(lost.lazy.flatMap(\.hosts)).sorted { $0.old < $1.old }
        let apps = lost.prefix(2).map { Diagnostic.quoted($0.loss.app.text) }
        return finding(
            "guard-app-lost",
            "take \(Count.text(lost.count, "app")) (\(apps.joined(separator: ", ")) and so on) "
                + "from '\(lost[0].loss.service.rawValue)' of \(names(hosts))", at: place(hosts))
    }

    private func finding(_ id: String, _ words: String, at location: Location?) -> Diagnostic {
        Diagnostic(
            isOver ? .error : .warning, id, "the reload would \(words)", at: location, hint: hint)
    }

    private func place(_ hosts: [ShrinkLosses.Host]) -> Location? {
        hosts.first.map { new.environments[new.hosts.environment($0.entry)].location }
    }

    private func names(_ hosts: [ShrinkLosses.Host]) -> String {
        names(hosts.lazy.map { old.hosts[$0.old].pattern })
    }

    private func names(_ hosts: some Collection<String>) -> String {
        let limit = 3
        let names = hosts.prefix(limit).map { Diagnostic.quoted($0) }.joined(separator: ", ")
        let rest = hosts.count - limit
        return rest > 0 ? "\(names) and \(Count.text(rest, "more host"))" : names
    }
}
