/// Reads a line of the common or combined format, with the host first or without one.
///
/// It is what Apache, nginx and this program write: `HOST CLIENT - USER [TIME] "REQUEST" STATUS
/// BYTES "REFERRER" "AGENT"`. More may follow, and the last two may be missing.
struct CombinedLine {
    private let line: [UInt8]
    private var offset = 0

    init(_ line: [UInt8]) { self.line = line }

    /// Returns the request of the line.
    func entry() throws(LogFault) -> LogEntry? {
        var reader = self
        return try reader.read()
    }

    private mutating func read() throws(LogFault) -> LogEntry {
        let (host, client) = try names()
        let start = offset
        guard let end = line[offset...].firstIndex(of: UInt8(ascii: "]")) else {
            throw LogFault("the time has no closing bracket", at: start)
        }
        let text = Self.text(line[start..<end])
        guard let time = RecordTime.milliseconds(commonLog: text) else {
            throw LogFault("the time is not of the form 30/Nov/2026:01:27:46 +0000", at: start)
        }
        offset = end + 1
        let request = try quoted("the request")
        let status = try number()
        var entry = LogEntry(timeMilliseconds: time, host: host, client: client, status: status)
        entry.setRequest(request)
        skipWord()
        guard (try? quoted("")) != nil, let agent = try? quoted("") else { return entry }
        entry.userAgent = agent == "-" || agent.isEmpty ? nil : agent
        return entry
    }

    /// Reads the words up to the time: host and client, or the client alone.
    private mutating func names() throws(LogFault) -> (host: String?, client: String) {
        var end = 0
        while end + 1 < line.count {
            if line[end] == 0x20, line[end + 1] == UInt8(ascii: "[") { break }
            end += 1
        }
        guard end + 1 < line.count else {
            throw LogFault("there is neither JSON nor a time in brackets")
        }
        offset = end + 2
        let words = line[..<end].split(separator: 0x20).map(Self.text)
        guard words.count >= 3 else { throw LogFault("the words before the time are too few") }
        // A user may hold blanks; who is known only by an address is never a host.
        let hasHost = words.count >= 4 && words[1] != "-"
        let client = hasHost ? words[1] : words[0]
        return (
            hasHost ? LogEntry.hostName(words[0]) : nil,
            String(client.prefix(LogLimits.clientCharacters))
        )
    }

    private mutating func skipBlanks() {
        while offset < line.count, line[offset] == 0x20 { offset += 1 }
    }

    private mutating func skipWord() {
        skipBlanks()
        while offset < line.count, line[offset] != 0x20 { offset += 1 }
    }

    private mutating func number() throws(LogFault) -> Int {
        skipBlanks()
        let digits = line[offset...].prefix { (0x30...0x39).contains($0) }
        guard (1...3).contains(digits.count), let number = Int(Self.text(digits)) else {
            throw LogFault("the status is no number", at: offset)
        }
        offset += digits.count
        return number
    }

    /// Reads a text in quotes, with what stands for other bytes in it.
    private mutating func quoted(_ what: String) throws(LogFault) -> String {
        skipBlanks()
        let start = offset
        guard offset < line.count, line[offset] == UInt8(ascii: "\"") else {
            throw LogFault("\(what) stands in no quotes", at: start)
        }
        offset += 1
        var bytes: [UInt8] = []
        while offset < line.count {
            let byte = line[offset]
            offset += 1
            switch byte {
            case UInt8(ascii: "\""): return Self.text(bytes)
            case UInt8(ascii: "\\"): bytes.append(escaped())
            default: bytes.append(byte)
            }
        }
        throw LogFault("\(what) has no closing quote", at: start)
    }

    /// Reads what follows a backslash: `x0A` as nginx and Apache write it, or one character.
    private mutating func escaped() -> UInt8 {
        guard offset < line.count else { return UInt8(ascii: "\\") }
        let byte = line[offset]
        offset += 1
        switch byte {
        case UInt8(ascii: "n"): return 0x0A
        case UInt8(ascii: "r"): return 0x0D
        case UInt8(ascii: "t"): return 0x09
        case UInt8(ascii: "x") where offset + 2 <= line.count:
            guard let value = UInt8(Self.text(line[offset..<offset + 2]), radix: 16) else {
                return byte
            }
            offset += 2
            return value
        default: return byte
        }
    }

    private static func text(_ bytes: some Sequence<UInt8>) -> String {
        String(decoding: Array(bytes), as: UTF8.self)
    }
}
