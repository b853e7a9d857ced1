import Diagnostics
import POSIX

/// Reads the token of the admin listener and checks that the address needs none or has one.
struct AdminResolution {
    /// A token shorter than this is easy to guess.
    static let tokenWarningBytes = 16

    let decoder: NodeDecoder
    let files: any ConfigurationFiles
    let limits: LoaderLimits

    func admin(_ draft: AdminDraft?) -> AdminConfiguration? {
        guard let draft else { return nil }
        if draft.tokenFile == nil, !draft.address.isLocal {
            decoder.error(
                "admin-without-token",
                "the admin address \(quoted(draft.name)) is not loopback and has no token",
                at: draft.location, hint: "add token_file, or listen on 127.0.0.1 or unix:PATH")
        }
        return AdminConfiguration(
            address: draft.address, name: draft.name, tokenFile: draft.tokenFile?.value,
            token: draft.tokenFile.flatMap(token), hosts: draft.hosts, location: draft.location)
    }

    /// Reads a token, nothing of which ever stands in a finding.
    private func token(_ file: Located<String>) -> [UInt8]? {
        let name = Diagnostic.quotedPath(file.value)
        var bytes: [UInt8]
        do throws(SystemError) {
            bytes = try files.read(file.value, limitBytes: limits.tokenBytes)
        } catch {
            let reason =
                error == .tooLarge ? "it is larger than \(limits.tokenBytes) bytes" : error.reason
            decoder.error(
                "admin-token-unreadable", "cannot read the token in \(name): \(reason)",
                at: file.location)
            return nil
        }
        while let last = bytes.last, [0x20, 0x09, 0x0A, 0x0D].contains(last) { bytes.removeLast() }
        if bytes.isEmpty {
            decoder.error(
                "admin-token-empty", "the token file \(name) is empty", at: file.location,
                hint: "write a random token into it: openssl rand -hex 32")
            return nil
        }
        if !bytes.allSatisfy({ (0x21...0x7E).contains($0) }) {
            decoder.error(
                "admin-token-malformed",
                "the token in \(name) holds a space, a line break or a byte that is not ASCII",
                at: file.location, hint: "write a random token into it: openssl rand -hex 32")
            return nil
        }
        if bytes.count < Self.tokenWarningBytes {
            decoder.warning(
                "admin-token-short",
                "the token in \(name) is shorter than \(Self.tokenWarningBytes) bytes",
                at: file.location, hint: "write a random token into it: openssl rand -hex 32")
        }
        return bytes
    }
}
