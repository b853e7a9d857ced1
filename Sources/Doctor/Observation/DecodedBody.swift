import Compression
package import HTTPClient

/// A body after its encodings are taken off, and what is odd about them.
package struct DecodedBody: Sendable, Hashable {
    /// What is odd about the encodings of a body.
    package enum Fault: Sendable, Hashable {
        /// An encoding that this program cannot take off.
        case unknown(String)
        /// The bytes are not what the header says, with the library's words.
        case broken(String, String)
        /// The decoded bytes are more than this program reads.
        case tooLarge(Int)
        /// The decoded bytes are compressed once more.
        case twice
        /// The bytes are compressed and no header says so.
        case undeclared
    }

    /// The largest body after decoding that is looked at.
    package static let limitBytes = 4 << 20

    /// The bytes.
    package var bytes: [UInt8]
    /// The encodings that the header names, in its order, in lower case.
    package var encodings: [String]
    /// What is odd about them.
    package var fault: Fault?

    /// Takes the encodings off a body.
    package init(_ result: ProbeResult) {
        let value = result.first("Content-Encoding") ?? ""
        encodings = value.lowercased().split { $0 == "," || $0 == " " }.map(String.init)
            .filter { $0 != "identity" }
        bytes = result.body
        for encoding in encodings.reversed() {
            guard ["gzip", "x-gzip", "deflate"].contains(encoding) else {
                fault = .unknown(encoding)
                return
            }
            do throws(CompressionFault) {
                bytes = try Inflater.unpacked(bytes, limitBytes: Self.limitBytes)
            } catch {
                if case .tooLarge(let limit) = error {
                    fault = .tooLarge(limit)
                    return
                }
                fault = .broken(encoding, error.reason)
                return
            }
        }
        if Inflater.isGzip(bytes) { fault = encodings.isEmpty ? .undeclared : .twice }
    }
}
