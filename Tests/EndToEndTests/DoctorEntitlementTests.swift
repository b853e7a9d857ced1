import Foundation
import TestSupport
import Testing

struct `The doctor with the entitlements of an app` {
    /// One list of entitlements in each form in which it is found.
    enum Form: String, CaseIterable, CustomTestStringConvertible {
        case xml
        case binary
        case codesign

        var testDescription: String { rawValue }

        func write(_ domains: [String], appID: String?, to directory: TemporaryDirectory) throws
            -> String
        {
            switch self {
            case .codesign: return try directory.write(codesign(domains, appID), to: "app.txt")
            case .xml, .binary:
                var list: [String: Any] = ["com.apple.developer.associated-domains": domains]
                if let appID { list["application-identifier"] = appID }
                let data = try PropertyListSerialization.data(
                    fromPropertyList: list, format: self == .xml ? .xml : .binary, options: 0)
                return try directory.write(Array(data), to: "app.entitlements")
            }
        }

        private func codesign(_ domains: [String], _ appID: String?) -> String {
            let app = appID.map {
                "\t[Key] com.apple.application-identifier\n\t[Value]\n\t\t[String] \($0)\n"
            }
            return "Executable=/Applications/Shop.app/Contents/MacOS/Shop\n[Dict]\n" + (app ?? "")
                + "\t[Key] com.apple.developer.associated-domains\n\t[Value]\n\t\t[Array]\n"
                + domains.map { "\t\t\t[String] \($0)\n" }.joined()
        }
    }

    /// Runs the doctor and returns the findings, without the lines of facts.
    func run(_ domains: [String], appID: String?, _ form: Form) throws -> ([String], Int32) {
        let server = try FaultServer(Doctor.identity(Doctor.leaf.get())) { request in
            request.host.hasPrefix("www.") ? .init(404, []) : Doctor.sound(request)
        }
        let file = try form.write(domains, appID: appID, to: directory)
        let result = try Doctor.run(
            server.port, arguments: ["--offline", "--entitlements", file], hosts: [])
        let lines = Doctor.findings(result.outputText).filter {
            !$0.hasPrefix("  file: ") && !$0.contains("Android's file")
        }
        return (lines, result.exitCode)
    }

    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test(arguments: Form.allCases)
    func `asks the host above a wildcard, and names what lists the app not`(form: Form) throws {
        let (lines, code) = try run(
            [
                "applinks:*.shop.example.com", "applinks:shop.example.com",
                "webcredentials:shop.example.com?mode=developer",
            ], appID: "ABCDE12345.com.example.shop", form)
        #expect(
            lines == [
                "shop.example.com: broken: 1 error, 1 note",
                "  error: webcredentials does not list ABCDE12345.com.example.shop, which asks "
                    + "for 'webcredentials:shop.example.com?mode=developer' [app-missing]",
                "    it lists no app",
                "  note: www.shop.example.com answers 404 [sibling-fails]",
            ])
        #expect(code == 1)
    }

    @Test(arguments: Form.allCases)
    func `finds the same for each domain`(form: Form) throws {
        let (lines, code) = try run(
            ["applinks:shop.example.com", "applinks:www.shop.example.com"],
            appID: "ABCDE12345.com.example.shop", form)
        let hosts = lines.filter { !$0.hasPrefix(" ") }.sorted()
        #expect(
            hosts == [
                "2 hosts: 1 fine, 1 broken", "shop.example.com: fine",
                "www.shop.example.com: broken: 1 error",
            ])
        #expect(lines.contains("  error: the answer is 404 [not-found]"))
        #expect(code == 1)
    }

    @Test func `says that a service lists no app, when the app is not known`() throws {
        let (lines, code) = try run(["webcredentials:shop.example.com"], appID: nil, .xml)
        #expect(
            lines.contains(
                "  error: webcredentials lists no app, and the app asks for "
                    + "'webcredentials:shop.example.com' [service-empty]"))
        #expect(code == 1)
    }
}
