/// Where a redirect leads (RFC 9110, section 10.2.2).
package struct RedirectTarget: Sendable, Hashable {
    /// The absolute URL.
    package let url: String
    /// Its host.
    package let target: ProbeTarget

    /// Reads the value of `Location`; `nil` when no HTTP server is meant.
    ///
    /// - Parameters:
    ///   - location: The value.
    ///   - base: The absolute URL that was asked.
    package init?(_ location: String, from base: String) {
        let text = String(location.prefix { $0 != "#" })
        if text.contains("://") {
            url = text
        } else if text.hasPrefix("//") {
            url = "https:" + text
        } else {
            guard let start = base.firstRange(of: "://") else { return nil }
            let end = base[start.upperBound...].firstIndex(of: "/") ?? base.endIndex
            let path = base[end...].prefix { $0 != "?" }
            let folder = path[...(path.lastIndex(of: "/") ?? path.startIndex)]
            url = base[..<end] + (text.hasPrefix("/") ? text : folder + text)
        }
        let isSecure = url.lowercased().hasPrefix("https://")
        guard isSecure || url.lowercased().hasPrefix("http://"),
            let start = url.firstRange(of: "://")
        else { return nil }
        let authority = url[start.upperBound...].prefix { !"/?".contains($0) }
        guard let named = ProbeTarget(text: String(authority)) else { return nil }
        let hasPort = authority.contains(":")
        target = hasPort || isSecure ? named : ProbeTarget(named.host, port: 80)
    }
}
