import COpenSSL

/// One entry of OpenSSL's error queue.
struct OpenSSLError: Hashable {
    /// The library inside OpenSSL, such as `ERR_LIB_SSL`.
    var library: Int32
    /// The reason within the library.
    var reason: Int32
    /// OpenSSL's words for the reason.
    var words: String
}

/// The error queue that OpenSSL keeps for each thread.
///
/// - Threads: Works on the queue of the calling thread, so it must be read there, right
///   after the call that failed.
enum OpenSSLErrors {
    /// Returns the entries from the oldest on, and leaves the queue empty.
    static func drain() -> [OpenSSLError] {
        var errors: [OpenSSLError] = []
        while true {
            let code = ERR_get_error()
            guard code != 0 else { return errors }
            let words = unsafe ERR_reason_error_string(code).map { unsafe String(cString: $0) }
            errors.append(
                OpenSSLError(
                    library: ERR_GET_LIB(code), reason: ERR_GET_REASON(code),
                    words: words ?? "error \(code)"))
        }
    }

    /// Empties the queue.
    static func clear() { ERR_clear_error() }

    /// Returns the words of the oldest entry, and leaves the queue empty.
    static func reason() -> String { drain().first?.words ?? "no reason given" }
}
