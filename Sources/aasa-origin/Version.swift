/// The program's name and version.
enum Version {
    static let name = "aasa-origin"
    static let number = "0.1.0"
    /// The day of the version, as a manual page shows it.
    static let date = "November 30, 2026"
}
