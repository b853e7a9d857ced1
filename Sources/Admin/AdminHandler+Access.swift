import HTTP
import Origin

/// A request that may be answered.
struct Visit: Sendable {
    let request: Request
    let route: AdminRoute
    /// What stands for the parts in braces of the route's path.
    let parameters: [String]
    let visitor: Visitor
    /// The rules under which it came in.
    let access: AdminAccess
    /// The form that it carries; empty but for routes that take one.
    let form: FormFields
}

/// What becomes of a request before it is answered.
enum Entry {
    case refused(Reply)
    case admitted(Visit)
}

extension AdminHandler {
    /// Decides whether a request is answered.
    func entry(of request: Request) -> Entry {
        let (routes, parameters) = AdminRoute.match(request.path)
        let route = routes.first { $0.takes(request.method) }
        let refuse = Refuser(self, request, routes)
        guard let access = reloader.adminAccess, access.admits(host: request.host) else {
            return .refused(refuse(403, "host not allowed"))
        }
        let isPage = routes.first?.kind == .page
        if request.method != "GET", request.method != "HEAD" {
            // A page that a browser shows could post here, though it could not read the answer.
            let isForeign =
                isPage
                ? !Doorkeeper.isSameOrigin(request) : request.fields.first("origin") != nil
            if isForeign { return .refused(refuse(403, "requests from web pages are not allowed")) }
        }
        let visitor: Visitor
        if (route ?? routes.first)?.needsToken ?? true {
            switch doorkeeper.visitor(request, access) {
            case .failure(let refused): return .refused(refuse.tooMany(refused))
            case .success(let known): visitor = known
            }
            if !mayEnter(visitor, request, isPage: isPage) {
                return .refused(refuse.unauthorized())
            }
        } else {
            visitor = .stranger
        }
        guard let route else {
            guard !routes.isEmpty else { return .refused(refuse(404, "not found")) }
            let allow = Field("Allow", AdminRoute.allow(routes))
            return .refused(refuse(405, "method not allowed", [allow]))
        }
        return entry(of: request, route, parameters, visitor, access, refuse)
    }

    /// A cookie alone changes nothing but through the forms of the page, which carry a key.
    private func mayEnter(_ visitor: Visitor, _ request: Request, isPage: Bool) -> Bool {
        switch visitor {
        case .anybody, .bearer: true
        case .browser: isPage || request.method == "GET" || request.method == "HEAD"
        case .stranger: false
        }
    }

    private func entry(
        of request: Request, _ route: AdminRoute, _ parameters: [String], _ visitor: Visitor,
        _ access: AdminAccess, _ refuse: Refuser
    ) -> Entry {
        var form = FormFields([])
        if route.takesForm {
            let type = request.fields.first("content-type")?.lowercased() ?? ""
            guard type.prefix(while: { $0 != ";" && $0 != " " }) == FormFields.mediaType else {
                return .refused(refuse(400, "a form is expected"))
            }
            form = FormFields(request.body)
            let key = doorkeeper.formKey(visitor)
            guard Secret.areEqual(form["key"] ?? "", key) else {
                return .refused(
                    refuse(403, "this form is out of date; go back and load the page anew"))
            }
        } else if !request.body.isEmpty {
            return .refused(refuse(400, "this route takes no body"))
        }
        return .admitted(
            Visit(
                request: request, route: route, parameters: parameters, visitor: visitor,
                access: access, form: form))
    }
}

/// Says no in the way that the asker understands: a page for people, JSON for programs.
private struct Refuser {
    private let handler: AdminHandler
    private let request: Request
    private let isForPeople: Bool

    init(_ handler: AdminHandler, _ request: Request, _ routes: [AdminRoute]) {
        self.handler = handler
        self.request = request
        let kind = routes.first?.kind
        isForPeople =
            kind == .page
            || (kind == nil && request.fields.first("accept")?.contains("text/html") == true)
    }

    func callAsFunction(_ status: Int, _ words: String, _ more: [Field] = []) -> Reply {
        isForPeople
            ? handler.messagePage(status, words, more) : .error(status, words, more)
    }

    func unauthorized() -> Reply {
        let challenge = Field("WWW-Authenticate", "Bearer realm=\"aasa-origin\"")
        guard isForPeople else { return .error(401, "token required", [challenge]) }
        let next = request.method == "GET" ? request.target : nil
        return handler.signInPage(request, 401, next: next, more: [challenge])
    }

    func tooMany(_ refused: Doorkeeper.Refused) -> Reply {
        self(
            429, "too many wrong tokens; try again in \(refused.afterSeconds) seconds",
            [Field("Retry-After", String(refused.afterSeconds))])
    }
}
