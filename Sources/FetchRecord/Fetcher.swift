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
    package static let marks: [(mark: StaticString, fetcher: Fetcher)] = [
        ("AASA-Bot", .appleCDN),
        ("swcd", .appleDevice),
        ("GoogleAssociationService", .google),
        ("aasa-origin/", .probe),
    ]

    /// Classifies a request.
    ///
    /// - Parameters:
    ///   - userAgent: The user agent as sent.
    ///   - target: The target as received; CFNetwork counts as a device only where a device
    ///     asks for the file, since every app on one uses it.
    package init(userAgent: String?, target: String?) {
        guard let userAgent else {
            self = .other
            return
        }
        if let row = Self.marks.first(where: { userAgent.holds($0.mark) }) {
            self = row.fetcher
        } else if userAgent.holds("CFNetwork"), let target,
            AssociationPath.isNamed(by: target)
        {
            self = .appleDevice
        } else {
            self = .other
        }
    }
}

extension String {
    /// Whether the text contains a mark, byte for byte.
    fileprivate func holds(_ mark: StaticString) -> Bool {
        let wanted = Array(mark.description.utf8)
        var rest = utf8[...]
        while let start = rest.firstIndex(of: wanted[0]) {
            rest = rest[start...]
            if rest.starts(with: wanted) { return true }
            rest = rest.dropFirst()
        }
        return false
    }
}
