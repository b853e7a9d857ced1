import CMicrohttpd
import HTTP

/// The library's own copy of a response.
///
/// - Ownership: Owns one reference to an `MHD_Response`, and keeps the response it copies, so
///   that no other response gets its identity meanwhile.
/// - Threads: One thread only.
@safe final class PreparedResponse {
    private let raw: OpaquePointer
    private let response: Response

    /// Copies body and fields; `nil` when the library has no memory or refuses a field.
    init?(_ response: Response) {
        self.response = response
        var body = response.body
        let count = body.count
        let raw = unsafe body.withUnsafeMutableBytes { memory in
            unsafe MHD_create_response_from_buffer(
                count, memory.baseAddress, .RESPMEM_MUST_COPY)
        }
        guard let raw = unsafe raw else { return nil }
        unsafe self.raw = raw
        for field in response.fields {
            guard unsafe MHD_add_response_header(raw, field.name, field.value) == .YES else {
                return nil
            }
        }
    }

    deinit { unsafe MHD_destroy_response(raw) }

    /// Queues the response as the answer to the library's current request.
    func queue(on connection: OpaquePointer, status: Int) -> MHD_Result {
        unsafe MHD_queue_response(connection, UInt32(clamping: status), raw)
    }
}
