import TestSupport
import Testing

/// How a row of ``RequestTable`` goes over the wire.
extension RequestCase {
    /// Sends the request.
    ///
    /// - Parameter curl: The client, pointed at a listener of the row's kind.
    /// - Returns: The answer.
    /// - Throws: ``CommandFailure`` when there was none.
    func send(by curl: Curl) throws -> HTTPReply {
        var arguments = method == "HEAD" ? ["--head"] : ["-X", method]
        arguments += ["-H", "Host: \(host)"]
        for field in fields {
            var value = field.value
            if value.contains(RequestTable.currentTag) {
                let tag = try Self.tag(of: host).filter { $0 != "\"" }
                value = value.replacing(RequestTable.currentTag, with: tag)
            }
            // For curl, a field without a value ends in a semicolon.
            arguments += ["-H", value.isEmpty ? "\(field.name);" : "\(field.name): \(value)"]
        }
        return try curl.get(target, arguments: arguments)
    }

    /// Compares an answer with what the row demands.
    func expect(_ reply: HTTPReply, _ comment: Comment? = nil) {
        #expect(reply.status == status, comment)
        #expect(reply["cache-control"] == cacheControl, comment)
        #expect(reply["allow"] == allow, comment)
        #expect(!reply.fieldNames.contains("location"), comment)
        #expect(!reply.fieldNames.contains("set-cookie"), comment)
        #expect(!reply.fieldNames.contains("content-encoding"), comment)
        switch body {
        case .document:
            // Of the two environments of the table, only staging says that.
            let isStaging = cacheControl == "no-store"
            #expect(reply.body == Site.document(app: isStaging ? "beta" : "shop"), comment)
        case .text(let text): #expect(reply.body == text, comment)
        case .empty: #expect(reply.body.isEmpty, comment)
        }
        if status != 304 { #expect(reply["content-type"] == "application/json", comment) }
    }

    private static func tag(of host: String) throws -> String {
        let reply = try Site.curl(Site.server.get()).get(arguments: ["-H", "Host: \(host)"])
        return try #require(reply["etag"])
    }
}
