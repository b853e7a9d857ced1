import HTTP

/// Checks request heads against a strict grammar, so that nothing else reaches the HTTP library.
///
/// It follows RFC 9112 where that is strict and refuses what RFC 9112 merely tolerates: bare
/// LF, folded lines, white space before the colon, bodies of any kind. Only where a limit for
/// bodies is set, one of a stated length within it passes.
struct RequestGate {
    /// The largest head in bytes.
    let headLimitBytes: Int
    /// The largest number of fields.
    let fieldLimit: Int
    /// The largest body in bytes; 0 refuses every request that has one.
    var bodyLimitBytes = 0

    /// The longest method that is looked at.
    static let methodLimit = 32

    /// Returns what the bytes at the beginning of `input` are.
    ///
    /// - Complexity: O(length of the head); called again with more bytes it starts anew, which
    ///   the limit on the head bounds.
    func progress(of input: ArraySlice<UInt8>) -> HeadProgress {
        var partial = PartialHead()
        do throws(Refusal) {
            // No byte beyond the limit is looked at, so that what is refused, and why, does not
            // depend on how the bytes came.
            var scanner = HeadScanner(input: input.prefix(headLimitBytes))
            guard try scanner.skipEmptyLine() else { return .incomplete }
            guard let line = try requestLine(&scanner, &partial) else {
                return try incomplete(input, isTarget: true)
            }
            let start = line.start
            var fields = Fields(head: Array(input[start...].prefix(headLimitBytes)))
            var special = SpecialFields()
            while true {
                guard let field = try scanner.field() else {
                    return try incomplete(input, isTarget: false)
                }
                if field.name.isEmpty { break }
                guard fields.count < fieldLimit else { throw Refusal.headTooLarge }
                fields.append(
                    name: field.name.lowerBound - start..<field.name.upperBound - start,
                    value: field.value.lowerBound - start..<field.value.upperBound - start)
                special.note(input[field.name], input[field.value])
            }
            partial.userAgent = fields.first("user-agent")
            var head = try checked(line, special, fields, &partial)
            let body = input[scanner.position...].prefix(head.bodyBytes)
            guard body.count == head.bodyBytes else { return .incomplete }
            head.body = Array(body)
            head.length = scanner.position - input.startIndex + body.count
            return .complete(head)
        } catch {
            return .refused(error, partial)
        }
    }

    private func incomplete(
        _ input: ArraySlice<UInt8>, isTarget: Bool
    ) throws(Refusal) -> HeadProgress {
        guard input.count >= headLimitBytes else { return .incomplete }
        throw isTarget ? .targetTooLong : .headTooLarge
    }

    // MARK: Request line

    private struct RequestLine {
        var start: Int
        var method: String
        var target: ArraySlice<UInt8>
        var version: HTTPVersion
    }

    private func requestLine(
        _ scanner: inout HeadScanner, _ partial: inout PartialHead
    ) throws(Refusal) -> RequestLine? {
        let start = scanner.position
        let method = scanner.take(while: ByteClass.isToken)
        if method.count > Self.methodLimit { throw .requestLine }
        guard try scanner.takeSpace() else { return nil }
        if method.isEmpty { throw .requestLine }
        partial.method = String(decoding: method, as: UTF8.self)
        let target = scanner.take(while: ByteClass.isTarget)
        guard try scanner.takeSpace() else { return nil }
        if target.isEmpty { throw .requestLine }
        partial.target = String(decoding: target, as: UTF8.self)
        let version = scanner.take { $0 > 0x20 && $0 < 0x7F }
        if version.count > 8 { throw .requestLine }
        guard try scanner.takeLineEnd(.requestLine) else { return nil }
        partial.version = try self.version(version)
        return RequestLine(
            start: start, method: String(decoding: method, as: UTF8.self), target: target,
            version: partial.version ?? .http11)
    }

    private func version(_ bytes: ArraySlice<UInt8>) throws(Refusal) -> HTTPVersion {
        let text = String(decoding: bytes, as: UTF8.self)
        if let version = HTTPVersion(rawValue: text) { return version }
        let digits = bytes.dropFirst(5)
        let hasForm =
            text.hasPrefix("HTTP/") && digits.count == 3
            && ByteClass.isDigit(digits[digits.startIndex])
            && digits[digits.startIndex + 1] == UInt8(ascii: ".")
            && ByteClass.isDigit(digits[digits.startIndex + 2])
        throw hasForm ? .version : .requestLine
    }

    // MARK: Meaning

    private func checked(
        _ line: RequestLine, _ special: SpecialFields, _ fields: Fields,
        _ partial: inout PartialHead
    ) throws(Refusal) -> RequestHead {
        var host: String?
        if special.hosts.count > 1 || (special.hosts.isEmpty && line.version == .http11) {
            throw .host
        }
        if let value = special.hosts.first {
            guard let name = Authority.host(of: value) else { throw .host }
            host = name
        }
        partial.host = host
        let target = try originForm(line, &host)
        let bodyBytes = try special.bodyBytes(line.version, limit: bodyLimitBytes)
        return RequestHead(
            method: line.method, receivedTarget: String(decoding: line.target, as: UTF8.self),
            target: target, version: line.version, host: host, fields: fields,
            keepsAlive: special.keepsAlive(line.version), bodyBytes: bodyBytes, length: 0)
    }

    private func originForm(
        _ line: RequestLine, _ host: inout String?
    ) throws(Refusal) -> String {
        let text = String(decoding: line.target, as: UTF8.self)
        if text.hasPrefix("/") { return text }
        if text == "*", line.method == "OPTIONS" { return text }
        let lowered = text.prefix(8).lowercased()
        let schemeLength = lowered.hasPrefix("https://") ? 8 : lowered.hasPrefix("http://") ? 7 : 0
        guard schemeLength > 0 else { throw .requestLine }
        let rest = line.target.dropFirst(schemeLength)
        let authority = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        guard let named = Authority.host(of: authority) else { throw .host }
        if let host, host != named { throw .host }
        host = named
        let path = String(decoding: rest.dropFirst(authority.count), as: UTF8.self)
        return path.hasPrefix("/") ? path : "/" + path
    }
}
