import HTTP
import Origin

/// A file that pages load, prepared once.
struct Asset: Sendable {
    /// The style sheet.
    static let styleSheet = Asset(.styleSheet, "text/css; charset=utf-8", StyleSheet.text)
    /// The script.
    static let script = Asset(.script, "text/javascript; charset=utf-8", Script.text)
    /// The icon.
    static let icon = Asset(.icon, "image/svg+xml", IconImage.text)

    /// The address that pages name: it changes with the content, so it may be kept for ever.
    let link: String
    private let tag: String
    private let lasting: Response
    private let checked: Response

    private init(_ route: AdminRoute, _ type: String, _ text: String) {
        let mark = Self.mark(of: text)
        link = "\(route.path)?v=\(mark)"
        tag = "\"\(mark)\""
        func response(_ caching: String) -> Response {
            Response(
                status: 200,
                fields: [
                    Field("Content-Type", type), Field("ETag", "\"\(mark)\""),
                    Field("Cache-Control", caching),
                    Field("X-Content-Type-Options", "nosniff"),
                    Field("Content-Security-Policy", "default-src 'none'"),
                ], body: Array(text.utf8))
        }
        lasting = response("private, max-age=31536000, immutable")
        checked = response("no-cache")
    }

    /// Answers a request for it.
    func reply(to request: Request) -> Reply {
        let lines = request.fields.values("if-none-match")
        let isKnown = !lines.isEmpty && EntityTags(lines).contain(tag, weakly: true)
        let isNamed = request.query.map { link.hasSuffix("?" + $0) } ?? false
        return Reply(isNamed ? lasting : checked, isNotModified: isKnown)
    }

    /// A number that differs for different contents (FNV-1a, 64 bits).
    private static func mark(of text: String) -> String {
        let hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { hash, byte in
            (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        return String(hash, radix: 16)
    }
}
