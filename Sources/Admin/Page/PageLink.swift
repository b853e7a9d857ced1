/// Addresses of pages, with their parts encoded.
enum PageLink {
    /// The page of a host.
    static func host(_ pattern: String) -> String { path(.hostPage, pattern) }

    /// A route with what stands for its parts in braces.
    static func path(_ route: AdminRoute, _ parameters: String...) -> String {
        var rest = parameters[...]
        return route.path.split(separator: "/").map { part in
            "/" + (part.hasPrefix("{") ? encoded(rest.popFirst() ?? "") : String(part))
        }.joined()
    }

    /// A path with a query; parameters without a value are left out.
    static func query(_ path: String, _ parameters: KeyValuePairs<String, String?>) -> String {
        let pairs = parameters.compactMap { name, value in
            value.map { "\(encoded(name))=\(encoded($0))" }
        }
        return pairs.isEmpty ? path : path + "?" + pairs.joined(separator: "&")
    }

    private static func encoded(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "*"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                result += "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
        return result
    }
}
