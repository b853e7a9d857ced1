import TestSupport
import Testing

struct `The built server` {
    @Test(arguments: RequestTable.cases)
    func `answers every row of the request table`(_ row: RequestCase) throws {
        let reply = try Self.send(row)
        // The gate is stricter than the handler: no target of HTTP has a fragment.
        guard !row.target.contains("#") else { return #expect(reply.status == 400) }
        #expect(reply.status == row.status)
        #expect(reply["cache-control"] == row.cacheControl)
        #expect(reply["allow"] == row.allow)
        #expect(reply["location"] == nil)
        #expect(reply["set-cookie"] == nil)
        #expect(reply["content-encoding"] == nil)
        switch row.body {
        case .document(let host):
            let isStaging = try Self.tag(of: host) == Self.tag(of: "staging.example.com")
            #expect(reply.body == Site.document(app: isStaging ? "beta" : "shop"))
        case .text(let text): #expect(reply.body == text)
        case .empty: #expect(reply.body.isEmpty)
        }
        if row.status != 304 { #expect(reply["content-type"] == "application/json") }
    }

    private static func send(_ row: RequestCase) throws -> HTTPReply {
        let server = try Site.server.get()
        let index = try #require(Site.listenerKinds.firstIndex(of: row.listener))
        let curl = Curl(
            server: server, listener: index,
            security: row.listener == .tls ? .verified(authority: try Site.authority()) : .plain)
        var arguments = row.method == "HEAD" ? ["--head"] : ["-X", row.method]
        arguments += ["-H", "Host: \(row.host)"]
        for field in row.fields {
            var value = field.value
            if value.contains(RequestTable.currentTag) {
                let tag = try tag(of: row.host).filter { $0 != "\"" }
                value = value.replacing(RequestTable.currentTag, with: tag)
            }
            // For curl, a field without a value ends in a semicolon.
            arguments += ["-H", value.isEmpty ? "\(field.name);" : "\(field.name): \(value)"]
        }
        return try curl.get(row.target, arguments: arguments)
    }

    private static func tag(of host: String) throws -> String {
        let reply = try Site.curl(Site.server.get()).get(arguments: ["-H", "Host: \(host)"])
        return try #require(reply["etag"])
    }
}
