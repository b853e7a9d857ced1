/// What differs in meaning between two documents: verdicts on URLs, and apps of services.
///
/// Comments, order that changes nothing and other spellings of the same rules are no
/// difference. Every URL that is named was decided by the matcher on both sides. What only
/// `paths` tell to iOS 12 and older is not compared.
package struct DocumentDiff: Sendable {
    /// The apps whose links or listing under `applinks` change.
    package var apps: [AppChange]
    /// The other services that gain or lose apps, in the order of ``Service``.
    package var services: [ServiceChange]

    /// Compares two documents.
    ///
    /// - Parameters:
    ///   - old: The document as it was.
    ///   - new: The document as it will be.
    ///   - host: The host that stands in the URLs.
    package init(old: Document, new: Document, host: String = "example.com") {
        let sides = (old: LinkMatcher(old), new: LinkMatcher(new))
        var comparison = LinkComparison(old: sides.old, new: sides.new, host: host)
        apps = comparison.changes()
        services = Service.allCases.compactMap { service in
            service == .appLinks ? nil : ServiceChange(service, old: old, new: new)
        }
    }

    /// Compares two associations.
    package init(old: Association, new: Association, host: String = "example.com") {
        self.init(old: Document(old), new: Document(new), host: host)
    }

    /// Whether both documents mean the same to the last URL.
    package var isSameMeaning: Bool { apps.isEmpty && services.isEmpty }
}

/// What changes for the links of one app.
package struct AppChange: Sendable {
    /// Whether the documents list the app under `applinks`.
    package enum Listing: String, Sendable {
        case gained
        case lost
        case kept
    }

    /// The app.
    package var appID: String
    /// Where the app is listed.
    package var listing: Listing
    /// URLs whose verdict changes, one for each pair of deciding rules, short ones first.
    package var urls: [URLChange]
    /// Whether the search was given up, so that there may be further changes.
    package var isIncomplete: Bool
}

/// A URL whose verdict changes.
package struct URLChange: Sendable {
    /// The URL.
    package var url: String
    /// The verdict of the old document, with its reason.
    package var old: AppDecision
    /// The verdict of the new document, with its reason.
    package var new: AppDecision
}

/// What changes in the list of a service.
package struct ServiceChange: Sendable, Hashable {
    /// The service.
    package var service: Service
    /// The apps that only the new document lists, in its order.
    package var gained: [String]
    /// The apps that only the old document lists, in its order.
    package var lost: [String]

    init?(_ service: Service, old: Document, new: Document) {
        let before = old.apps(of: service)
        let after = new.apps(of: service)
        let known = (Set(before.map(AppIdentifier.init)), Set(after.map(AppIdentifier.init)))
        self.service = service
        gained = after.filter { !known.0.contains(AppIdentifier($0)) }
        lost = before.filter { !known.1.contains(AppIdentifier($0)) }
        if gained.isEmpty, lost.isEmpty { return nil }
    }
}
