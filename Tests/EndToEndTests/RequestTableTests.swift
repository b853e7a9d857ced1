import TestSupport
import Testing

struct `The built server` {
    @Test(arguments: RequestTable.cases)
    func `answers every row of the request table`(_ row: RequestCase) throws {
        let index = try #require(Site.listenerKinds.firstIndex(of: row.listener))
        let curl = Curl(
            server: try Site.server.get(), listener: index,
            security: row.listener == .tls ? .verified(authority: try Site.authority()) : .plain)
        let reply = try row.send(by: curl)
        // The gate is stricter than the handler: no target of HTTP has a fragment.
        guard !row.target.contains("#") else { return #expect(reply.status == 400) }
        row.expect(reply)
    }
}
