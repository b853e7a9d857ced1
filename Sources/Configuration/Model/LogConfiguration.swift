package import Diagnostics

/// The `log` section.
package struct LogConfiguration: Sendable, Hashable {
    /// Where lines go.
    package enum Destination: Sendable, Hashable {
        case standardOutput
        case standardError
        case file(path: String)
        case off
    }
    /// What a line looks like.
    package enum Format: String, Sendable, Hashable, CaseIterable {
        case json
        case combined
    }
    /// Where the access log goes.
    package var access: Destination
    /// What its lines look like.
    package var format: Format
    /// The place of `access`.
    package var accessLocation: Location?
}
