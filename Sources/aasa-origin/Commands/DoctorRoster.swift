import Configuration
import Diagnostics
import Doctor
import POSIX
import SiteAssociation

/// Finds the hosts that the command `doctor` looks at, and what is expected of them.
enum DoctorRoster {
    static func read(_ invocation: Invocation) throws(InputFailure) -> Roster {
        var roster = Roster()
        for target in invocation.operands.compactMap(ProbeTarget.init) { roster.add(target) }
        if let app = invocation.value(DoctorOptions.app) {
            roster.appIDs = [app]
            roster.claimingApp = app
        }
        roster.isDirect = invocation.has(DoctorOptions.mode)
        if let path = invocation.value(DoctorOptions.hosts) {
            let source = try InputFile.read(path)
            let findings = roster.addLines(of: source)
            guard findings.isEmpty else { throw InputFailure(findings: findings) }
        }
        if let path = invocation.value(DoctorOptions.config) {
            roster.add(try configuration(path))
        }
        try addEntitlements(invocation, to: &roster)
        try addTests(invocation, to: &roster)
        return roster
    }

    private static func configuration(_ path: String) throws(InputFailure) -> Configuration {
        let loaded = ConfigurationLoader().load(path: path)
        guard let configuration = loaded.configuration else {
            throw InputFailure(findings: loaded.findings)
        }
        return configuration
    }

    private static func addEntitlements(
        _ invocation: Invocation, to roster: inout Roster
    ) throws(InputFailure) {
        guard let path = invocation.value(DoctorOptions.entitlements) else { return }
        let source = try InputFile.read(path)
        let entitlements: Entitlements
        do { entitlements = try Entitlements(source) } catch { throw InputFailure(error) }
        guard !entitlements.findings.containsError else {
            throw InputFailure(findings: entitlements.findings)
        }
        Findings.show(entitlements.findings)
        roster.add(entitlements)
        if let app = invocation.value(DoctorOptions.app) { roster.claimingApp = app }
    }

    private static func addTests(
        _ invocation: Invocation, to roster: inout Roster
    ) throws(InputFailure) {
        guard let path = invocation.value(DoctorOptions.expect) else { return }
        let source = try InputFile.read(path)
        if path != "-", ExpectationFile.isConfiguration(source) {
            roster.add(ExpectationFile.expectations(in: try configuration(path)))
        } else {
            do { roster.add(try ExpectationFile.list(in: source)) } catch {
                throw InputFailure(error)
            }
        }
        if roster.targets.isEmpty { roster.addHostsOfTests() }
        let others = roster.testsOfOthers
        if others > 0 {
            Findings.show([
                Diagnostic(
                    .warning, "expect-other-hosts",
                    "\(others) of the tests speak of hosts that are not looked at",
                    hint: "name these hosts too, or none")
            ])
        }
    }
}
