import CCurl

extension HTTPClientError {
    /// Creates an error from libcurl's code and its own words for this case.
    init(_ code: CURLcode, _ words: String) {
        let general = unsafe curl_easy_strerror(code).map { unsafe String(cString: $0) } ?? ""
        let reason = words.isEmpty ? general : words
        self.init(Self.kind(of: code), reason.prefix(1).lowercased() + reason.dropFirst())
    }

    private static func kind(of code: CURLcode) -> Kind {
        switch code {
        case CURLE_URL_MALFORMAT, CURLE_LOGIN_DENIED:
            .invalidRequest
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT:
            .unreachable
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE,
            CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER:
            .untrusted
        case CURLE_OPERATION_TIMEDOUT:
            .timedOut
        default:
            .invalidAnswer
        }
    }
}
