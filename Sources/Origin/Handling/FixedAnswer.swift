package import HTTP

/// The answers of public listeners that are the same for every host.
package enum FixedAnswer: CaseIterable, Sendable {
    /// The host is not configured or the path is none of the two.
    case notFound
    /// The path takes only GET and HEAD.
    case methodNotAllowed
    /// Plain HTTP where https is required.
    case httpsRequired
    /// The answer to a challenge is there, and cannot be read.
    case notReadable

    /// The prepared response, one object for the life of the process.
    package var response: Response {
        switch self {
        case .notFound: Self.notFoundResponse
        case .methodNotAllowed: Self.methodNotAllowedResponse
        case .httpsRequired: Self.httpsRequiredResponse
        case .notReadable: Self.notReadableResponse
        }
    }

    private static let notFoundResponse = Response.error(404, "not found")
    private static let methodNotAllowedResponse = Response.error(
        405, "method not allowed", [Field("Allow", "GET, HEAD")])
    private static let httpsRequiredResponse = Response.error(403, "https required")
    private static let notReadableResponse = Response.error(500, "not readable")
}
