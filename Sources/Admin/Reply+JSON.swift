import HTTP
import SiteAssociation

extension Reply {
    /// Creates an answer of the admin listener with a JSON body, which ends in a line feed.
    static func json(_ status: Int, _ body: JSONValue, _ more: [Field] = []) -> Reply {
        reply(status, body.encoded(indented: true) + [UInt8(ascii: "\n")], more)
    }

    /// Creates an answer with a document as it is published.
    static func bytes(_ body: [UInt8], _ more: [Field]) -> Reply { reply(200, body, more) }

    private static func reply(_ status: Int, _ body: [UInt8], _ more: [Field]) -> Reply {
        Reply(
            Response(
                status: status,
                fields: [
                    Field("Content-Type", "application/json"),
                    Field("Cache-Control", "no-store"),
                    Field("X-Content-Type-Options", "nosniff"),
                    // Where no token is asked for, pages of others could load it blindly.
                    Field("Cross-Origin-Resource-Policy", "same-origin"),
                ] + more, body: body, isReusable: false))
    }

    /// Creates an answer that says in a few words why there is no other.
    static func error(_ status: Int, _ words: String, _ more: [Field] = []) -> Reply {
        .json(status, ["error": .string(words)], more)
    }
}
