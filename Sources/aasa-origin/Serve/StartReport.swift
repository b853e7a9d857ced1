import Configuration
import Diagnostics
import HTTP
import HTTPServer
import Origin
import TLS

/// What the server says once it serves: configuration, addresses, development authority.
///
/// The lines `listening on URL (KIND)` are stable: scripts wait for them. The URL has the port
/// that is really bound.
struct StartReport {
    let lines: [LogLine]

    init(
        _ path: String, _ snapshot: Snapshot, _ findings: [Diagnostic],
        _ settings: ServerSettings, _ server: Server
    ) {
        var lines = [
            LogLine(
                .info, "\(Version.name) \(Version.number) serves \(snapshot)",
                [("config", path), ("digest", snapshot.digest)])
        ]
        lines += findings.map(LogLine.init)
        lines += Self.authority(snapshot)
        for (listener, address) in zip(settings.listeners, server.boundAddresses) {
            lines.append(Self.listening(listener, address))
        }
        if let admin = settings.admin, let address = server.boundAdminAddress {
            lines.append(Self.listening(admin, address))
        }
        lines.append(LogLine(.info, "ready"))
        self.lines = lines
    }

    private static func listening(_ listener: Listener, _ address: String) -> LogLine {
        let scheme = listener.kind == .tls ? "https://" : "http://"
        let isSocket = if case .unix = listener.address { true } else { false }
        let url = (isSocket ? "unix:" : scheme) + address
        return LogLine(.info, "listening on \(url) (\(listener.kind.rawValue))")
    }

    private static func authority(_ snapshot: Snapshot) -> [LogLine] {
        guard let authority = snapshot.authority else { return [] }
        var fields = [("fingerprint", authority.fingerprint)]
        if let directory = snapshot.configuration.tls.authorityDirectory {
            let file = "\(directory)/\(MintingAuthority.certificateFile)"
            fields += [("authority", file), ("trust", "curl --cacert \(file)")]
            return [
                LogLine(.info, "development certificates are signed by an own authority", fields)
            ]
        }
        fields.append(("hint", "set tls.authority to keep it over restarts and to trust it"))
        return [
            LogLine(
                .warn, "development certificates are signed by an authority of this start only",
                fields)
        ]
    }
}
