import HTTP
import Origin

/// Who sends a request to the admin listener.
enum Visitor {
    /// No token is asked for.
    case anybody
    /// Whoever gave the token in `Authorization`.
    case bearer
    /// A browser that signed in.
    case browser(Sessions.Session)
    /// Nobody who may see anything.
    case stranger
}

/// Decides who may come in: by host, origin, token, session and form key.
struct Doorkeeper: Sendable {
    let sessions = Sessions()
    let attempts = AttemptLimit()
    let nowMilliseconds: @Sendable () -> Int64

    /// Returns who sends a request, or the answer to who tries too many tokens.
    func visitor(_ request: Request, _ access: AdminAccess) -> Result<Visitor, Refused> {
        guard access.requiresToken else { return .success(.anybody) }
        let lines = request.fields.values("authorization")
        if !lines.isEmpty {
            return admit(request) { access.admits(authorization: lines) }.map {
                $0 ? .bearer : .stranger
            }
        }
        for id in SessionCookie.ids(request) {
            let session = sessions.session(
                String(id), access, nowMilliseconds: nowMilliseconds())
            if let session { return .success(.browser(session)) }
        }
        return .success(.stranger)
    }

    /// Begins a session for who gives the token; `nil` for another token.
    func signIn(
        _ request: Request, token: String, _ access: AdminAccess
    ) -> Result<Sessions.Session?, Refused> {
        admit(request) { access.admits(authorization: ["Bearer \(token)"]) }.map { isRight in
            isRight ? sessions.begin(access, nowMilliseconds: nowMilliseconds()) : nil
        }
    }

    /// Why a token was not looked at.
    struct Refused: Error {
        /// When to try again.
        let afterSeconds: Int64
    }

    private func admit(_ request: Request, _ isRight: () -> Bool) -> Result<Bool, Refused> {
        let peer = request.connection.peer
        let now = nowMilliseconds()
        if let seconds = attempts.waitSeconds(peer, nowMilliseconds: now) {
            return .failure(Refused(afterSeconds: seconds))
        }
        guard isRight() else {
            attempts.noteFailure(peer, nowMilliseconds: now)
            return .success(false)
        }
        attempts.noteSuccess(peer, nowMilliseconds: now)
        return .success(true)
    }

    /// The key that forms of a visitor carry.
    func formKey(_ visitor: Visitor) -> String {
        if case .browser(let session) = visitor { session.formKey } else { sessions.formKey }
    }

    /// Whether a form was sent by a page of this very server.
    ///
    /// Browsers name the origin of the page with every POST, and most say whether it is the
    /// same; programs that are no browsers say neither.
    static func isSameOrigin(_ request: Request) -> Bool {
        if let site = request.fields.first("sec-fetch-site"), site != "same-origin" {
            return false
        }
        let origins = request.fields.values("origin")
        guard let origin = origins.first else { return true }
        guard origins.count == 1, let host = request.fields.first("host")?.lowercased() else {
            return false
        }
        return origin == "http://\(host)" || origin == "https://\(host)"
    }
}
