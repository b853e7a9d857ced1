import Diagnostics
import SiteAssociation

/// Reads a JSON line: of this program, of Caddy, or one whose keys are nginx's variables.
struct JSONLogLine {
    /// The keys that each value is looked for under, the first that is there counts; a dot
    /// leads into an object.
    private enum Key {
        static let time = [
            "time", "ts", "time_iso8601", "@timestamp", "timestamp", "time_local", "msec",
        ]
        static let host = [
            "host", "http_host", "request.host", "vhost", "virtual_host", "server_name",
        ]
        static let client = [
            "client", "request.client_ip", "request.remote_ip", "request.remote_addr",
            "remote_addr", "client_ip", "remote_ip", "remote_host",
        ]
        static let method = ["method", "request_method", "request.method"]
        static let target = ["target", "request_uri", "request.uri", "uri"]
        static let line = ["request", "request_line"]
        static let status = ["status", "status_code"]
        static let agent = ["user_agent", "http_user_agent", "request.headers.User-Agent", "agent"]
    }

    private let root: JSONNode

    init(_ line: [UInt8]) throws(LogFault) {
        // A user agent may hold any bytes, and nginx writes them as they are.
        let isText = String(validating: line, as: UTF8.self) != nil
        let text = isText ? line : Array(String(decoding: line, as: UTF8.self).utf8)
        let reading = JSONReader.read(SourceFile(name: "", bytes: text))
        guard let root = reading.root, root.members != nil else {
            let finding = reading.findings.first
            throw LogFault(
                "no JSON: \(finding?.message ?? "no object")",
                at: (finding?.location?.column ?? 1) - 1)
        }
        self.root = root
    }

    /// Returns the request of the line, or `nil` for what a server says of itself.
    func entry() throws(LogFault) -> LogEntry? {
        guard let status = try status() else {
            // Caddy writes its own messages into the same file.
            if root["msg"] != nil || root["message"] != nil { return nil }
            throw LogFault("there is no status")
        }
        guard let node = node(Key.time) else { throw LogFault("there is no time") }
        guard let time = Self.time(node) else {
            throw LogFault("the time is in no form that is known")
        }
        var entry = LogEntry(
            timeMilliseconds: time, host: text(Key.host).flatMap { LogEntry.hostName($0) },
            client: client, status: status)
        if let line = text(Key.line) { entry.setRequest(line) }
        entry.method = text(Key.method) ?? entry.method
        entry.target = text(Key.target) ?? entry.target
        entry.userAgent = text(Key.agent)
        entry.outcome = String((root["outcome"]?.string ?? "").prefix(32))
        entry.document = root["document"]?.string.flatMap { document in
            VersionDigest.isPlausible(document) ? String(document.prefix(12)) : nil
        }
        return entry
    }

    private var client: String {
        let text = text(Key.client) ?? ""
        // What Caddy wrote once has the port with the address.
        let hasPort = node(["request.remote_ip"]) == nil && node(["request.remote_addr"]) != nil
        let address = hasPort ? LogEntry.hostName(text) ?? text : text
        return String(address.prefix(LogLimits.clientCharacters))
    }

    private func status() throws(LogFault) -> Int? {
        guard let node = node(Key.status) else { return nil }
        let text: String
        switch node.content {
        case .number(let number): text = number
        case .string(let string): text = string
        default: throw LogFault("the status is no number")
        }
        guard let status = Int(text), (0...999).contains(status) else {
            throw LogFault("the status is no number")
        }
        return status
    }

    // MARK: Values

    /// The first value that is there and not null.
    private func node(_ keys: [String]) -> JSONNode? {
        for key in keys {
            var node: JSONNode? = root
            for part in key.split(separator: ".") { node = node?[String(part)] }
            if let node, !Self.isNull(node) { return node }
        }
        return nil
    }

    private func text(_ keys: [String]) -> String? {
        for key in keys {
            guard let node = node([key]) else { continue }
            let text = node.string ?? node.elements?.first?.string
            if let text, !text.isEmpty, text != "-" { return text }
        }
        return nil
    }

    private static func isNull(_ node: JSONNode) -> Bool {
        if case .null = node.content { return true }
        return false
    }

    /// Returns milliseconds since 1970 of a text, or of a number of seconds, milli- or
    /// nanoseconds, which its size tells.
    private static func time(_ node: JSONNode) -> Int64? {
        switch node.content {
        case .string(let text):
            return RecordTime.milliseconds(rfc3339: text)
                ?? RecordTime.milliseconds(commonLog: text) ?? number(text)
        case .number(let text): return number(text)
        default: return nil
        }
    }

    private static func number(_ text: String) -> Int64? {
        guard let value = Double(text), value.isFinite, value >= 0, value < 1e19 else {
            return nil
        }
        let milliseconds = value < 1e11 ? value * 1000 : value < 1e14 ? value : value / 1e6
        return Int64(milliseconds.rounded())
    }
}
