import Diagnostics
import SiteAssociation

/// Why a line is no line of an access log.
package struct LogFault: Error, Sendable, Hashable {
    /// The reason, as a phrase.
    package let reason: String
    /// The column of the place, from 1.
    package let column: Int

    init(_ reason: String, at offset: Int = 0) {
        self.reason = reason
        column = offset + 1
    }
}

/// What a line of an access log says of a request, whoever wrote it.
package struct LogEntry: Sendable, Hashable {
    /// When it was, in milliseconds since 1970 in UTC.
    package var timeMilliseconds: Int64
    /// The host in lower case without its port, or `nil` where the line names none.
    package var host: String?
    /// The client's address.
    package var client: String
    /// The method, or `nil` for what was no request.
    package var method: String?
    /// The target, as received.
    package var target: String?
    /// The status; 0 when none was sent.
    package var status: Int
    /// The user agent.
    package var userAgent: String?
    /// The first 12 digits of the digest of the document, where the line has them.
    package var document: String?
    /// How it ended, in the word of this program's log; empty where the line does not say.
    package var outcome = ""

    /// Reads a line; `nil` for one without a request, such as what a server says of itself.
    ///
    /// - Parameter line: The bytes without the line feed.
    /// - Throws: The fault, for what no access log has.
    package init?(_ line: [UInt8]) throws(LogFault) {
        guard let first = line.first(where: { !Self.isBlank($0) }) else { return nil }
        let entry =
            first == UInt8(ascii: "{")
            ? try JSONLogLine(line).entry() : try CombinedLine(line).entry()
        guard let entry else { return nil }
        self = entry
    }

    init(timeMilliseconds: Int64, host: String?, client: String, status: Int) {
        self.timeMilliseconds = timeMilliseconds
        self.host = host
        self.client = client
        self.status = status
    }

    /// The fetch of an association file that the request was, or `nil` for another request.
    ///
    /// - Parameter other: Whose the line is when it names no host.
    /// - Returns: The fetch.
    package func fetch(orHost other: String) -> Fetch? {
        guard status > 0, let target, AssociationPath.isNamed(by: target) else { return nil }
        let isTaken = method == "GET" && (status == 200 || status == 304)
        return Fetch(
            host: host ?? Self.authority(of: target) ?? other,
            fetcher: Fetcher(userAgent: userAgent, target: target), status: status,
            document: isTaken ? document : nil, outcome: outcome,
            timeMilliseconds: timeMilliseconds, client: client, userAgent: userAgent)
    }

    /// Takes a request line apart; what is none leaves method and target alone.
    mutating func setRequest(_ line: String) {
        let words = line.split(separator: " ")
        guard words.count >= 2 else { return }
        method = String(words[0])
        let end = words[words.count - 1].hasPrefix("HTTP/") ? words.count - 1 : words.count
        target = words[1..<max(2, end)].joined(separator: " ")
    }

    /// The host of a target in absolute form.
    private static func authority(of target: String) -> String? {
        guard let start = target.firstRange(of: "://")?.upperBound else { return nil }
        return hostName(target[start...].prefix { $0 != "/" })
    }

    /// Returns a host in lower case without port and trailing dot; `nil` for none.
    static func hostName(_ text: some StringProtocol) -> String? {
        var name = text.lowercased()[...]
        if let colon = name.lastIndex(of: ":"), !name.hasSuffix("]"),
            name[name.index(after: colon)...].utf8.allSatisfy({ (0x30...0x39).contains($0) })
        {
            name = name[..<colon]
        }
        if name.hasSuffix(".") { name = name.dropLast() }
        guard !name.isEmpty, name != "-", name != "_", name.utf8.count <= LogLimits.hostBytes
        else { return nil }
        return String(name)
    }

    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
}

/// What bounds the reading of logs, whatever is in them.
package enum LogLimits {
    /// The longest name of a host.
    static let hostBytes = 253
    /// The longest address of a client, in characters.
    static let clientCharacters = 64
    /// Hosts that are told apart.
    package static let hosts = 200_000
    /// Kinds of fetches over all hosts.
    package static let counts = 400_000
    /// Kinds of fetches of one host.
    package static let countsPerHost = 64
    /// Findings on lines of one file, before the rest is counted in one more.
    package static let findings = 49
    /// Packed bytes that are unpacked at a time, which become 1032 times as many at most.
    static let packedBytes = 4 * 1024
}
