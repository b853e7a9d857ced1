/// The program's name and version.
enum Version {
    static let name = "aasa-origin"
    static let number = "0.1.0"
}
