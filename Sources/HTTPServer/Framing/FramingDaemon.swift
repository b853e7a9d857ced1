import CMicrohttpd
import Glibc
import HTTP
import POSIX

/// The HTTP library of one event loop: it frames prepared responses.
///
/// It never sees a byte of a client. The gate has understood the request, the handler has
/// chosen the response; the library gets a fixed request head over a socket pair (a
/// ``Lane``) and writes status line, fields, `Date`, `Content-Length`, `Connection` and body.
/// A lane belongs to a client only while a response is on its way, so that idle clients cost
/// no memory here.
///
/// - Ownership: Owns one `MHD_Daemon`; the daemon owns its ends of the lanes.
/// - Threads: One thread only, that of the event loop.
/// - Limits: Memory per lane ``laneMemoryBytes``.
@safe final class FramingDaemon {
    /// Enough for the fixed request head and the fields of a response.
    static let laneMemoryBytes = 4_096
    /// More lanes than clients can use at once.
    static let laneLimit = 65_536

    private let descriptorCeiling: Int32
    private var raw: OpaquePointer?
    private var lanes: [Int32: Lane] = [:]
    private var idle: [Lane] = []
    /// Whether the library has not seen the latest lane yet.
    private var hasNewLane = false
    private var responses: [ObjectIdentifier: PreparedResponse] = [:]

    /// Starts the library without threads, listeners or a log of its own.
    ///
    /// - Parameter descriptorCeiling: No lane gets a descriptor from this number on.
    /// - Throws: The system's error.
    init(descriptorCeiling: Int32) throws(SystemError) {
        self.descriptorCeiling = descriptorCeiling
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        var options = unsafe Self.options(context)
        unsafe raw = aasa_start_daemon(
            aasa_external_epoll_flags(), { unsafe handleAccess($0, $1, $7) }, context, &options)
        guard unsafe raw != nil else { throw SystemError() }
    }

    deinit {
        responses = [:]
        if let raw = unsafe raw { unsafe MHD_stop_daemon(raw) }
    }

    private static func options(_ context: UnsafeMutableRawPointer) -> [MHD_OptionItem] {
        let completed: MHD_RequestCompletedCallback = { context, connection, _, _ in
            unsafe handleCompletion(context, connection)
        }
        let completedWord = unsafe unsafeBitCast(completed, to: Int.self)
        return unsafe [
            MHD_OptionItem(
                option: .NOTIFY_COMPLETED, value: completedWord, ptr_value: context),
            MHD_OptionItem(
                option: .CONNECTION_MEMORY_LIMIT, value: laneMemoryBytes, ptr_value: nil),
            MHD_OptionItem(
                option: .CONNECTION_LIMIT, value: laneLimit, ptr_value: nil),
            MHD_OptionItem(option: .END, value: 0, ptr_value: nil),
        ]
    }

    // MARK: Lanes

    /// Returns a lane on which a reply is on its way.
    ///
    /// - Parameters:
    ///   - reply: The response.
    ///   - head: Which fixed request head asks for it.
    /// - Returns: The lane, which is the caller's until ``release(_:)`` or ``discard(_:)``.
    /// - Throws: The system's error when no lane can be made.
    func send(_ reply: Reply, asking head: LaneHead) throws(SystemError) -> Lane {
        let lane: Lane
        if let kept = idle.popLast() { lane = kept } else { lane = try makeLane() }
        lane.begin(reply, head)
        let bytes = head.bytes
        guard case .done(bytes.count) = Socket.send(lane.near, bytes, from: 0, count: bytes.count)
        else {
            discard(lane)
            throw SystemError(EPIPE)
        }
        return lane
    }

    private func makeLane() throws(SystemError) -> Lane {
        guard let raw = unsafe raw else { throw SystemError(EINVAL) }
        let (near, far) = try Socket.pair()
        guard max(near, far) < descriptorCeiling else {
            Socket.close(near)
            Socket.close(far)
            throw SystemError(EMFILE)
        }
        let lane = Lane(near: near, far: far)
        lanes[far] = lane
        // The library tries TCP's options on what it takes for TCP.
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let added = unsafe withUnsafeBytes(of: &address) { memory -> Bool in
            guard let base = memory.baseAddress else { return false }
            return unsafe MHD_add_connection(
                raw, far, base.assumingMemoryBound(to: sockaddr.self), socklen_t(memory.count))
                == .YES
        }
        guard added else {
            // The library has closed its end.
            lanes[far] = nil
            throw SystemError(EMFILE)
        }
        hasNewLane = true
        return lane
    }

    /// Takes back a lane whose response has been read to the end.
    ///
    /// - Returns: Whether the lane is kept; if not, the library must run to let go of its end.
    func release(_ lane: Lane) -> Bool {
        guard lane.isReusable, idle.count < ServerLimits.idleLanes else {
            discard(lane)
            return false
        }
        lane.end()
        idle.append(lane)
        return true
    }

    /// Gives up a lane; the library closes its own end when it notices.
    func discard(_ lane: Lane) {
        lane.end()
        lane.shutDown()
        if lanes[lane.far] === lane { lanes[lane.far] = nil }
    }

    // MARK: Work

    /// Lets the library do everything it can do now.
    func run() {
        guard let raw = unsafe raw else { return }
        for _ in 0..<8 {
            unsafe MHD_run(raw)
            // From version 1.0 on the library takes a connection in one run, and what it says
            // in the next.
            if hasNewLane {
                hasNewLane = false
                continue
            }
            var timeout: UInt64 = 1
            guard unsafe MHD_get_timeout(raw, &timeout) == .YES, timeout == 0 else { return }
        }
    }

    /// Forgets the library's copies of responses; those on their way stay alive.
    func forgetResponses() { responses = [:] }

    fileprivate func answer(_ connection: OpaquePointer) -> MHD_Result {
        guard let lane = lanes[unsafe aasa_connection_descriptor(connection)],
            let reply = lane.reply, let prepared = prepared(reply.response)
        else { return .NO }
        return unsafe prepared.queue(on: connection, status: reply.status)
    }

    fileprivate func complete(_ connection: OpaquePointer) {
        lanes[unsafe aasa_connection_descriptor(connection)]?.isComplete = true
    }

    private func prepared(_ response: Response) -> PreparedResponse? {
        if let known = responses[ObjectIdentifier(response)] { return known }
        guard let fresh = PreparedResponse(response) else { return nil }
        if response.isReusable {
            if responses.count >= ServerLimits.cachedResponses { responses = [:] }
            responses[ObjectIdentifier(response)] = fresh
        }
        return fresh
    }
}

// MARK: C callbacks

/// Answers in the second call: an answer in the first would close the connection.
private func handleAccess(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let context = unsafe context, let connection = unsafe connection,
        let state = unsafe state
    else { return .NO }
    if unsafe state.pointee == nil {
        unsafe state.pointee = unsafe UnsafeMutableRawPointer(connection)
        return .YES
    }
    let daemon = unsafe Unmanaged<FramingDaemon>.fromOpaque(context).takeUnretainedValue()
    return unsafe daemon.answer(connection)
}

private func handleCompletion(_ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?) {
    guard let context = unsafe context, let connection = unsafe connection else { return }
    unsafe Unmanaged<FramingDaemon>.fromOpaque(context).takeUnretainedValue().complete(connection)
}
