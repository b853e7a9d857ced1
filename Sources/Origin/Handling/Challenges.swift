import HTTP
import POSIX

/// The answers to the challenges of certificate authorities, from an ACME client's webroot.
///
/// `GET /.well-known/acme-challenge/TOKEN` (RFC 8555 §8.3) is all that it knows.
struct Challenges: Sendable {
    /// The names on the way from the webroot to the challenges.
    private static let directories = [".well-known", "acme-challenge"]
    /// The longest token that is looked for; those of today have 43 characters.
    static let tokenLimit = 256
    /// The largest file that is sent; those of today have 87 bytes.
    static let fileLimitBytes = 4 * 1_024

    private static let prefix = "/" + directories.joined(separator: "/") + "/"

    private let webroot: String

    /// Creates answers from the files of a webroot.
    init(webroot: String) {
        self.webroot = webroot
    }

    /// Returns the token that a request asks for, or `nil` for every other request.
    ///
    /// A token is of the alphabet of base64url, so that it is never more than a file's name.
    static func token(of request: Request) -> String? {
        guard request.method == "GET" || request.method == "HEAD",
            request.target.hasPrefix(prefix)
        else { return nil }
        let token = request.target.dropFirst(prefix.count)
        guard 1...tokenLimit ~= token.utf8.count, token.utf8.allSatisfy(isOfToken) else {
            return nil
        }
        return String(token)
    }

    private static func isOfToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// Reads the file of a token: 200 with its bytes, 404 without one, 500 when it cannot be
    /// read, or is too large.
    ///
    /// Takes as long as the file system does.
    func reply(for token: String) -> Reply {
        do throws(SystemError) {
            let bytes = try Files.read(
                below: webroot, Self.directories + [token], limitBytes: Self.fileLimitBytes)
            return Reply(Self.response(bytes))
        } catch .notFound, .isLink, .isNoDirectory, .nameTooLong {
            return Reply(FixedAnswer.notFound.response, outcome: .unknownPath)
        } catch {
            return Reply(FixedAnswer.notReadable.response)
        }
    }

    private static func response(_ bytes: [UInt8]) -> Response {
        Response(
            status: 200,
            fields: [
                Field("Content-Type", "application/octet-stream"),
                Field("Cache-Control", "no-store"),
                Field("X-Content-Type-Options", "nosniff"),
            ],
            body: bytes, isReusable: false)
    }
}
