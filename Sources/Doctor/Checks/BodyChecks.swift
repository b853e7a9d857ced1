import Diagnostics
import HTTPClient
import SiteAssociation

/// Findings on type, encoding, size and content of the file.
enum BodyChecks {
    /// The largest file that devices read.
    static let limitBytes = 131_072
    /// From which size on a file is worth a word.
    static let largeBytes = 100_000
    /// How many places of a broken file are shown.
    static let placeLimit = 5

    static func findings(_ seen: HostObservations) -> [Finding] {
        guard let main = seen.main, let file = seen.file else { return [] }
        var findings = encoding(main, file, seen) + types(main, file)
        findings += root(file, seen)
        guard file.fault == nil else { return findings }
        return findings + content(file, seen)
    }

    private static func encoding(
        _ main: ProbeResult, _ file: DecodedBody, _ seen: HostObservations
    ) -> [Finding] {
        switch file.fault {
        case .twice:
            return [
                FindingRules.encodedTwice.finding(
                    "after decoding \(Words.list(file.encodings)) the body is still "
                        + "gzip")
            ]
        case .tooLarge(let limit):
            return [
                FindingRules.bodyTooLarge.finding(
                    "the file has more than \(limit) bytes after decoding")
            ]
        case .undeclared:
            return [
                FindingRules.encodingUndeclared.finding(
                    "the body is gzip, and there is no Content-Encoding")
            ]
        case .unknown(let name):
            return [
                FindingRules.encodingUnknown.finding(
                    "the encoding is '\(Words.shown(name))', offered was gzip")
            ]
        case .broken(let name, let words):
            return [
                FindingRules.encodingBroken.finding(
                    "the body is not \(Words.shown(name))", details: [words])
            ]
        case nil: break
        }
        guard let plain = seen.probes[.plain], let body = HostObservations.file(plain),
            let name = body.encodings.first
        else { return [] }
        return [
            FindingRules.encodingUnasked.finding(
                "without Accept-Encoding the body comes as '\(Words.shown(name))'")
        ]
    }

    private static func types(_ main: ProbeResult, _ file: DecodedBody) -> [Finding] {
        guard let value = main.first("Content-Type"), !value.isEmpty else {
            return [FindingRules.typeMissing.finding("there is no Content-Type")]
        }
        let type = value.prefix { $0 != ";" && $0 != " " }.lowercased()
        // A page has a finding of its own.
        guard type != "application/json", !isHTML(file.bytes) else { return [] }
        return [FindingRules.typeOther.finding("the type is '\(Words.shown(value))'")]
    }

    private static func root(_ file: DecodedBody, _ seen: HostObservations) -> [Finding] {
        guard let root = seen.probes[.root], root.failure == nil, let status = root.status else {
            return []
        }
        if (300...399).contains(status) {
            let target = root.first("Location").map { " to \(Words.shown($0))" } ?? ""
            return [
                FindingRules.rootRedirects.finding(
                    "\(ProbeTarget.rootPath) answers \(status)\(target)")
            ]
        }
        // A page for every path is found at the file itself.
        guard let other = HostObservations.file(root), other.bytes != file.bytes else { return [] }
        return [
            FindingRules.rootDiffers.finding(
                "\(ProbeTarget.rootPath) has other bytes than \(ProbeTarget.wellKnown)")
        ]
    }

    // MARK: Content

    private static func content(_ file: DecodedBody, _ seen: HostObservations) -> [Finding] {
        let size = file.bytes.count
        if file.bytes.allSatisfy({ $0 <= 0x20 }) {
            return [FindingRules.bodyEmpty.finding("the body has \(Words.bytes(size)) and no text")]
        }
        if isHTML(file.bytes) {
            return [FindingRules.bodyHTML.finding("the body is an HTML page with status 200")]
        }
        var findings: [Finding] = []
        if size > limitBytes {
            findings.append(FindingRules.bodyTooLarge.finding("the file has \(size) bytes"))
        } else if size > largeBytes {
            findings.append(FindingRules.bodyLarge.finding("the file has \(size) bytes"))
        }
        return findings + document(file, seen)
    }

    private static func document(_ file: DecodedBody, _ seen: HostObservations) -> [Finding] {
        let source = SourceFile(name: ProbeTarget.wellKnown, bytes: file.bytes)
        let (document, faults) = Document.read(source)
        guard let document else {
            if faults.contains(where: { $0.id == "json-signed" }) {
                return [FindingRules.bodySigned.finding("the file is signed (CMS, DER)")]
            }
            let places = faults.prefix(placeLimit).map(Self.line)
            let rest = faults.count - places.count
            return [
                FindingRules.bodyInvalid.finding(
                    "the file is no strict JSON",
                    details: places + (rest > 0 ? ["and \(rest) more"] : []))
            ]
        }
        let linter = Linter(ignored: ["document-too-large"])
        let subject = LintSubject(document, sizeBytes: file.bytes.count)
        return linter.findings(in: subject).map(Self.finding)
    }

    /// A finding of the linter as one on the host, with the linter's own words.
    private static func finding(_ lint: Diagnostic) -> Finding {
        let rule = LintRules.rule(lint.id)
        let level = FindingLevel(lint.severity)
        let own = FindingRule(
            level, lint.id, rule?.summary ?? lint.message, why: rule?.summary ?? "",
            fix: lint.hint ?? rule.map { "write: \($0.fix)" } ?? "", .observed)
        return own.finding(lint.message, details: [place(lint)].filter { !$0.isEmpty })
    }

    static func line(_ fault: Diagnostic) -> String {
        let place = place(fault)
        return (place.isEmpty ? "" : place + ": ") + fault.message
    }

    static func place(_ finding: Diagnostic) -> String {
        guard let line = finding.location?.line, let column = finding.location?.column else {
            return ""
        }
        return "line \(line), column \(column)"
    }

    static func isHTML(_ bytes: [UInt8]) -> Bool {
        let head = bytes.drop { $0 <= 0x20 || $0 >= 0x80 }.prefix(256)
        let text = String(decoding: head, as: UTF8.self).lowercased()
        return ["<!doctype html", "<html", "<head", "<!--", "<body", "<script"].contains {
            text.hasPrefix($0)
        }
    }
}
