import Diagnostics
import Glibc
import POSIX
import TLS

/// Reads any bytes as the file of a certificate with its key.
///
/// There is an identity or a finding, never a trap, and no finding shows the file's content.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard (try? Files.write(bytes, to: path, mode: 0o600)) != nil else { return 0 }
    do throws(Diagnostic) {
        let identity = try TLSIdentity(
            certificateFile: path, keyFile: nil, displayName: "fuzz.pem", at: nil)
        _ = DiagnosticText().text(for: identity.findings(nowSeconds: 1_800_000_000, at: nil))
        let identities = TLSIdentities([identity])
        for name in identity.dnsNames { _ = identities.covers(name) }
    } catch {
        precondition(error.severity == .error, "a file that is not taken is an error")
        precondition(error.message.utf8.count < 400, "a finding does not show the file")
    }
    return 0
}

private let path = "/dev/shm/aasa-origin-fuzz-\(getpid()).pem"
