/// What findings come to where devices ask the host themselves, in the alternate modes.
enum DirectMode {
    /// The findings that matter to Apple's servers only.
    private static let harmless = [
        FindingRules.addressPrivate, FindingRules.hostName, FindingRules.appleBlocked,
    ].map(\.id)

    /// The findings that an installed authority mends.
    private static let mendable = [
        FindingRules.certificateSelfSigned, FindingRules.certificatePrivate,
    ].map(\.id)

    /// Returns a finding as it counts in an alternate mode.
    static func finding(_ finding: Finding) -> Finding? {
        var finding = finding
        if harmless.contains(finding.rule.id) { finding.level = .note }
        if mendable.contains(finding.rule.id) {
            finding.level = .warning
            finding.details.append("developer mode takes it where the device trusts the authority")
        }
        if finding.rule.id == FindingRules.deviceBlocked.id { finding.level = .broken }
        return finding
    }
}
