package import Configuration
import Diagnostics
package import TLS

extension TLSSettings {
    /// Creates the settings of a listener: its own, else those of the `tls` section.
    package init(_ listener: ListenerConfiguration, _ tls: TLSConfiguration) {
        let version = listener.minimumVersion ?? tls.minimumVersion
        self.init(minimumVersion: Version(rawValue: version) ?? .tls12)
        if let ciphers = listener.ciphers { self.ciphers = ciphers.map(\.name) }
    }
}

/// Finds ciphers that are not offered, and listeners that could serve nobody.
enum ListenerTLS {
    static func findings(_ configuration: Configuration) -> [Diagnostic] {
        configuration.listeners.flatMap { listener -> [Diagnostic] in
            guard let ciphers = listener.ciphers else { return [] }
            let unknown = ciphers.compactMap(finding)
            guard unknown.isEmpty else { return unknown }
            let settings = TLSSettings(listener, configuration.tls)
            let hasSuites = settings.ciphers.contains(where: TLSSettings.suites.contains)
            guard settings.minimumVersion == .tls13, !hasSuites else { return [] }
            return [
                Diagnostic(
                    .error, "ciphers-without-version",
                    "none of the ciphers belongs to TLS 1.3, the only version of the listener",
                    at: ciphers.first?.location,
                    hint: "add one of " + TLSSettings.suites.joined(separator: ", "))
            ]
        }
    }

    private static func finding(_ cipher: CipherName) -> Diagnostic? {
        let known = TLSSettings.suites + TLSSettings.ciphers
        guard !known.contains(cipher.name) else { return nil }
        let nearest = NearestWord.nearest(to: cipher.name, among: known)
        return Diagnostic(
            .error, "cipher-unknown",
            "no secure cipher has the name \(Diagnostic.quoted(cipher.name))",
            at: cipher.location,
            hint: nearest.map { "did you mean '\($0)'?" }
                ?? "the ciphers are " + known.joined(separator: ", "))
    }
}
