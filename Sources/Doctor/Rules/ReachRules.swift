extension FindingRules {
    static let hostUnresolved = FindingRule(
        .broken, "host-unresolved", "the name has no address",
        why: "Apple asks the host by its public name", fix: "publish an A or AAAA record",
        .documented)
    static let hostName = FindingRule(
        .broken, "host-name", "the host is an address, or a name without a dot",
        why: "devices refuse such hosts outside developer mode",
        fix: "use a public name, with its own certificate", .observed)
    static let hostUnreachable = FindingRule(
        .broken, "host-unreachable", "nobody answers at any address of the host",
        why: "the file is fetched from everywhere, without a way in nothing is associated",
        fix: "start the server, and let port 443 through the firewall", .documented)
    static let addressPrivate = FindingRule(
        .broken, "address-private", "the name leads to private or reserved addresses",
        why: "Apple's servers answer SWCERR00202 and do not connect to such addresses",
        fix: "publish public addresses, or use ?mode=developer or ?mode=managed in the entitlement",
        .observed)
    static let noAnswer = FindingRule(
        .broken, "no-answer", "what comes back is no HTTP answer",
        why: "no file can be read from it", fix: "check what listens on the port", .documented)
    static let timedOut = FindingRule(
        .broken, "timeout", "no whole answer comes in time",
        why: "Apple's servers give up (SWCERR00301), after about 5 s by one report",
        fix: "answer from memory or disk, without asking another service", .observed,
        fixes: [.cloudflare: "cache the path at the edge: a cache rule, eligible for cache"])
    static let bodyIncomplete = FindingRule(
        .broken, "body-incomplete", "the body ends before its length, or drips too slowly",
        why: "a part of a file is no JSON, and a connection that drips is given up",
        fix: "send the body whole, with its Content-Length", .documented)
    static let slow = FindingRule(
        .warning, "slow", "the first byte takes long",
        why: "Apple's servers wait about 5 s by one report, and devices fetch at installation",
        fix: "answer from memory or disk; well under one second is right", .contested,
        fixes: [.cloudflare: "cache the path at the edge: a cache rule, eligible for cache"])
    static let version4Fails = FindingRule(
        .broken, "ipv4-fails", "the IPv4 address does not answer as the other one",
        why: "it is not documented which one Apple uses, and most networks have only IPv4",
        fix: "serve the same on both addresses, or withdraw the A record", .contested)
    static let version6Fails = FindingRule(
        .warning, "ipv6-fails", "the IPv6 address does not answer as the other one",
        why: "devices prefer IPv6 where an AAAA record is published",
        fix: "serve the same on both addresses, or withdraw the AAAA record", .contested,
        fixes: [
            .nginx: "listen [::]:443 ssl; beside listen 443 ssl;",
            .apache: "Listen [::]:443",
        ])

    static let reach = [
        hostName, hostUnresolved, addressPrivate, hostUnreachable, timedOut, noAnswer,
        bodyIncomplete, version4Fails, version6Fails, slow,
    ]

    // MARK: Certificates

    static let fullChain: [ServerKind: String] = [
        .nginx: "ssl_certificate /etc/letsencrypt/live/HOST/fullchain.pem;",
        .apache: "SSLCertificateFile /etc/letsencrypt/live/HOST/fullchain.pem",
        .caddy: "leave it to Caddy, or tls fullchain.pem key.pem",
    ]
    static let tlsFailed = FindingRule(
        .broken, "tls-failed", "there is no TLS handshake",
        why: "the file is fetched by https only", fix: "serve TLS 1.2 and 1.3 on the port",
        .documented)
    static let tls12Refused = FindingRule(
        .warning, "tls-1.2-refused", "TLS 1.2 alone is refused",
        why: "it is not documented which version Apple's servers speak; older devices speak 1.2",
        fix: "offer TLS 1.2 beside 1.3", .contested,
        fixes: [
            .nginx: "ssl_protocols TLSv1.2 TLSv1.3;",
            .apache: "SSLProtocol -all +TLSv1.2 +TLSv1.3",
            .cloudflare: "SSL/TLS, Edge Certificates: minimum TLS version 1.2",
        ])
    static let tls13Missing = FindingRule(
        .note, "tls-1.3-missing", "TLS 1.3 is not offered",
        why: "it costs one round trip more; Apple does not ask for it",
        fix: "offer TLS 1.3 beside 1.2", .contested,
        fixes: [
            .nginx: "ssl_protocols TLSv1.2 TLSv1.3;",
            .apache: "SSLProtocol -all +TLSv1.2 +TLSv1.3",
            .cloudflare: "SSL/TLS, Edge Certificates: TLS 1.3 on",
        ])
    static let tlsDiffers = FindingRule(
        .warning, "tls-differs", "the answer depends on the version of TLS",
        why: "it is not documented which version Apple's servers speak",
        fix: "serve the same file for both versions", .contested)
    static let certificateExpired = FindingRule(
        .broken, "certificate-expired", "the certificate is over",
        why: "nobody accepts it", fix: "renew it, and have the server load the new one",
        .documented,
        fixes: [
            .nginx: "certbot renew && nginx -s reload",
            .apache: "certbot renew && apachectl graceful",
        ])
    static let certificateExpiring = FindingRule(
        .warning, "certificate-expiring", "the certificate is over soon",
        why: "when it is over, the next fetch fails", fix: "renew it; check why it was not renewed",
        .documented)
    static let certificateNotYetValid = FindingRule(
        .broken, "certificate-not-yet-valid", "the certificate is valid only later",
        why: "nobody accepts it before", fix: "wait, or check the clock of who made it", .documented
    )
    static let certificateName = FindingRule(
        .broken, "certificate-name", "the certificate is not for this host",
        why: "nobody accepts it for this host",
        fix: "request one that names the host, or configure the one there is for it", .documented,
        fixes: [
            .nginx: "server { server_name HOST; ssl_certificate …; } of its own",
            .cloudflare: "SSL/TLS, Edge Certificates: cover the host (two labels deep needs more)",
            .s3: "CloudFront: alternate domain name HOST with a certificate of ACM for it",
        ])
    static let certificateSelfSigned = FindingRule(
        .broken, "certificate-self-signed", "the certificate is signed with its own key",
        why: "Apple's servers trust public authorities only",
        fix: "use a certificate of a public authority; developer mode takes an installed one",
        .documented)
    static let certificatePrivate = FindingRule(
        .broken, "certificate-private-authority", "the authority is not a public one",
        why: "custom root certificates are not supported by Apple's servers",
        fix: "use a certificate of a public authority; developer mode takes an installed one",
        .documented)
    static let certificateIntermediate = FindingRule(
        .broken, "certificate-intermediate-missing", "the certificate of the issuer is not sent",
        why: "browsers find it elsewhere, servers and Android do not",
        fix: "send the whole chain; many call the file fullchain.pem", .documented,
        fixes: fullChain)
    static let certificateIntermediateExpired = FindingRule(
        .broken, "certificate-intermediate-expired", "an intermediate certificate is over",
        why: "the chain leads to no root that counts",
        fix: "replace it by the current one of the authority", .documented, fixes: fullChain)
    static let certificateWeak = FindingRule(
        .broken, "certificate-weak", "a key or signature is too weak",
        why: "Apple's systems refuse SHA-1 and RSA below 2048 bits",
        fix: "renew it with a P-256 key or RSA of 2048 bits, and SHA-256", .documented)
    static let certificateKeyKind = FindingRule(
        .broken, "certificate-key-kind", "the key is of a kind that Apple's clients do not take",
        why: "their handshakes offer RSA, P-256 and P-384; TLS 1.3 ends without one of these",
        fix: "use a certificate with a P-256 key", .observed)
    static let certificateLifetime = FindingRule(
        .broken, "certificate-lifetime", "the certificate is valid for too long",
        why: "Apple's systems refuse more than 825 days, 398 from a public authority",
        fix: "request it for at most a year", .documented)
    static let certificateUsage = FindingRule(
        .broken, "certificate-usage", "the certificate does not say that it is for servers",
        why: "Apple's systems ask for the extended key usage serverAuth",
        fix: "request it with the extended key usage serverAuth", .documented)
    static let certificateUntrusted = FindingRule(
        .broken, "certificate-untrusted", "the chain is refused for another reason",
        why: "Apple's servers trust public authorities only",
        fix: "use a certificate of a public authority", .documented)

    static let certificates = [
        tlsFailed, certificateName, certificateExpired, certificateNotYetValid,
        certificateSelfSigned, certificatePrivate, certificateIntermediate,
        certificateIntermediateExpired, certificateWeak, certificateKeyKind,
        certificateLifetime, certificateUsage, certificateUntrusted,
        certificateExpiring, tlsDiffers, tls12Refused, tls13Missing,
    ]
}
