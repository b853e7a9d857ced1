/// A host to look at, and the port if it is another than 443.
package struct ProbeTarget: Sendable, Hashable {
    /// The port of HTTPS.
    package static let standardPort = 443
    /// The path that Apple asks for.
    package static let wellKnown = "/.well-known/apple-app-site-association"
    /// The path of iOS 9.
    package static let rootPath = "/apple-app-site-association"
    /// The path that Android asks for.
    package static let assetLinks = "/.well-known/assetlinks.json"

    /// The name in lower case.
    package var host: String
    /// The port.
    package var port: Int

    /// Creates a target.
    package init(_ host: String, port: Int = standardPort) {
        self.host = host.lowercased()
        self.port = port
    }

    /// Reads `HOST` or `HOST:PORT`; `nil` for anything else.
    package init?(text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, let host = parts.first, Self.isName(host) else { return nil }
        guard parts.count == 2 else {
            self.init(String(host))
            return
        }
        guard parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let port = Int(parts[1]), (1...65_535).contains(port)
        else { return nil }
        self.init(String(host), port: port)
    }

    /// The host, with its port when that is another than 443.
    package var name: String { port == Self.standardPort ? host : "\(host):\(port)" }

    /// Returns the URL of a path.
    package func url(_ path: String) -> String { "https://\(name)\(path)" }

    private static func isName(_ text: Substring) -> Bool {
        guard !text.isEmpty, text.utf8.count <= 253 else { return false }
        return text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
            !label.isEmpty && label.utf8.count <= 63 && label.first != "-"
                && label.utf8.allSatisfy { byte in
                    switch byte {
                    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"),
                        UInt8(ascii: "_"):
                        true
                    default: false
                    }
                }
        }
    }
}
