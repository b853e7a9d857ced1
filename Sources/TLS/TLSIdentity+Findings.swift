package import Diagnostics

extension TLSIdentity {
    /// Findings on the certificate itself: expired, not yet valid, expiring, weak, incomplete.
    package func findings(nowSeconds: Int64, at location: Location?) -> [Diagnostic] { [] }
}
