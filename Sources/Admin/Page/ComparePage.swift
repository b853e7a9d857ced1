import Diagnostics
import FetchRecord
import HTTP
import Origin
import SiteAssociation

extension AdminHandler {
    /// Two versions of a host, and what differs.
    struct Comparison {
        let host: String
        let old: (digest: String, bytes: [UInt8])
        let new: (digest: String, bytes: [UInt8])

        /// What apps and URLs make of it; `nil` for bytes that are no association file.
        var meaning: DocumentDiff? {
            guard let before = Self.document(old), let after = Self.document(new) else {
                return nil
            }
            return DocumentDiff(
                old: before, new: after, host: host.replacing("*.", with: "www."))
        }

        private static func document(_ version: (digest: String, bytes: [UInt8])) -> Document? {
            Document.read(SourceFile(name: version.digest, bytes: version.bytes)).document
        }
    }

    /// Finds the two versions that a query names by their first digits.
    ///
    /// - Parameters:
    ///   - parameter: The host as it stands in the path.
    ///   - fields: `old` and `new`.
    /// - Returns: The versions, or `nil` when one is not kept.
    func comparison(_ parameter: String, _ fields: FormFields) -> Comparison? {
        let host = past.pattern(parameter)
        let known = record.publications(of: host).map(\.digest)
        func version(_ name: String) -> (digest: String, bytes: [UInt8])? {
            fields.text(name).flatMap { VersionDigest.find($0, among: known) }
                .flatMap(record.document)
        }
        guard let old = version("old"), let new = version("new") else { return nil }
        return Comparison(host: host, old: old, new: new)
    }

    /// What differs between two versions, for programs.
    func comparisonAnswer(_ parameter: String, _ fields: FormFields) -> Reply {
        guard let comparison = comparison(parameter, fields) else {
            return .error(404, "the parameters are old and new, digests of versions that are kept")
        }
        return .json(
            200,
            [
                "host": .string(comparison.host), "old": .string(comparison.old.digest),
                "new": .string(comparison.new.digest),
                "what": comparison.meaning?.json ?? .null,
            ])
    }

    /// The page of two versions.
    func comparePage(_ visit: Visit, _ fields: FormFields) -> Reply {
        guard let comparison = comparison(visit.parameters[0], fields) else {
            return frame(visit).reply(404, "Not found", .hostsPage) {
                element("p") { "One of these versions is not kept." }
                element("p") {
                    element("a", ["href": AdminRoute.hostsPage.path]) { "To the list of hosts" }
                }
            }
        }
        var seen: Set<String> = []
        let digests = record.publications(of: comparison.host).reversed().map(\.digest)
            .filter { seen.insert($0).inserted }
        return frame(visit).reply(200, "Versions of \(comparison.host)", .hostsPage) {
            ComparePage.form(
                comparison.host, Array(digests.prefix(RecordMarkup.limit)),
                old: comparison.old.digest, new: comparison.new.digest)
            ComparePage(comparison: comparison).content
        }
    }
}

/// What differs between two versions of a document, in lines and in meaning.
struct ComparePage {
    let comparison: AdminHandler.Comparison

    /// The form that chooses two versions.
    static func form(_ host: String, _ digests: [String], old: String, new: String) -> Markup {
        element(
            "form",
            ["class": "fields", "method": "get", "action": PageLink.path(.comparePage, host)]
        ) {
            select("old", "From", digests, old)
            select("new", "To", digests, new)
            element("button", ["class": "main"]) { "Compare" }
        }
    }

    private static func select(
        _ name: String, _ words: String, _ digests: [String], _ chosen: String
    ) -> Markup {
        element("div", ["class": "field"]) {
            element("label", ["for": name]) { words }
            element("select", ["id": name, "name": name, "class": "mono"]) {
                for digest in digests {
                    element(
                        "option",
                        ["value": digest, "selected": digest == chosen ? "" : nil]
                    ) { String(digest.prefix(12)) }
                }
            }
        }
    }

    var content: Markup {
        var markup = element("p") {
            element("a", ["href": PageLink.host(comparison.host)]) { "Back to \(comparison.host)" }
        }
        markup.append(meaning)
        markup.append(lines)
        return markup
    }

    private var meaning: Markup {
        element("section", ["aria-labelledby": "meaning"]) {
            element("h2", ["id": "meaning"]) { "For apps and URLs" }
            if let diff = comparison.meaning {
                element("div", ["class": "card"]) { ChangeMarkup.meaning(diff) }
            } else {
                element("p") { "One of the versions is no association file." }
            }
        }
    }

    private var lines: Markup {
        let diff = LineDiff(Self.laidOut(comparison.old), Self.laidOut(comparison.new))
        return element("section", ["aria-labelledby": "lines"]) {
            element("h2", ["id": "lines"]) { "Line by line" }
            if diff.isEmpty {
                element("p") { "The documents are equal." }
            } else {
                element(
                    "pre",
                    ["class": "diff", "tabindex": "0", "role": "region", "aria-label": "Lines"]
                ) {
                    for part in diff.parts { Self.line(part) }
                }
            }
        }
    }

    private static func line(_ part: LineDiff.Part) -> Markup {
        switch part {
        case .line(.added, let text): element("ins") { "+ \(text)" }
        case .line(.removed, let text): element("del") { "- \(text)" }
        case .line(.kept, let text): element("span") { "  \(text)" }
        case .gap(let count):
            element("span", ["class": "muted"]) { "  … \(Count.text(count, "line"))" }
        }
    }

    /// The document with line breaks, or as it is when it is no JSON.
    private static func laidOut(_ version: (digest: String, bytes: [UInt8])) -> String {
        let source = SourceFile(name: version.digest, bytes: version.bytes)
        return JSONReader.read(source).root?.value.text(indented: true)
            ?? String(decoding: version.bytes, as: UTF8.self)
    }
}
