import HTTP
import Origin

// What the pages have in common, and those that say one thing.
extension AdminHandler {
    /// What surrounds the pages of a visit.
    func frame(_ visit: Visit) -> PageFrame {
        let status = reloader.status
        var signOutKey: String?
        if case .browser(let session) = visit.visitor { signOutKey = session.formKey }
        return PageFrame(
            isInside: true, signOutKey: signOutKey,
            foot: "AASA Origin \(version) · configuration \(status.snapshot.digest.prefix(12)), "
                + "loaded \(PageText.clock(status.loadedMilliseconds))")
    }

    /// What surrounds the pages that strangers see.
    var outerFrame: PageFrame {
        PageFrame(isInside: false, signOutKey: nil, foot: "AASA Origin")
    }

    /// A page that says why there is no other.
    func messagePage(_ status: Int, _ words: String, _ fields: [Field] = []) -> Reply {
        outerFrame.reply(status, Self.title(status), fields: fields) {
            element("p") { words.prefix(1).uppercased() + words.dropFirst() + "." }
            element("p") {
                element("a", ["href": AdminRoute.hostsPage.path]) { "To the list of hosts" }
            }
        }
    }

    private static func title(_ status: Int) -> String {
        switch status {
        case 404: "Not found"
        case 405: "Not possible"
        case 429: "Too many attempts"
        case 400: "Not understood"
        default: "Refused"
        }
    }
}

// Signing in and out.
extension AdminHandler {
    /// The page to sign in on.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - status: The status.
    ///   - next: The page that was asked for.
    ///   - mistake: What was wrong the last time, or `nil`.
    ///   - more: Further fields.
    /// - Returns: The answer.
    func signInPage(
        _ request: Request, _ status: Int, next: String?, mistake: String? = nil,
        more: [Field] = []
    ) -> Reply {
        outerFrame.reply(status, "Sign in", fields: more) {
            element("p", ["class": "lead"]) {
                "The token stands in the file that admin.token_file names."
            }
            element("div", ["class": "card narrow"]) {
                if let mistake {
                    element("div", ["class": "note bad", "role": "alert", "id": "mistake"]) {
                        element("p") { mistake }
                    }
                }
                form(.signIn, key: doorkeeper.sessions.formKey) {
                    void(
                        "input", ["type": "hidden", "name": "next", "value": Self.inner(next)])
                    // Keepers of passwords file a token under a name.
                    void(
                        "input",
                        [
                            "type": "text", "name": "name", "value": "admin", "hidden": "",
                            "autocomplete": "username",
                        ])
                    element("p", ["class": "field"]) {
                        element("label", ["for": "token"]) { "Token" }
                        void(
                            "input",
                            [
                                "id": "token", "name": "token", "type": "password",
                                "required": "", "autocomplete": "current-password",
                                "aria-describedby": mistake == nil ? nil : "mistake",
                                "aria-invalid": mistake == nil ? nil : "true",
                            ])
                    }
                    element("p") {
                        element("button", ["class": "main"]) { "Sign in" }
                    }
                }
            }
        }
    }

    /// Begins a session.
    func signIn(_ visit: Visit) -> Reply {
        let request = visit.request
        let next = Self.inner(visit.form["next"])
        guard visit.access.requiresToken else { return signedIn(next, []) }
        let token = visit.form["token"] ?? ""
        switch doorkeeper.signIn(request, token: token, visit.access) {
        case .failure(let refused):
            let words = "Too many wrong tokens. Try again in \(refused.afterSeconds) seconds."
            return signInPage(
                request, 429, next: next, mistake: words,
                more: [Field("Retry-After", String(refused.afterSeconds))])
        case .success(nil):
            let challenge = Field("WWW-Authenticate", "Bearer realm=\"aasa-origin\"")
            return signInPage(
                request, 401, next: next, mistake: "That is not the token.", more: [challenge])
        case .success(let session?):
            // What the browser brings is not used any further, whoever gave it.
            for id in SessionCookie.ids(request) { doorkeeper.sessions.end(String(id)) }
            return signedIn(next, [SessionCookie.set(session, request)])
        }
    }

    /// The server never redirects, so this page goes on to the next by itself.
    private func signedIn(_ next: String, _ fields: [Field]) -> Reply {
        outerFrame.reply(200, "Signed in", next: next, fields: fields) {
            element("p") {
                element("a", ["href": next]) { "Go on to the page" }
            }
        }
    }

    /// Ends the session.
    func signOut(_ visit: Visit) -> Reply {
        if case .browser(let session) = visit.visitor { doorkeeper.sessions.end(session.id) }
        return outerFrame.reply(
            200, "Signed out", fields: [SessionCookie.clear(visit.request)]
        ) {
            element("p") {
                element("a", ["href": AdminRoute.signInPage.path]) { "Sign in again" }
            }
        }
    }

    /// Returns a target if it is one of the pages to look at, else that of the hosts.
    static func inner(_ target: String?) -> String {
        guard let target, target.utf8.count <= 1_024 else { return AdminRoute.hostsPage.path }
        let path = target.prefix { $0 != "?" }
        let isPage = AdminRoute.match(path).routes.contains {
            $0.kind == .page && $0.method == "GET" && $0.needsToken
        }
        return isPage ? target : AdminRoute.hostsPage.path
    }
}
