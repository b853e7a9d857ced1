import AssetLinks
import Diagnostics
import HTTPClient
import SiteAssociation

/// Findings on `assetlinks.json`, where there is one.
enum AndroidChecks {
    static func findings(_ seen: HostObservations) -> [Finding] {
        guard let result = seen.probes[.assetLinks], result.failure == nil,
            let status = result.status
        else { return [] }
        let path = ProbeTarget.assetLinks
        switch status {
        case 200: return file(result, seen)
        case 404, 410: return []
        case 300...399:
            let target = Words.shown(result.first("Location") ?? "")
            // A host that redirects everything has a finding of its own.
            guard seen.main?.status == 200 else { return [] }
            return [
                FindingRules.androidRedirect.finding("\(path) answers \(status) to \(target)")
            ]
        default:
            guard seen.main?.status == 200 else { return [] }
            return [FindingRules.androidStatus.finding("\(path) answers \(status)")]
        }
    }

    private static func file(_ result: ProbeResult, _ seen: HostObservations) -> [Finding] {
        guard let body = HostObservations.file(result), body.fault == nil else {
            return [
                FindingRules.androidInvalid.finding(
                    "\(ProbeTarget.assetLinks) cannot be decoded")
            ]
        }
        if BodyChecks.isHTML(body.bytes) {
            return seen.file.map { BodyChecks.isHTML($0.bytes) } == true
                ? []
                : [
                    FindingRules.androidPage.finding(
                        "\(ProbeTarget.assetLinks) is an HTML page with status 200")
                ]
        }
        let source = SourceFile(name: ProbeTarget.assetLinks, bytes: body.bytes)
        let (links, faults) = AssetLinks.read(source)
        var findings = type(result)
        guard let links else {
            let details = faults.prefix(BodyChecks.placeLimit).map(BodyChecks.line)
            findings.append(
                FindingRules.androidInvalid.finding(
                    "\(ProbeTarget.assetLinks) is no strict JSON array", details: details))
            return findings
        }
        return findings + faults.map(finding) + credentials(links, seen)
    }

    private static func type(_ result: ProbeResult) -> [Finding] {
        let value = result.first("Content-Type") ?? ""
        let type = value.prefix { $0 != ";" && $0 != " " }.lowercased()
        guard type != "application/json" else { return [] }
        return [
            FindingRules.androidType.finding(
                "\(ProbeTarget.assetLinks) has "
                    + (value.isEmpty ? "no type" : "the type '\(Words.shown(value))'"))
        ]
    }

    private static func finding(_ fault: Diagnostic) -> Finding {
        let rule =
            fault.id == AssetLinks.oneFingerprint
            ? FindingRules.androidFingerprints : FindingRules.androidForm
        let place = [BodyChecks.place(fault)].filter { !$0.isEmpty }
        return rule.finding(
            fault.message, level: FindingLevel(fault.severity),
            details: place + (fault.hint.map { ["hint: \($0)"] } ?? [])
        )
    }

    private static func credentials(
        _ links: AssetLinks, _ seen: HostObservations
    ) -> [Finding] {
        guard !links.statements.isEmpty, let document = seen.document,
            !document.apps(of: .webCredentials).isEmpty,
            links.packages(with: AssetLinks.loginCredentials).isEmpty
        else { return [] }
        return [
            FindingRules.androidCredentials.finding(
                "webcredentials has apps, assetlinks.json has no get_login_creds")
        ]
    }
}
