import Diagnostics
import Doctor
import TLS

/// The options of the command `doctor`, read and checked.
struct DoctorOptions {
    static let hosts = Option(
        name: "--hosts", value: "FILE",
        summary: "hosts, one a line, comments after #; - is standard input")
    static let config = Option(
        name: "--config", short: "-c", value: "FILE", summary: "all hosts of this configuration")
    static let app = Option(
        name: "--app", value: "ID", summary: "the identifier of an app that each host must list")
    static let entitlements = Option(
        name: "--entitlements", value: "FILE",
        summary: "a property list, or what codesign -d --entitlements prints")
    static let expect = Option(
        name: "--expect", value: "FILE", summary: "tests of URLs: a configuration or a list")
    static let mode = Option(
        name: "--mode", value: "MODE", summary: "developer or managed: devices ask hosts directly")
    static let connectTo = Option(
        name: "--connect-to", value: "ROUTES",
        summary: "HOST:PORT:ADDRESS:PORT, as of curl; several with commas")
    static let authorities = Option(
        name: "--ca", value: "FILE", summary: "trust these authorities, not the system's")
    static let cdn = Option(
        name: "--cdn", value: "URL", summary: "ask this in place of Apple's servers")
    static let offline = Option(name: "--offline", summary: "do not ask Apple's servers")
    static let allowPrivate = Option(
        name: "--allow-private", summary: "also many hosts at private addresses")
    static let jobs = Option(
        name: "--jobs", value: "N", summary: "hosts at the same time, 1 to 256; 32 by default")
    static let timeout = Option(
        name: "--timeout", value: "SECONDS", summary: "for each request; 10 by default")
    static let format = Option(
        name: "--format", value: "FORMAT", summary: "text, json, sarif or junit")
    static let json = Option(name: "--json", summary: "print a JSON object in a line for each host")
    static let watch = Option(
        name: "--watch", summary: "wait until Apple's servers have the current version")
    static let limit = Option(
        name: "--for", value: "TIME", summary: "how long --watch waits: 30m; 6h by default")
    static let every = Option(
        name: "--every", value: "TIME", summary: "how often --watch looks: 5m; 1m by default")
    static let explain = Option(
        name: "--explain", value: "ID", summary: "say what a finding means and how it is mended")

    static let all = [
        hosts, config, app, entitlements, expect, mode, connectTo, authorities, cdn, offline,
        allowPrivate, jobs, timeout, format, json, watch, limit, every, explain,
    ]

    private(set) var settings = ProbeSettings()
    private(set) var format = ReportFormat.text
    private(set) var jobs = 32
    private(set) var watch: CopyWatch?
    let allowsPrivate: Bool

    init(_ invocation: Invocation) throws(UsageError) {
        allowsPrivate = invocation.has(Self.allowPrivate)
        try Self.checkHosts(invocation)
        try readSettings(invocation)
        try readFormat(invocation)
        jobs = try Self.number(Self.jobs, in: 1...256, invocation) ?? jobs
        try readWatch(invocation)
        guard invocation.has(Self.authorities) || TrustedAuthorities.systemHasAny else {
            throw UsageError(
                "authorities-missing", "this machine knows no authorities",
                hint: "install ca-certificates, or name a file of them with --ca",
                for: invocation.command)
        }
    }

    private static func checkHosts(_ invocation: Invocation) throws(UsageError) {
        let sources = [hosts, config, entitlements, expect]
        guard !invocation.operands.isEmpty || sources.contains(where: invocation.has) else {
            throw UsageError(
                "argument-missing", "a HOST is missing",
                hint: "or name a file with --hosts, --config, --entitlements or --expect",
                for: invocation.command)
        }
        for text in invocation.operands where ProbeTarget(text: text) == nil {
            throw UsageError(
                "host-malformed", "\(Diagnostic.quoted(text)) is no host",
                hint: "write it as example.com, or example.com:8443", for: invocation.command)
        }
        guard let word = invocation.value(mode), !["developer", "managed"].contains(word) else {
            return
        }
        throw UsageError(
            "mode-unknown", "there is no mode \(Diagnostic.quoted(word))",
            hint: "developer or managed", for: invocation.command)
    }

    private mutating func readSettings(_ invocation: Invocation) throws(UsageError) {
        for text in (invocation.value(Self.connectTo) ?? "").split(separator: ",") {
            guard let route = Route(text: String(text)) else {
                throw UsageError(
                    "route-malformed", "\(Diagnostic.quoted(text)) is no route",
                    hint: "write it as HOST:PORT:ADDRESS:PORT; HOST and PORT may be empty",
                    for: invocation.command)
            }
            settings.routes.append(route)
        }
        if let file = invocation.value(Self.authorities) {
            guard let trusted = TrustedAuthorities(file: file) else {
                throw UsageError(
                    "authorities-unreadable",
                    "\(Diagnostic.quotedPath(file)) has no certificates in PEM",
                    for: invocation.command)
            }
            settings.authorities = trusted
        }
        if let seconds = try Self.number(Self.timeout, in: 1...300, invocation) {
            settings.timeoutMilliseconds = seconds * 1000
        }
        guard !invocation.has(Self.offline) else { return }
        let base = invocation.value(Self.cdn) ?? CDNProber.apple
        guard base.hasPrefix("https://") || base.hasPrefix("http://") else {
            throw UsageError(
                "cdn-malformed", "\(Diagnostic.quoted(base)) does not begin with https://",
                for: invocation.command)
        }
        settings.cdn = CDNProber(base: base, timeoutMilliseconds: settings.timeoutMilliseconds)
    }

    private mutating func readFormat(_ invocation: Invocation) throws(UsageError) {
        if invocation.has(Self.json) { format = .json }
        guard let word = invocation.value(Self.format) else { return }
        guard !invocation.has(Self.json) else {
            throw UsageError(
                "option-conflict", "option '--json' cannot stand with '--format'",
                for: invocation.command)
        }
        guard let known = ReportFormat(rawValue: word) else {
            throw UsageError(
                "format-unknown", "there is no format \(Diagnostic.quoted(word))",
                hint: "text, json, sarif or junit", for: invocation.command)
        }
        format = known
    }

    private mutating func readWatch(_ invocation: Invocation) throws(UsageError) {
        guard invocation.has(Self.watch) else {
            for option in [Self.limit, Self.every] where invocation.has(option) {
                throw UsageError(
                    "option-conflict", "option '\(option.name)' stands only with '--watch'",
                    for: invocation.command)
            }
            return
        }
        guard !invocation.has(Self.offline) else {
            throw UsageError(
                "option-conflict", "option '--watch' cannot stand with '--offline'",
                for: invocation.command)
        }
        var watch = CopyWatch()
        watch.limitSeconds = try invocation.seconds(Self.limit) ?? watch.limitSeconds
        watch.intervalSeconds = try invocation.seconds(Self.every) ?? watch.intervalSeconds
        self.watch = watch
    }

    // MARK: Values

    private static func number(
        _ option: Option, in range: ClosedRange<Int>, _ invocation: Invocation
    ) throws(UsageError) -> Int? {
        guard let text = invocation.value(option) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw UsageError(
                "option-value",
                "\(Diagnostic.quoted(text)) is no number from \(range.lowerBound) to "
                    + "\(range.upperBound)",
                hint: "of the option '\(option.name)'", for: invocation.command)
        }
        return number
    }
}
