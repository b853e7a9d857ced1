package import HTTP
import SiteAssociation

/// Answers the requests of the public listeners from one snapshot.
///
/// Understands GET and HEAD on the two paths of the file, with `If-None-Match`. Answers 200
/// or 304 with `ETag` and `Cache-Control`; 404 for another host or path; 405 with `Allow`
/// for another method; 403 on plain listeners that must not serve. Never a redirect, and
/// never a difference by user agent.
package struct OriginHandler: Handler {
    private let snapshot: Snapshot

    /// Creates a handler that answers from a snapshot for as long as it lives.
    package init(_ snapshot: Snapshot) {
        self.snapshot = snapshot
    }

    /// Returns the answer: at once, unless a challenge's file has to be read for it.
    package func handling(of request: Request) -> Handling {
        if request.connection.kind == .refuse,
            let challenges = snapshot.challenges[request.connection.listener],
            let token = Challenges.token(of: request)
        {
            return .deferred { challenges.reply(for: token) }
        }
        return .reply(reply(to: request))
    }

    /// Returns the answer to a request, by the kind of the listener that it came on.
    package func reply(to request: Request) -> Reply {
        switch request.connection.kind {
        case .tls: document(for: request)
        case .proxied: proxiedDocument(for: request)
        case .refuse: Reply(FixedAnswer.httpsRequired.response, outcome: .plainRefused)
        case .admin: Reply(FixedAnswer.notFound.response, outcome: .unknownPath)
        }
    }

    private func document(for request: Request) -> Reply {
        guard let host = request.host, let site = snapshot.site(for: host) else {
            return Reply(FixedAnswer.notFound.response, outcome: .unknownHost)
        }
        guard AssociationPath.isNamed(by: request.target) else {
            return Reply(FixedAnswer.notFound.response, outcome: .unknownPath)
        }
        guard site.isEnabled else { return Reply(site.response, outcome: .disabled) }
        guard request.method == "GET" || request.method == "HEAD" else {
            return Reply(FixedAnswer.methodNotAllowed.response)
        }
        let known = EntityTags(request.fields.values("if-none-match"))
        return Reply(
            site.response, isNotModified: known.contain(site.entityTag, weakly: true))
    }

    private func proxiedDocument(for request: Request) -> Reply {
        let connection = request.connection
        guard let rule = snapshot.proxyRules[connection.listener], rule.trusts(connection.peer)
        else {
            return Reply(FixedAnswer.httpsRequired.response, outcome: .proxyNotTrusted)
        }
        // Behind a PROXY header the fields come from the client that it names.
        let claims = rule.trusts(connection.client) ? ProxyClaims(request.fields) : nil
        let isSecure = rule.assumesHTTPS || claims?.isSecure == true
        var reply =
            isSecure
            ? document(for: request)
            : Reply(FixedAnswer.httpsRequired.response, outcome: .proxyNotSecure)
        reply.client = claims?.client(trusted: rule.trusted)
        return reply
    }
}
