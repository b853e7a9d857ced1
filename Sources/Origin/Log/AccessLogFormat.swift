import FetchRecord
package import HTTP

/// How a request becomes a line of the access log.
package enum AccessLogFormat: Sendable, Hashable {
    /// One JSON object a line, with the fields of ``fieldNames``.
    case json
    /// Apache's combined format with the host first.
    case combined

    /// The fields of a JSON line, in their order; every line has all of them.
    package static let fieldNames = [
        "time", "listener", "client", "peer", "host", "sni", "method", "target", "protocol",
        "status", "bytes", "duration_us", "user_agent", "fetcher", "environment", "document",
        "tls_version", "tls_cipher", "outcome", "request_id", "detail",
    ]

    /// Appends the line of a request, with its line feed.
    package func append(_ exchange: Exchange, to bytes: inout [UInt8]) {
        switch self {
        case .json: appendJSON(exchange, &bytes)
        case .combined: appendCombined(exchange, &bytes)
        }
    }

    private func appendJSON(_ exchange: Exchange, _ bytes: inout [UInt8]) {
        let connection = exchange.connection
        let fetcher = Fetcher(userAgent: exchange.userAgent, target: exchange.target)
        var line = JSONLine()
        line.field("time", LogTime(milliseconds: exchange.timeMilliseconds).rfc3339)
        line.field("listener", connection.listener)
        line.field("client", exchange.client)
        line.field("peer", connection.peer)
        line.field("host", exchange.host)
        line.field("sni", connection.serverName)
        line.field("method", exchange.method)
        line.field("target", exchange.target)
        line.field("protocol", exchange.version?.rawValue)
        line.field("status", Int64(exchange.status))
        line.field("bytes", Int64(exchange.bodyBytes))
        line.field("duration_us", exchange.durationMicroseconds)
        line.field("user_agent", exchange.userAgent)
        line.field("fetcher", fetcher.rawValue)
        line.field("environment", exchange.environment)
        line.field("document", exchange.document)
        line.field("tls_version", connection.tlsVersion)
        line.field("tls_cipher", connection.tlsCipher)
        line.field("outcome", exchange.outcome.rawValue)
        line.field("request_id", exchange.requestID)
        line.field("detail", exchange.detail)
        line.finish()
        bytes += line.bytes
    }

    private func appendCombined(_ exchange: Exchange, _ bytes: inout [UInt8]) {
        let time = LogTime(milliseconds: exchange.timeMilliseconds).commonLog
        Self.append(exchange.host ?? exchange.connection.serverName, to: &bytes)
        bytes.append(UInt8(ascii: " "))
        Self.append(exchange.client, to: &bytes)
        bytes.append(contentsOf: " - - [\(time)] \"".utf8)
        Self.append(exchange.method, to: &bytes)
        if exchange.method != nil {
            bytes.append(UInt8(ascii: " "))
            Self.append(exchange.target, to: &bytes)
            bytes.append(UInt8(ascii: " "))
            Self.append(exchange.version?.rawValue, to: &bytes)
        }
        bytes.append(contentsOf: "\" \(exchange.status) \(exchange.bodyBytes) \"".utf8)
        Self.append(exchange.referrer, mayHoldSpaces: true, to: &bytes)
        bytes.append(contentsOf: "\" \"".utf8)
        Self.append(exchange.userAgent, mayHoldSpaces: true, to: &bytes)
        bytes.append(contentsOf: "\"\n".utf8)
    }

    /// Appends a text as nginx does: quotes, backslashes and all that is no printable ASCII
    /// as `\xHH`, and `-` for none.
    private static func append(
        _ text: String?, mayHoldSpaces: Bool = false, to bytes: inout [UInt8]
    ) {
        guard let text, !text.isEmpty else {
            bytes.append(UInt8(ascii: "-"))
            return
        }
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": appendEscaped(UInt8(truncatingIfNeeded: scalar.value), to: &bytes)
            case " " where mayHoldSpaces, "!"..."~": bytes.append(UInt8(scalar.value))
            case _ where scalar.value <= 0xFF: appendEscaped(UInt8(scalar.value), to: &bytes)
            default: for byte in String(scalar).utf8 { appendEscaped(byte, to: &bytes) }
            }
        }
    }

    private static func appendEscaped(_ byte: UInt8, to bytes: inout [UInt8]) {
        let digits = String(byte, radix: 16, uppercase: true)
        bytes.append(contentsOf: (byte < 16 ? "\\x0" : "\\x").utf8)
        bytes.append(contentsOf: digits.utf8)
    }
}
