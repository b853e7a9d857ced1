import CCurl
import Glibc
import HTTP

extension HTTPClient {
    /// Sends a request as a stranger would, and tells as much as can be told of the answer.
    ///
    /// Certificates are not verified here, so that one fault does not hide the others: they
    /// are returned for somebody to judge. No secret may be sent in this way. Redirects are
    /// not followed, and bodies not decoded.
    ///
    /// - Parameter request: The request.
    /// - Returns: The answer, or what there is of it and why there is no more.
    package static func probe(_ request: ProbeRequest) -> ProbeResult {
        do throws(HTTPClientError) {
            guard isReady else { throw HTTPClientError(.invalidRequest, "libcurl does not start") }
            guard Syntax.isHTTP(request.url) else {
                throw HTTPClientError(.invalidRequest, "the URL begins with http:// or https://")
            }
            let transfer = try Transfer(bodyLimitBytes: request.bodyLimitBytes)
            try transfer.prepare(timeoutMilliseconds: request.timeoutMilliseconds)
            try transfer.prepare(request)
            return transfer.result()
        } catch {
            return ProbeResult(status: nil, failure: error)
        }
    }
}

extension Transfer {
    /// Sets what a probe asks for.
    func prepare(_ request: ProbeRequest) throws(HTTPClientError) {
        try set(method: request.method)
        try set(CURLOPT_URL, request.url)
        try set(CURLOPT_USERAGENT, request.userAgent ?? "")
        try set(headers: request.acceptEncoding.map { [Field("Accept-Encoding", $0)] } ?? [])
        let endpoint = request.endpoint
        let address = endpoint.isVersion6 ? "[\(endpoint.address)]" : endpoint.address
        try connect(to: "::\(address):\(endpoint.port)")
        try set(CURLOPT_CERTINFO, 1)
        try set(CURLOPT_SSL_VERIFYPEER, 0)
        try set(CURLOPT_SSL_VERIFYHOST, 0)
        switch request.tls {
        case .all: break
        case .only12:
            try set(
                CURLOPT_SSLVERSION,
                Int(CURL_SSLVERSION_TLSv1_2) | Int(CURL_SSLVERSION_MAX_TLSv1_2))
        case .only13:
            try set(
                CURLOPT_SSLVERSION,
                Int(CURL_SSLVERSION_TLSv1_3) | Int(CURL_SSLVERSION_MAX_TLSv1_3))
        }
    }

    /// Sends the request and returns whatever came of it.
    func result() -> ProbeResult {
        var result = ProbeResult(status: nil)
        do throws(HTTPClientError) {
            _ = try perform()
        } catch {
            result.failure = error
            let number = try? self.number(CURLINFO_OS_ERRNO)
            result.hasNoRoute = [ENETUNREACH, EADDRNOTAVAIL, EAFNOSUPPORT].contains {
                number == Int($0)
            }
        }
        let status = try? number(CURLINFO_RESPONSE_CODE)
        result.status = status == 0 ? nil : status
        result.headers = answer.headers
        result.body = answer.body
        result.certificates = (try? certificates()) ?? []
        result.firstByteMilliseconds = (try? milliseconds(CURLINFO_STARTTRANSFER_TIME_T)) ?? 0
        result.totalMilliseconds = (try? milliseconds(CURLINFO_TOTAL_TIME_T)) ?? 0
        return result
    }
}
