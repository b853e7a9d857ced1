package import Diagnostics

/// The user that the process becomes once everything that needs root has been opened.
package struct UserConfiguration: Sendable, Hashable {
    /// A name, or a number in digits.
    package var name: String
    /// The place of the name.
    package var location: Location
}
