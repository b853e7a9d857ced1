import HTTP

/// Whole responses as the HTTP library framed them, for as long as their `Date` is right.
///
/// A document that is asked for often is framed once a second instead of once a request.
///
/// - Limits: ``limitBytes`` of bytes, ``responseLimitBytes`` each.
struct FramedResponses {
    /// The bytes that are kept.
    static let limitBytes = 1_024 * 1_024
    /// A larger response is framed each time.
    static let responseLimitBytes = 16 * 1_024

    private struct Key: Hashable {
        var response: ObjectIdentifier
        var head: LaneHead
        var isNotModified: Bool
    }

    private struct Framed {
        /// Keeps the response, so that no other gets its identity meanwhile.
        var response: Response
        var bytes: [UInt8]
    }

    private var second: Int64 = 0
    private var framed: [Key: Framed] = [:]
    private var sizeBytes = 0

    /// Returns a response that was framed in a second, or `nil`.
    func bytes(for reply: Reply, _ head: LaneHead, second: Int64) -> [UInt8]? {
        guard second == self.second else { return nil }
        return framed[Self.key(reply, head)]?.bytes
    }

    /// Keeps a response that was framed in a second, if there is room.
    mutating func keep(
        _ bytes: ArraySlice<UInt8>, of reply: Reply, _ head: LaneHead, second: Int64
    ) {
        if second != self.second { forget() }
        guard reply.response.isReusable, bytes.count <= Self.responseLimitBytes,
            sizeBytes + bytes.count <= Self.limitBytes
        else { return }
        self.second = second
        let before = framed.updateValue(
            Framed(response: reply.response, bytes: Array(bytes)), forKey: Self.key(reply, head))
        sizeBytes += bytes.count - (before?.bytes.count ?? 0)
    }

    /// Forgets all of them.
    mutating func forget() {
        framed.removeAll(keepingCapacity: true)
        sizeBytes = 0
        second = 0
    }

    private static func key(_ reply: Reply, _ head: LaneHead) -> Key {
        Key(
            response: ObjectIdentifier(reply.response), head: head,
            isNotModified: reply.isNotModified)
    }
}
