package import HTTPClient

/// Where connections to a host go in place of what its name leads to, as `curl --connect-to`.
package struct Route: Sendable, Hashable {
    /// The host that it is for, or `nil` for every host.
    package var host: String?
    /// The port that it is for, or `nil` for every port.
    package var port: Int?
    /// Where the connection goes.
    package var endpoint: ProbeRequest.Endpoint

    /// Reads `HOST:PORT:ADDRESS:PORT`, where host and port may be empty; `nil` for other text.
    ///
    /// An address of version 6 stands in brackets.
    package init?(text: String) {
        var rest = text[...]
        guard let host = Self.cut(&rest), let port = Self.cut(&rest) else { return nil }
        self.host = host.isEmpty ? nil : host.lowercased()
        if !port.isEmpty {
            guard let number = Int(port) else { return nil }
            self.port = number
        }
        let address: Substring
        if rest.hasPrefix("["), let end = rest.firstIndex(of: "]") {
            address = rest[rest.index(after: rest.startIndex)..<end]
            rest = rest[rest.index(after: end)...]
            guard rest.popFirst() == ":" else { return nil }
        } else {
            guard let cut = Self.cut(&rest) else { return nil }
            address = cut
        }
        guard !address.isEmpty, let target = Int(rest), (1...65_535).contains(target) else {
            return nil
        }
        endpoint = ProbeRequest.Endpoint(String(address), port: target)
    }

    /// Whether it is for a host.
    package func isFor(_ target: ProbeTarget) -> Bool {
        host.map { $0 == target.host } ?? true && port.map { $0 == target.port } ?? true
    }

    private static func cut(_ text: inout Substring) -> Substring? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        defer { text = text[text.index(after: colon)...] }
        return text[..<colon]
    }
}
