/// A key of the configuration: its name, what it takes, its default and its range.
package struct ConfigurationKey: Sendable, Hashable {
    /// The key as it is written.
    package let name: String
    /// What it takes, in the words of a finding.
    package let takes: String
    /// The value when the key is missing, as it would be written, or `nil` for none.
    package let defaultText: String?
    /// The values that are accepted, or `nil` when `takes` says it all.
    package let range: String?

    init(
        _ name: String, _ takes: String, default defaultText: String? = nil, range: String? = nil
    ) {
        self.name = name
        self.takes = takes
        self.defaultText = defaultText
        self.range = range
    }
}

/// A mapping of the configuration whose keys are fixed.
package enum ConfigurationSection: String, Sendable, CaseIterable {
    case root = ""
    case include = "include[]"
    case owns = "owns"
    case listen = "listen[]"
    case tls = "tls"
    case certificate = "tls.certificates[]"
    case app = "apps.*"
    case rule = "rules.*[]"
    case environment = "environments.*"
    case environmentApp = "environments.*.apps[]"
    case defaults = "environments.*.defaults"
    case tenants = "tenants.*"
    case overrides = "overrides[]"
    case overrideAdditions = "overrides[].add"
    case expect = "expect[]"
    case log = "log"
    case admin = "admin"
    case limits = "limits"
    case state = "state"

    /// The keys that the mapping may have, in the order of the manual.
    package var keys: [ConfigurationKey] { KeyTable.keys[self] ?? [] }

    /// Returns a key by its name.
    package func key(_ name: String) -> ConfigurationKey? { keys.first { $0.name == name } }
}

