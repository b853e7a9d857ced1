import Diagnostics
import FetchRecord
import POSIX
import SiteAssociation

/// A version of a host's document as command lines name it: `shop.example.com@0d7ecbc50c47`.
struct RecordedVersion {
    let host: String
    /// The digest, or some of its first digits.
    let digest: String

    /// Reads a name; `nil` for anything else, and for what is the name of a file.
    init?(_ text: String) {
        guard let sign = text.lastIndex(of: "@"), sign != text.startIndex,
            VersionDigest.isPlausible(text[text.index(after: sign)...]), !Files.exists(text)
        else { return nil }
        host = String(text[..<sign])
        digest = String(text[text.index(after: sign)...])
    }

    /// Returns the document.
    func document(_ source: RecordSource) throws(AdminFailure) -> Document {
        let bytes = try source.document(of: host, version: digest)
        do throws(InputFailure) {
            return try InputFile.document(in: SourceFile(name: "\(host)@\(digest)", bytes: bytes))
        } catch {
            throw AdminFailure(findings: error.findings, code: .failed)
        }
    }
}
