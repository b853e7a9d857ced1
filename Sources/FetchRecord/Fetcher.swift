import SiteAssociation

/// Who a request says it is from, by its user agent.
///
/// A claim, good for counting: Apple publishes no addresses that it could be checked with,
/// so nothing is decided on it.
package enum Fetcher: String, Sendable, Hashable, CaseIterable {
    /// Apple's content delivery network.
    case appleCDN = "apple-cdn"
    /// An Apple device that asks directly.
    case appleDevice = "apple-device"
    /// Google's crawler of association files.
    case google
    /// A probe of this project.
    case probe
    /// Anything else, and no user agent.
    case other

    /// What a user agent contains for each fetcher; the first row that fits counts.
    ///
    /// The last row fits only where a device asks for the file, since every app on one uses it.
    private static let marks: [(mark: [UInt8], fetcher: Fetcher)] = [
        (Array("AASA-Bot".utf8), .appleCDN),
        (Array("swcd".utf8), .appleDevice),
        (Array("GoogleAssociationService".utf8), .google),
        (Array("aasa-origin/".utf8), .probe),
        (Array("CFNetwork".utf8), .appleDevice),
    ]

    /// The row whose mark begins with a byte, or the number of rows; each begins with another.
    private static let rows: [Int] = {
        var rows = [Int](repeating: marks.count, count: 256)
        for (row, entry) in marks.enumerated() { rows[Int(entry.mark[0])] = row }
        return rows
    }()

    /// Classifies a request.
    ///
    /// - Parameters:
    ///   - userAgent: The user agent as sent.
    ///   - target: The target as received.
    package init(userAgent: String?, target: String?) {
        guard let userAgent, let row = Self.row(in: userAgent) else {
            self = .other
            return
        }
        let counts =
            row < Self.marks.count - 1 || target.map(AssociationPath.isNamed) ?? false
        self = counts ? Self.marks[row].fetcher : .other
    }

    /// Returns the first row whose mark stands in a text, byte for byte.
    ///
    /// One pass and no memory, since every request is classified, for the log and for counts.
    private static func row(in text: String) -> Int? {
        let (bytes, rows) = (text.utf8.span, rows)
        var first = marks.count
        for start in bytes.indices {
            let row = rows[Int(bytes[start])]
            guard row < first else { continue }
            let mark = marks[row].mark
            guard mark.count <= bytes.count - start else { continue }
            var length = 1
            while length < mark.count, bytes[start + length] == mark[length] { length += 1 }
            if length == mark.count { first = row }
        }
        return first < marks.count ? first : nil
    }
}
