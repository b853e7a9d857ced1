extension FindingRules {
    static let typeFixes: [ServerKind: String] = [
        .nginx: "location = /.well-known/apple-app-site-association { default_type "
            + "application/json; }",
        .apache: "<Files apple-app-site-association> ForceType application/json </Files>",
        .caddy: "header /.well-known/apple-app-site-association Content-Type application/json",
        .cloudflare: "a transform rule that sets the response header Content-Type",
        .s3: "aws s3 cp --content-type application/json …, for the object itself",
    ]
    static let noCompression: [ServerKind: String] = [
        .nginx: "gzip off; for the location, or gzip_static off;",
        .apache: "SetEnvIf Request_URI apple-app-site-association no-gzip",
        .caddy: "leave the path out of encode",
        .s3: "store the object uncompressed, or with --content-encoding gzip when it is not",
    ]
    static let bodyHTML = FindingRule(
        .broken, "body-html", "an HTML page comes in place of the file",
        why: "a catch-all answers 200 for every path, and a page is no JSON",
        fix: "publish the file, and let unknown paths end in 404", .documented,
        fixes: servingTheFile)
    static let bodyEmpty = FindingRule(
        .broken, "body-empty", "the body is empty",
        why: "an empty file is no JSON", fix: "publish the file", .documented,
        fixes: servingTheFile)
    static let bodySigned = FindingRule(
        .warning, "body-signed", "the file is signed (CMS)",
        why: "only iOS 8 needed it; Apple said in 2019 that it will be removed",
        fix: "publish the JSON inside, unsigned; see: openssl cms -verify -inform DER", .documented)
    static let bodyInvalid = FindingRule(
        .broken, "body-not-json", "the file is no strict JSON",
        why: "Apple's servers answer SWCERR00401 and devices get nothing",
        fix: "mend the places below; aasa-origin lint shows them in a file", .documented)
    static let bodyTooLarge = FindingRule(
        .broken, "body-too-large", "the file has more than 131072 bytes",
        why: "devices stop reading there; it counts after decoding",
        fix: "share rules between apps, shorten comments, drop what no app needs", .documented)
    static let bodyLarge = FindingRule(
        .warning, "body-large", "the file comes close to 131072 bytes",
        why: "above that devices read nothing of it", fix: "share rules between apps", .documented)
    static let encodedTwice = FindingRule(
        .broken, "encoding-twice", "the body is compressed twice",
        why: "after decoding there are still compressed bytes, which are no JSON",
        fix: "compress once: at the server or at the proxy", .observed, fixes: noCompression)
    static let encodingUndeclared = FindingRule(
        .broken, "encoding-undeclared", "the body is compressed and no header says so",
        why: "nobody decodes it, and compressed bytes are no JSON",
        fix: "send Content-Encoding: gzip, or the plain file", .observed,
        fixes: [
            .nginx: "gzip_static on; with FILE and FILE.gz, not FILE that is compressed",
            .s3: "aws s3 cp --content-encoding gzip …",
        ])
    static let encodingBroken = FindingRule(
        .broken, "encoding-broken", "the body is not what Content-Encoding says",
        why: "it cannot be decoded", fix: "send what the header says, or no header", .documented,
        fixes: noCompression)
    static let encodingUnknown = FindingRule(
        .broken, "encoding-unknown", "the encoding is none that was asked for",
        why: "a client that did not offer an encoding cannot take it off",
        fix: "follow Accept-Encoding, or send the plain file", .documented, fixes: noCompression)
    static let encodingUnasked = FindingRule(
        .warning, "encoding-unasked", "the body is compressed for clients that did not ask",
        why: "a client that sends no Accept-Encoding may not decode anything",
        fix: "follow Accept-Encoding, and send Vary: Accept-Encoding", .observed,
        fixes: noCompression)
    static let typeMissing = FindingRule(
        .warning, "type-missing", "there is no Content-Type",
        why: "Apple's servers and devices do not ask for one; other checkers do",
        fix: "Content-Type: application/json", .contested, fixes: typeFixes)
    static let typeOther = FindingRule(
        .warning, "type-other", "the type is not application/json",
        why: "Apple's servers were seen to take others; articles say that they do not",
        fix: "Content-Type: application/json", .contested, fixes: typeFixes)
    static let rootDiffers = FindingRule(
        .warning, "root-differs", "the file at the root is another one",
        why: "the one in .well-known wins; two files drift apart",
        fix: "serve the same file at both paths, or none at the root", .documented)
    static let rootRedirects = FindingRule(
        .note, "root-redirects", "the place at the root redirects",
        why: "only very old devices look there, and they do not follow",
        fix: "serve the same file there, or answer 404", .documented)

    static let bodies = [
        bodyHTML, bodyEmpty, encodedTwice, encodingUndeclared, encodingBroken, encodingUnknown,
        bodyInvalid, bodyTooLarge, bodySigned, bodyLarge, encodingUnasked, typeMissing, typeOther,
        rootDiffers, rootRedirects,
    ]

    static let siblingFails = FindingRule(
        .note, "sibling-fails", "the host with or without www. does not serve the file",
        why: "each host needs a file of its own; links to the other one open the browser",
        fix: "serve the file there too, if the app claims that host", .documented,
        fixes: noRedirect)

    static let others = [siblingFails]
}
