extension FindingRules {
    static let noRedirect: [ServerKind: String] = [
        .nginx: "location = /.well-known/apple-app-site-association { … } beside the location "
            + "that redirects, not return 301 in server { }",
        .apache: "RewriteRule ^/?\\.well-known/apple-app-site-association$ - [END] before others",
        .caddy: "handle /.well-known/apple-app-site-association { … } before redir",
        .cloudflare: "in the redirect rule: and http.request.uri.path ne "
            + "\"/.well-known/apple-app-site-association\"",
        .s3: "a CloudFront behaviour for the path with the bucket's REST endpoint as origin",
    ]
    static let letIn: [ServerKind: String] = [
        .nginx: "location = /.well-known/apple-app-site-association { auth_basic off; allow all; }",
        .apache: "<Location /.well-known/apple-app-site-association> Require all granted "
            + "</Location>",
        .cloudflare: "WAF custom rule: path equals the file's, action Skip (also Bot Fight Mode)",
        .s3: "AWS WAF: an allow rule for the path, before the managed bot rules",
    ]
    static let redirect = FindingRule(
        .broken, "redirect", "the file is redirected",
        why: "Apple: redirects are not supported, the association is denied; one 308 was followed",
        fix: "serve the file at this address itself, before any rule that redirects", .documented,
        fixes: noRedirect)
    static let redirectLoop = FindingRule(
        .broken, "redirect-loop", "the redirects lead in a circle",
        why: "no client ever gets the file", fix: "serve the file at this address itself",
        .documented, fixes: noRedirect)
    static let redirectInsecure = FindingRule(
        .broken, "redirect-insecure", "the redirect leads to plain http",
        why: "even clients that follow redirects refuse to leave https",
        fix: "tell the server behind the proxy that the client came by https", .documented,
        fixes: [
            .nginx: "proxy_set_header X-Forwarded-Proto $scheme;",
            .apache: "RequestHeader set X-Forwarded-Proto https",
            .cloudflare: "SSL/TLS mode Full (strict), not Flexible",
        ])
    static let notFound = FindingRule(
        .broken, "not-found", "there is no file",
        why: "an association is denied after 404, and Apple's servers keep that for about an hour",
        fix: "publish the file at /.well-known/apple-app-site-association", .documented,
        fixes: servingTheFile)
    static let forbidden = FindingRule(
        .broken, "forbidden", "everybody is refused",
        why: "Apple's servers and devices send neither passwords nor cookies",
        fix: "serve the path to everybody, without a sign-in or a list of addresses", .documented,
        fixes: letIn)
    static let appleBlocked = FindingRule(
        .broken, "apple-blocked", "Apple's fetcher gets another status than a browser",
        why: "something in front of the file takes AASA-Bot for a bad bot",
        fix: "let AASA-Bot and CFNetwork pass, from every address", .documented, fixes: letIn)
    static let deviceBlocked = FindingRule(
        .warning, "device-blocked", "devices get another status than Apple's fetcher",
        why: "in the developer and managed modes devices ask the host themselves",
        fix: "let CFNetwork pass", .documented, fixes: letIn)
    static let plainBlocked = FindingRule(
        .note, "anonymous-blocked", "clients without a user agent get another status",
        why: "monitors and other fetchers may not see the file",
        fix: "serve the path whoever asks", .contested, fixes: letIn)
    static let agentsDiffer = FindingRule(
        .warning, "agents-differ", "other clients get other bytes",
        why: "what you see in a browser is not what Apple gets",
        fix: "serve the same bytes whoever asks", .observed)
    static let refused = FindingRule(
        .broken, "refused", "the request is refused with a status of 400 to 499",
        why: "the association is denied", fix: "answer 200 to a plain GET of the path",
        .documented, fixes: letIn)
    static let serverError = FindingRule(
        .broken, "server-error", "the server fails",
        why: "a status of 500 or more is tried again, a few times over a day, and then given up",
        fix: "look into the log of the server", .documented)
    static let oddStatus = FindingRule(
        .broken, "odd-status", "the status is none that a file comes with",
        why: "only 200 says that the body is the file", fix: "answer 200", .documented)
    static let headDiffers = FindingRule(
        .warning, "head-differs", "HEAD and GET do not agree",
        why: "Apple uses GET; monitors and proxies use HEAD and see something else",
        fix: "answer HEAD as GET, without the body", .observed,
        fixes: [.caddy: "respond and file_server do; look for a method matcher"])
    static let cookie = FindingRule(
        .note, "cookie", "the answer sets a cookie",
        why: "nobody keeps it; it shows that a session or a bot gate stands in front",
        fix: "serve the path before sessions and gates", .observed)
    static let longCache = FindingRule(
        .note, "cache-long", "the answer may be kept for more than a day",
        why: "caches on the way may keep an old file; what Apple makes of it is not known",
        fix: "Cache-Control: public, max-age=3600", .contested,
        fixes: [
            .nginx: "add_header Cache-Control \"public, max-age=3600\";",
            .apache: "Header set Cache-Control \"public, max-age=3600\"",
            .cloudflare: "Caching, Configuration: Browser Cache TTL, respect existing headers",
        ])
    static let robots = FindingRule(
        .note, "robots", "robots.txt disallows the path",
        why: "Apple's fetcher is reported not to read it; nobody promises that",
        fix: "do not disallow /.well-known/", .contested)

    static let answers = [
        redirectLoop, redirectInsecure, redirect, appleBlocked, forbidden, notFound, refused,
        serverError, oddStatus, deviceBlocked, agentsDiffer, headDiffers, plainBlocked, cookie,
        longCache, robots,
    ]
}
