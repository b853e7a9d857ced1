import Foundation

/// A line of the access log.
enum JSONLine {
    /// Returns the fields of a line, with each value as text.
    ///
    /// - Throws: The reader's error when the line is no JSON object.
    static func fields(of line: Substring) throws -> [String: String] {
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
        guard let fields = object as? [String: Any] else {
            throw ServerFailure(description: "no object: \(line)")
        }
        return fields.mapValues { "\($0)" }
    }
}
