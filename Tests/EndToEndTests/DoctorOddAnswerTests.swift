import Foundation
import TestSupport
import Testing

struct `What the doctor says of odd answers` {
    static let sound = `What the doctor says of answers`.sound

    static let cases: [DoctorCase] = [
        .file(
            "a redirect to plain http", "broken: 2 errors", file: "301, 0 bytes",
            [
                "  error: the redirect leads to http://shop.example.com/file [redirect-insecure]",
                "  error: the answer is 301 to http://shop.example.com/file [redirect]",
                "    https://shop.example.com\(Doctor.wellKnown): 301 to "
                    + "http://shop.example.com/file",
                "    http://shop.example.com/file: no answer",
            ]
        ) { _ in .init(301, ["Location: http://shop.example.com/file"]) },
        .file(
            "403 without a user agent", "fine: 1 note", file: sound,
            [
                "  note: a client without a user agent gets 403, AASA-Bot gets 200 "
                    + "[anonymous-blocked]",
                "    AASA-Bot/1.0.0: 200", "    a browser: 200", "    a device (swcd): 200",
                "    a client without a user agent: 403",
            ], exit: 0
        ) { $0.userAgent.isEmpty ? .init(403, []) : Doctor.sound($0) },
        .file(
            "a refusal of another kind", "broken: 1 error", file: "418, 0 bytes",
            ["  error: the answer is 418 [refused]"]
        ) { _ in .init(418, []) },
        .file(
            "an odd status", "broken: 1 error", file: "204, 0 bytes",
            ["  error: the answer is 204 [odd-status]"]
        ) { _ in .init(204, []) },
        .file(
            "nothing but spaces", "broken: 1 error", file: "200, application/json, 3 bytes",
            ["  error: the body has 3 bytes and no text [body-empty]"]
        ) { _ in .init(200, [Doctor.json], " \n ") },
        .file(
            "100001 bytes", "fine: 1 warning", file: "200, application/json, 100001 bytes",
            ["  warning: the file has 100001 bytes [body-large]"], exit: 0
        ) { _ in
            let size = `What the doctor says of answers`.size
            return .init(
                200, [Doctor.json], String(repeating: " ", count: 100_001 - size) + Doctor.document)
        },
        .file(
            "another type", "fine: 1 warning",
            file: "200, text/plain, \(`What the doctor says of answers`.size) bytes",
            ["  warning: the type is 'text/plain' [type-other]"], exit: 0
        ) { _ in .init(200, ["Content-Type: text/plain"], Doctor.document) },
        DoctorCase(
            "a redirect at the root", "fine: 1 note", file: sound,
            ["  note: /apple-app-site-association answers 302 to /x [root-redirects]"], exit: 0
        ) {
            $0.path == "/apple-app-site-association"
                ? .init(302, ["Location: /x"]) : Doctor.sound($0)
        },
        .file(
            "another status for TLS 1.2", "fine: 1 warning", file: sound,
            ["  warning: TLS 1.2 gets 403, TLS 1.3 gets 200 [tls-differs]"], exit: 0
        ) { $0.tls == "TLSv1.2" ? .init(403, []) : Doctor.sound($0) },
    ]

    @Test(arguments: cases)
    func `says what is wrong`(row: DoctorCase) throws { try row.check() }

    @Test func `says that the file is signed`() throws {
        let directory = try TemporaryDirectory()
        let leaf = try Doctor.leaf.get()
        let plain = try directory.write(Doctor.document, to: "plain")
        try CommandRunner.output(
            "openssl",
            [
                "cms", "-sign", "-nodetach", "-outform", "DER", "-in", plain, "-signer",
                leaf.certificate, "-inkey", leaf.key, "-out", directory.file("signed"),
            ])
        let signed = try directory.bytes(of: "signed")
        let row = DoctorCase.file(
            "a signed file", "fine: 1 warning",
            file: "200, application/json, \(signed.count) bytes",
            ["  warning: the file is signed (CMS, DER) [body-signed]"], exit: 0
        ) { _ in
            var reply = FaultServer.Reply(200, [Doctor.json])
            reply.body = signed
            return reply
        }
        try row.check()
    }
}

struct `What the doctor says of Android's file` {
    static let statement =
        #"[{"relation":["delegate_permission/common.handle_all_urls"],"#
        + #""target":{"namespace":"android_app","package_name":"com.example.shop","#
        + #""sha256_cert_fingerprints":[PRINTS]}}]"#
    static let print = Array(repeating: "AB", count: 32).joined(separator: ":")
    static let two = statement.replacing("PRINTS", with: "\"\(print)\",\"\(print)\"")

    /// A fault of Android's file alone.
    static func android(
        _ description: String, _ headline: String, _ findings: [String], exit: Int32 = 0,
        document: String = Doctor.document, reply: FaultServer.Reply
    ) -> DoctorCase {
        let file = "200, application/json, \(document.utf8.count) bytes"
        return DoctorCase(description, headline, file: file, findings, exit: exit) { request in
            if request.path == "/.well-known/assetlinks.json" { return reply }
            var answer = Doctor.sound(request)
            if answer.status == 200 { answer.body = Array(document.utf8) }
            return answer
        }
    }

    static let cases = [
        android(
            "a sound file", "fine", [],
            reply: .init(200, [Doctor.json], two)),
        android(
            "a status", "fine: 1 warning",
            ["  warning: /.well-known/assetlinks.json answers 503 [android-status]"],
            reply: .init(503, [])),
        android(
            "a type", "fine: 1 warning",
            [
                "  warning: /.well-known/assetlinks.json has the type 'text/plain' [android-type]"
            ], reply: .init(200, ["Content-Type: text/plain"], two)),
        android(
            "a page", "fine: 1 warning",
            [
                "  warning: /.well-known/assetlinks.json is an HTML page with status 200 "
                    + "[android-html]"
            ], reply: .init(200, ["Content-Type: text/html"], "<html>")),
        android(
            "a placeholder", "broken: 1 error",
            [
                "  error: 'TO_REPLACE' is a placeholder, not a fingerprint [android-form]",
                "    line 1, column 257",
                "    hint: 32 pairs of hexadecimal digits with colons: keytool -list -v, or Play "
                    + "Console",
            ], exit: 1,
            reply: .init(
                200, [Doctor.json],
                statement.replacing("PRINTS", with: "\"\(print)\",\"TO_REPLACE\""))),
        android(
            "no statement", "fine: 1 note",
            ["  note: the file has no statement [android-form]", "    line 1, column 1"],
            reply: .init(200, [Doctor.json], "[]")),
        android(
            "one fingerprint", "fine: 1 note",
            [
                "  note: 'com.example.shop' has one fingerprint [android-fingerprints]",
                "    line 1, column 159",
                "    hint: an app of the Play Store is signed there with another key than the "
                    + "upload",
            ], reply: .init(200, [Doctor.json], statement.replacing("PRINTS", with: "\"\(print)\""))
        ),
        android(
            "passwords of iOS apps alone", "fine: 1 note",
            [
                "  note: webcredentials has apps, assetlinks.json has no get_login_creds "
                    + "[android-credentials]"
            ],
            document: #"{"webcredentials":{"apps":["ABCDE12345.com.example.shop"]}}"#,
            reply: .init(200, [Doctor.json], two)),
    ]

    @Test(arguments: cases)
    func `says what is wrong`(row: DoctorCase) throws { try row.check() }
}
