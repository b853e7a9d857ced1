import Diagnostics
import SiteAssociation

/// Reads statements and collects what is wrong with them.
struct AssetLinksReader {
    private(set) var findings: [Diagnostic] = []
    /// How many bytes a fingerprint has: SHA-256.
    private static let fingerprintBytes = 32
    private static let placeholders = ["REPLACE", "TO" + "DO", "XXXX", "YOUR_", "YOUR-", "EXAMPLE"]

    mutating func links(_ root: JSONNode) -> AssetLinks? {
        guard let elements = root.elements else {
            report(
                .error, "asset-links-not-array", "the file is an array, not \(root.kind)", root,
                hint: "put the statements into [ ]")
            return nil
        }
        var links = AssetLinks(statements: [], includes: [])
        for element in elements { read(element, into: &links) }
        if links.statements.isEmpty, links.includes.isEmpty, findings.isEmpty {
            report(.note, "asset-links-empty", "the file has no statement", root)
        }
        return links
    }

    private mutating func read(_ node: JSONNode, into links: inout AssetLinks) {
        guard node.members != nil else {
            report(
                .error, "asset-links-statement", "a statement is an object, not \(node.kind)", node)
            return
        }
        if let include = node["include"] {
            guard let url = include.string, url.lowercased().hasPrefix("https://") else {
                report(.error, "asset-links-include", "an include is an https URL", include)
                return
            }
            links.includes.append(url)
            return
        }
        let relations = relations(node)
        guard let target = target(node) else { return }
        if case .app = target, !relations.isEmpty {
            let known = [AssetLinks.handleURLs, AssetLinks.loginCredentials]
            if !relations.contains(where: known.contains) {
                report(
                    .warning, "asset-links-relation",
                    "the relations let the app neither open links nor use passwords",
                    node["relation"] ?? node,
                    hint: "\(AssetLinks.handleURLs) lets it open links")
            }
        }
        links.statements.append(AssetLinks.Statement(relations: relations, target: target))
    }

    private mutating func relations(_ node: JSONNode) -> [String] {
        guard let elements = node["relation"]?.elements else {
            report(
                .error, "asset-links-relation", "a statement has an array 'relation'",
                node["relation"] ?? node,
                hint: "\"relation\": [\"\(AssetLinks.handleURLs)\"]")
            return []
        }
        let texts = elements.compactMap(\.string)
        if texts.count < elements.count || texts.isEmpty {
            report(
                .error, "asset-links-relation", "'relation' is a list of at least one text",
                node["relation"] ?? node)
        }
        return texts
    }

    // MARK: Targets

    private mutating func target(_ node: JSONNode) -> AssetLinks.Target? {
        guard let target = node["target"], target.members != nil else {
            report(
                .error, "asset-links-target", "a statement has an object 'target'",
                node["target"] ?? node)
            return nil
        }
        switch target["namespace"]?.string {
        case "android_app": return app(target)
        case "web":
            guard let site = target["site"]?.string, site.lowercased().hasPrefix("http") else {
                report(
                    .error, "asset-links-target", "a target of 'web' has a 'site', a URL",
                    target["site"] ?? target)
                return nil
            }
            return .site(site)
        default:
            report(
                .error, "asset-links-target", "'namespace' is 'android_app' or 'web'",
                target["namespace"] ?? target)
            return nil
        }
    }

    private mutating func app(_ target: JSONNode) -> AssetLinks.Target? {
        guard let name = target["package_name"]?.string, Self.isPackage(name) else {
            report(
                .error, "asset-links-package",
                "'package_name' is a package such as com.example.app",
                target["package_name"] ?? target)
            return nil
        }
        let key = "sha256_cert_fingerprints"
        guard let elements = target[key]?.elements, !elements.isEmpty else {
            report(
                .error, "asset-links-fingerprint", "'\(key)' is a list of at least one fingerprint",
                target[key] ?? target)
            return .app(package: name, fingerprints: [])
        }
        for element in elements { check(element) }
        if elements.count == 1 {
            report(
                .note, AssetLinks.oneFingerprint,
                "\(Diagnostic.quoted(name)) has one fingerprint", elements[0],
                hint: "an app of the Play Store is signed there with another key than the upload")
        }
        return .app(package: name, fingerprints: elements.compactMap(\.string))
    }

    private mutating func check(_ node: JSONNode) {
        let hint = "32 pairs of hexadecimal digits with colons: keytool -list -v, or Play Console"
        guard let text = node.string else {
            report(
                .error, "asset-links-fingerprint", "a fingerprint is a text, not \(node.kind)", node
            )
            return
        }
        let upper = text.uppercased()
        if Self.placeholders.contains(where: upper.contains) {
            report(
                .error, "asset-links-placeholder",
                "\(Diagnostic.quoted(text)) is a placeholder, not a fingerprint", node, hint: hint)
            return
        }
        let pairs = text.split(separator: ":", omittingEmptySubsequences: false)
        let isValid =
            pairs.count == Self.fingerprintBytes
            && pairs.allSatisfy { $0.utf8.count == 2 && $0.allSatisfy(\.isHexDigit) }
        guard isValid else {
            report(
                .error, "asset-links-fingerprint",
                "\(Diagnostic.quoted(text)) is no SHA-256 fingerprint", node, hint: hint)
            return
        }
        if text != upper {
            report(
                .warning, "asset-links-fingerprint-case",
                "a fingerprint is written in upper case", node, hint: upper)
        }
    }

    private static func isPackage(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count >= 2
            && parts.allSatisfy { part in
                part.first?.isLetter == true
                    && part.utf8.allSatisfy { byte in
                        switch byte {
                        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"): true
                        default: false
                        }
                    }
            }
    }

    private mutating func report(
        _ severity: Severity, _ id: String, _ message: String, _ node: JSONNode,
        hint: String? = nil
    ) {
        guard findings.count < JSONReader.findingLimit else { return }
        findings.append(Diagnostic(severity, id, message, at: node.location, hint: hint))
    }
}
