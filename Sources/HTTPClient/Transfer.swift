import CCurl
import HTTP
import POSIX

/// One request and its answer.
///
/// - Ownership: Owns one easy handle, its lists of texts and its error buffer.
/// - Threads: One thread only.
@safe final class Transfer {
    /// How many certificates of a chain are looked at.
    static let certificateLimit = 16

    private let raw: UnsafeMutableRawPointer
    private let words: UnsafeMutableBufferPointer<CChar>
    private var fields: UnsafeMutablePointer<curl_slist>?
    private var routes: UnsafeMutablePointer<curl_slist>?
    let answer: Answer

    init(bodyLimitBytes: Int) throws(HTTPClientError) {
        guard let handle = unsafe curl_easy_init() else {
            throw HTTPClientError(.invalidRequest, "no memory for a request")
        }
        unsafe raw = unsafe handle
        unsafe words = .allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe words.initialize(repeating: 0)
        answer = Answer(bodyLimitBytes: bodyLimitBytes)
    }

    deinit {
        unsafe curl_easy_cleanup(raw)
        unsafe curl_slist_free_all(fields)
        unsafe curl_slist_free_all(routes)
        unsafe words.deallocate()
    }

    /// Sets what holds for every request.
    func prepare(timeoutMilliseconds: Int) throws(HTTPClientError) {
        unsafe try check(aasa_curl_set_object(raw, CURLOPT_ERRORBUFFER, words.baseAddress))
        try set(CURLOPT_NOSIGNAL, 1)
        try set(CURLOPT_FOLLOWLOCATION, 0)
        try set(CURLOPT_PROXY, "")
        try set(CURLOPT_PROTOCOLS_STR, "http,https")
        try set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
        try set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
        try set(CURLOPT_SSL_VERIFYPEER, 1)
        try set(CURLOPT_SSL_VERIFYHOST, 2)
        try set(CURLOPT_TIMEOUT_MS, max(1, timeoutMilliseconds))
        try set(CURLOPT_USERAGENT, "aasa-origin")
        // SAFETY: the answer lives as long as the handle, which ends with this object.
        let target = unsafe Unmanaged.passUnretained(answer).toOpaque()
        unsafe try check(aasa_curl_set_object(raw, CURLOPT_WRITEDATA, target))
        unsafe try check(aasa_curl_set_sink(raw, CURLOPT_WRITEFUNCTION, receiveBody))
        unsafe try check(aasa_curl_set_object(raw, CURLOPT_HEADERDATA, target))
        unsafe try check(aasa_curl_set_sink(raw, CURLOPT_HEADERFUNCTION, receiveHeader))
    }

    /// Sets the method; a POST is sent with an empty body.
    func set(method: String) throws(HTTPClientError) {
        guard Syntax.isToken(method) else {
            throw HTTPClientError(.invalidRequest, "the method is no token")
        }
        switch method {
        case "HEAD":
            try set(CURLOPT_NOBODY, 1)
        case "POST":
            try set(CURLOPT_POST, 1)
            try set(CURLOPT_COPYPOSTFIELDS, "")
        default:
            try set(CURLOPT_CUSTOMREQUEST, method)
        }
    }

    /// Sets the header fields, and drops what libcurl adds to a POST by itself.
    func set(headers: [Field]) throws(HTTPClientError) {
        for field in headers {
            guard Syntax.isToken(field.name), Syntax.isFieldValue(field.value) else {
                throw HTTPClientError(.invalidRequest, "a header field is not valid")
            }
            // A semicolon in place of the colon is libcurl's way to send an empty value.
            try append(field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
        }
        for name in ["Expect", "Content-Type"]
        where !headers.contains(where: { $0.name.lowercased() == name.lowercased() }) {
            try append("\(name):")
        }
        unsafe try check(aasa_curl_set_object(raw, CURLOPT_HTTPHEADER, fields))
    }

    /// Sets an option that is a text without NUL.
    func set(_ option: CURLoption, _ value: String) throws(HTTPClientError) {
        guard !value.utf8.contains(0) else {
            throw HTTPClientError(.invalidRequest, "a NUL byte in the request")
        }
        unsafe try check(aasa_curl_set_text(raw, option, value))
    }

    /// Has the connection go to an address and port, whatever the URL's host is.
    func connect(to route: String) throws(HTTPClientError) {
        guard let list = unsafe curl_slist_append(routes, route) else {
            throw HTTPClientError(.invalidRequest, "no memory for an address")
        }
        unsafe routes = unsafe list
        unsafe try check(aasa_curl_set_object(raw, CURLOPT_CONNECT_TO, routes))
    }

    /// Sends the request and collects the answer.
    func perform() throws(HTTPClientError) -> HTTPClientResponse {
        let code = unsafe curl_easy_perform(raw)
        if answer.isTooLarge {
            throw HTTPClientError(.tooLarge, "the answer is larger than its limit")
        }
        try check(code)
        let status = try number(CURLINFO_RESPONSE_CODE)
        return HTTPClientResponse(status: status, headers: answer.headers, body: answer.body)
    }

    // MARK: Facts about what was done

    /// Returns a fact that is a number.
    func number(_ fact: CURLINFO) throws(HTTPClientError) -> Int {
        var value = 0
        unsafe try check(aasa_curl_get_long(raw, fact, &value))
        return value
    }

    /// The system's words for why there is no connection, where it was the system.
    var systemReason: String? {
        guard let error = try? number(CURLINFO_OS_ERRNO), error > 0 else { return nil }
        return SystemError(Int32(clamping: error)).reason
    }

    /// Returns a fact that is a time, in milliseconds.
    func milliseconds(_ fact: CURLINFO) throws(HTTPClientError) -> Int {
        var value: curl_off_t = 0
        unsafe try check(aasa_curl_get_offset(raw, fact, &value))
        return Int(value) / 1000
    }

    /// Returns the certificates that the server sent, in PEM and in its order.
    func certificates() throws(HTTPClientError) -> [String] {
        var facts: UnsafeMutablePointer<curl_certinfo>?
        unsafe try check(aasa_curl_get_certificates(raw, &facts))
        guard let facts = unsafe facts else { return [] }
        let count = min(Int(unsafe facts.pointee.num_of_certs), Self.certificateLimit)
        return (0..<max(0, count)).compactMap { index in
            var item = unsafe facts.pointee.certinfo[index]
            while let entry = unsafe item {
                let text = unsafe String(cString: entry.pointee.data)
                if text.hasPrefix("Cert:") { return String(text.dropFirst(5)) }
                unsafe item = unsafe entry.pointee.next
            }
            return nil
        }
    }

    /// Sets an option that is a number.
    func set(_ option: CURLoption, _ value: Int) throws(HTTPClientError) {
        unsafe try check(aasa_curl_set_long(raw, option, value))
    }

    private func append(_ line: String) throws(HTTPClientError) {
        guard let longer = unsafe curl_slist_append(fields, line) else {
            throw HTTPClientError(.invalidRequest, "no memory for a header field")
        }
        unsafe fields = unsafe longer
    }

    private func check(_ code: CURLcode) throws(HTTPClientError) {
        guard code != CURLE_OK else { return }
        let text = unsafe words.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        throw HTTPClientError(code, String(decoding: text, as: UTF8.self))
    }
}