/// Every key of the configuration: the decoder knows no other, and the manual shows each.
package enum KeyTable {
    static let keys: [ConfigurationSection: [ConfigurationKey]] = [
        .root: root, .include: include, .owns: owns, .listen: listen, .tls: tls,
        .certificate: certificate, .app: app, .rule: rule, .environment: environment,
        .environmentApp: environmentApp,
        .defaults: defaults, .tenants: tenants, .overrides: overrides,
        .overrideAdditions: overrideAdditions, .expect: expect, .log: log, .admin: admin,
        .limits: LimitKey.all.map(\.key), .state: state,
    ]

    private static let root = [
        ConfigurationKey(
            "include", "a path, {file: PATH, owner: NAME}, or a list of them", default: "[]"),
        ConfigurationKey("owns", "a mapping"),
        ConfigurationKey("listen", "a list of addresses", default: "[\"[::]:443\"]"),
        ConfigurationKey("tls", "a mapping"),
        ConfigurationKey("apps", "a mapping of names to apps"),
        ConfigurationKey("rules", "a mapping of names to lists of rules"),
        ConfigurationKey("variables", "a mapping of names to lists of values"),
        ConfigurationKey("environments", "a mapping of names to environments"),
        ConfigurationKey("tenants", "a mapping of names to tables"),
        ConfigurationKey("overrides", "a list of overrides", default: "[]"),
        ConfigurationKey("expect", "a list of tests", default: "[]"),
        ConfigurationKey("guard", "'on', 'off' or a share of the hosts such as 5%", default: "on"),
        ConfigurationKey("log", "a mapping"),
        ConfigurationKey("admin", "a mapping"),
        ConfigurationKey("limits", "a mapping"),
        ConfigurationKey("state", "a file or a mapping"),
        ConfigurationKey("user", "the name or the number of a user"),
        ConfigurationKey("watch", "true or false", default: "false"),
    ]

    private static let include = [
        ConfigurationKey("file", "a path"),
        ConfigurationKey("owner", "a name"),
    ]

    private static let owns = [
        ConfigurationKey("hosts", "a list of host names", default: "[]"),
        ConfigurationKey("apps", "a list of app identifiers", default: "[]"),
        ConfigurationKey("paths", "a list of prefixes such as /pay/", default: "[]"),
    ]

    private static let listen = [
        ConfigurationKey("address", "an address such as \"[::]:443\" or \"127.0.0.1:8080\""),
        ConfigurationKey("plain", "'refuse' or 'proxied'"),
        ConfigurationKey("acme_webroot", "a directory"),
        ConfigurationKey("trusted_proxies", "a list of networks such as 10.0.0.0/8"),
        ConfigurationKey("proxy_protocol", "'off', 'optional' or 'required'", default: "off"),
        ConfigurationKey("assume_https", "true or false", default: "false"),
        ConfigurationKey("min_version", "\"1.2\" or \"1.3\""),
        ConfigurationKey("ciphers", "a list of OpenSSL's names of ciphers"),
    ]

    private static let tls = [
        ConfigurationKey(
            "certificates", "a list of files or of {cert: FILE, key: FILE}", default: "[]"),
        ConfigurationKey("default_certificate", "the path of one of the certificates"),
        ConfigurationKey("min_version", "\"1.2\" or \"1.3\"", default: "\"1.2\""),
        ConfigurationKey(
            "self_signed", "'never', 'developer' or 'always'", default: "developer"),
        ConfigurationKey("authority", "a directory"),
    ]

    private static let certificate = [
        ConfigurationKey("cert", "a file"),
        ConfigurationKey("key", "a file"),
        ConfigurationKey("passphrase_file", "a file"),
        ConfigurationKey("ocsp_file", "a file"),
    ]

    private static let app = [
        ConfigurationKey("id", "an app identifier such as ABCDE12345.com.example.app"),
        ConfigurationKey("clips", "a list of app identifiers", default: "[]"),
        ConfigurationKey("services", "a list of services", default: "[applinks]"),
        ConfigurationKey("rules", "a list of rules and of names of rule lists"),
        ConfigurationKey("environments", "a list of environments"),
        ConfigurationKey("defaults", "a mapping", default: "{}"),
    ]

    private static let rule = [
        ConfigurationKey("path", "a pattern such as /products/*", default: "\"*\""),
        ConfigurationKey("query", "a pattern or a mapping of names to patterns", default: "\"*\""),
        ConfigurationKey("fragment", "a pattern", default: "\"*\""),
        ConfigurationKey("exclude", "true or false", default: "false"),
        ConfigurationKey("comment", "text"),
        ConfigurationKey("case_sensitive", "true or false", default: "true"),
        ConfigurationKey("percent_encoded", "true or false", default: "true"),
    ]

    private static let environment = [
        ConfigurationKey("enabled", "true or false", default: "true"),
        ConfigurationKey(
            "mode", "'production', 'developer' or 'managed'", default: "production"),
        ConfigurationKey(
            "max_age", "a duration such as 6h", default: "1h",
            range: Quantity.text(EnvironmentDecoding.maxAgeRange, unit: .duration)),
        ConfigurationKey("apps", "a list of apps"),
        ConfigurationKey("hosts", "a list of host names", default: "[]"),
        ConfigurationKey("tenants", "the name of a table"),
        ConfigurationKey("where", "a mapping of columns to values", default: "{}"),
        ConfigurationKey("legacy_paths", "true or false", default: "false"),
        ConfigurationKey("defaults", "a mapping", default: "{}"),
    ]

    private static let environmentApp = [
        ConfigurationKey("app", "the name of an app"),
        ConfigurationKey("rules", "a list of rules and of names of rule lists"),
    ]

    private static let defaults = [
        ConfigurationKey("case_sensitive", "true or false", default: "true"),
        ConfigurationKey("percent_encoded", "true or false", default: "true"),
    ]

    private static let tenants = [
        ConfigurationKey("file", "a file"),
        ConfigurationKey("format", "'csv', 'tsv', 'yaml' or 'jsonl'"),
        ConfigurationKey("rows", "a list of mappings"),
        ConfigurationKey("key", "the name of a column"),
        ConfigurationKey("optional", "a list of columns", default: "[]"),
    ]

    private static let overrides = [
        ConfigurationKey("tenant", "the name of a tenant or a list of names"),
        ConfigurationKey("host", "a host name or a list of them"),
        ConfigurationKey("environments", "a list of environments"),
        ConfigurationKey("off", "true or false", default: "false"),
        ConfigurationKey(
            "max_age", "a duration such as 6h",
            range: Quantity.text(EnvironmentDecoding.maxAgeRange, unit: .duration)),
        ConfigurationKey("apps", "a list of apps"),
        ConfigurationKey("rules", "a mapping of apps to lists of rules"),
        ConfigurationKey("add", "a mapping"),
    ]

    private static let overrideAdditions = [
        ConfigurationKey("apps", "a list of apps"),
        ConfigurationKey("rules", "a mapping of apps to lists of rules"),
    ]

    private static let expect = [
        ConfigurationKey("url", "a URL"),
        ConfigurationKey("opens", "'nothing', the name of an app, or a list of names"),
        ConfigurationKey("because", "the name of a rule list or the path of a rule"),
    ]

    private static let log = [
        ConfigurationKey(
            "access", "'stdout', 'stderr', 'off' or the path of a file", default: "stdout"),
        ConfigurationKey("format", "'json' or 'combined'", default: "json"),
    ]

    private static let state = [
        ConfigurationKey("path", "a file"),
        ConfigurationKey(
            "keep_versions", "a whole number", default: "50",
            range: Quantity.text(StateDecoding.keepVersionsRange, unit: .count)),
        ConfigurationKey(
            "keep_days", "a whole number", default: "400",
            range: Quantity.text(StateDecoding.keepDaysRange, unit: .count)),
        ConfigurationKey(
            "quiet_after", "a duration such as 14d", default: "14d",
            range: Quantity.text(StateDecoding.quietAfterRange, unit: .duration)),
    ]

    private static let admin = [
        ConfigurationKey("address", "an address such as 127.0.0.1:9180 or unix:/run/admin.sock"),
        ConfigurationKey("token_file", "a file"),
        ConfigurationKey("hosts", "a list of host names", default: "[]"),
    ]
}
