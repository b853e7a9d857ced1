import AssetLinks
import Diagnostics
import TestSupport
import Testing

/// A file, and what is found in it.
struct AssetLinksCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let findings: String

    init(_ description: String, _ text: String, _ findings: String) {
        testDescription = description
        self.text = text
        self.findings = findings
    }
}

struct `The reader of assetlinks.json` {
    static let fingerprint = Array(repeating: "AB", count: 32).joined(separator: ":")
    static let other = Array(repeating: "CD", count: 32).joined(separator: ":")

    static func statement(
        relation: String = #"["delegate_permission/common.handle_all_urls"]"#,
        package: String = #""com.example.shop""#,
        fingerprints: String = "[\"\(fingerprint)\",\"\(other)\"]"
    ) -> String {
        "[{\"relation\":\(relation),\"target\":{\"namespace\":\"android_app\","
            + "\"package_name\":\(package),\"sha256_cert_fingerprints\":\(fingerprints)}}]"
    }

    static let hint =
        "  hint: 32 pairs of hexadecimal digits with colons: keytool -list -v, or Play Console\n"

    static let cases = [
        AssetLinksCase("a sound file", statement(), ""),
        AssetLinksCase(
            "an object at the top", "{}",
            "error: the file is an array, not an object [asset-links-not-array]\n"
                + "  hint: put the statements into [ ]\n"),
        AssetLinksCase(
            "no JSON", "[",
            "error: the file ends inside an array [json-unclosed]\n"
                + "  hint: is the file cut off?\nnote: it begins here\n"),
        AssetLinksCase(
            "no statement", "[]", "note: the file has no statement [asset-links-empty]\n"),
        AssetLinksCase(
            "a text for a statement", #"["x"]"#,
            "error: a statement is an object, not a string [asset-links-statement]\n"),
        AssetLinksCase(
            "no relation", statement(relation: "null"),
            "error: a statement has an array 'relation' [asset-links-relation]\n"
                + "  hint: \"relation\": [\"delegate_permission/common.handle_all_urls\"]\n"),
        AssetLinksCase(
            "an empty relation", statement(relation: "[]"),
            "error: 'relation' is a list of at least one text [asset-links-relation]\n"),
        AssetLinksCase(
            "an unknown relation", statement(relation: #"["delegate_permission/common.x"]"#),
            "warning: the relations let the app neither open links nor use passwords "
                + "[asset-links-relation]\n"
                + "  hint: delegate_permission/common.handle_all_urls lets it open links\n"),
        AssetLinksCase(
            "no target", #"[{"relation":["delegate_permission/common.handle_all_urls"]}]"#,
            "error: a statement has an object 'target' [asset-links-target]\n"),
        AssetLinksCase(
            "no namespace",
            #"[{"relation":["delegate_permission/common.handle_all_urls"],"target":{}}]"#,
            "error: 'namespace' is 'android_app' or 'web' [asset-links-target]\n"),
        AssetLinksCase(
            "no package", statement(package: #""shop""#),
            "error: 'package_name' is a package such as com.example.app [asset-links-package]\n"),
        AssetLinksCase(
            "no fingerprint", statement(fingerprints: "[]"),
            "error: 'sha256_cert_fingerprints' is a list of at least one fingerprint "
                + "[asset-links-fingerprint]\n"),
        AssetLinksCase(
            "one fingerprint", statement(fingerprints: "[\"\(fingerprint)\"]"),
            "note: 'com.example.shop' has one fingerprint [asset-links-one-fingerprint]\n"
                + "  hint: an app of the Play Store is signed there with another key than the "
                + "upload\n"),
        AssetLinksCase(
            "a placeholder", statement(fingerprints: "[\"REPLACE_WITH_SHA256\",\"\(other)\"]"),
            "error: 'REPLACE_WITH_SHA256' is a placeholder, not a fingerprint "
                + "[asset-links-placeholder]\n" + hint),
        AssetLinksCase(
            "a fingerprint of SHA-1",
            statement(fingerprints: "[\"\(fingerprint.prefix(59))\",\"\(other)\"]"),
            "error: '\(fingerprint.prefix(59))' is no SHA-256 fingerprint "
                + "[asset-links-fingerprint]\n" + hint),
        AssetLinksCase(
            "small letters",
            statement(fingerprints: "[\"\(fingerprint.lowercased())\",\"\(other)\"]"),
            "warning: a fingerprint is written in upper case [asset-links-fingerprint-case]\n"
                + "  hint: \(fingerprint)\n"),
        AssetLinksCase("an include", #"[{"include":"https://example.com/a.json"}]"#, ""),
        AssetLinksCase(
            "an include without TLS", #"[{"include":"http://example.com/a.json"}]"#,
            "error: an include is an https URL [asset-links-include]\n"),
    ]

    @Test(arguments: cases)
    func `finds what the table says`(row: AssetLinksCase) {
        let findings = AssetLinks.read(
            SourceFile(name: "assetlinks.json", bytes: Array(row.text.utf8))
        ).findings.map { finding in
            var finding = finding
            finding.location = nil
            for index in finding.notes.indices { finding.notes[index].location = nil }
            return finding
        }
        #expect(DiagnosticText().text(for: findings) == row.findings)
    }

    @Test func `tells which packages have a permission`() {
        let text = Self.statement(
            relation: #"["delegate_permission/common.get_login_creds","x"]"#)
        let links = AssetLinks.read(SourceFile(name: "a", bytes: Array(text.utf8))).links
        #expect(links?.packages(with: AssetLinks.loginCredentials) == ["com.example.shop"])
        #expect(links?.packages(with: AssetLinks.handleURLs) == [])
    }

    @Test func `says of each cut of a file that it is none`() {
        let text = Array(Self.statement().utf8)
        for length in 0..<text.count {
            let reading = AssetLinks.read(SourceFile(name: "a", bytes: Array(text[..<length])))
            #expect(reading.links == nil)
            #expect(!reading.findings.isEmpty)
        }
    }
}
