import Diagnostics
import HTTP
import Origin
import SiteAssociation

/// The body of `/status`: what is served, since when, and what was said about it.
struct StatusDocument {
    let status: Reloader.Status
    let state: ServingState
    let version: String
    let nowMilliseconds: Int64

    var json: JSONValue {
        let snapshot = status.snapshot
        let counts = state.counts
        return [
            "version": .string(version),
            "state": state.isDraining ? "draining" : "serving",
            "uptime_seconds": JSONValue((nowMilliseconds - state.startedMilliseconds) / 1000),
            "configuration": [
                "digest": .string(snapshot.digest),
                "loaded": .string(LogTime(milliseconds: status.loadedMilliseconds).rfc3339),
                "diagnostics": .array(status.findings.map(\.json)),
            ],
            "last_reload": status.lastVerdict?.json ?? .null,
            "counts": [
                "hosts": JSONValue(snapshot.hostCount), "documents": JSONValue(snapshot.siteCount),
                "certificates": JSONValue(snapshot.certificates.count),
                "connections": JSONValue(counts.server.connections),
                "log_lines_dropped": JSONValue(counts.droppedLogLines),
            ],
            "certificates": .array(snapshot.certificates.map(\.json)),
        ]
    }
}
