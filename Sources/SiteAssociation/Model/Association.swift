/// The content of one apple-app-site-association file, as it is meant to be published.
///
/// Order is kept everywhere: of details, of identifiers, of components, of variables.
package struct Association: Sendable, Hashable {
    /// The universal links, or `nil` when no app asks for them.
    package var appLinks: AppLinks?
    /// The other services; they are written in the order of ``Service``'s cases.
    package var services: [ServiceApps]

    /// Creates a document.
    package init(appLinks: AppLinks? = nil, services: [ServiceApps] = []) {
        self.appLinks = appLinks
        self.services = services
    }
}

/// A service that Apple's client knows, by its key in the file.
package enum Service: String, Sendable, Hashable, CaseIterable {
    case appLinks = "applinks"
    case webCredentials = "webcredentials"
    case activityContinuation = "activitycontinuation"
    case appClips = "appclips"
    case messageFilter = "messagefilter"
    case classificationReport = "classificationreport"
    case authSrv = "authsrv"
}

/// The apps of one service other than `applinks`.
package struct ServiceApps: Sendable, Hashable {
    /// The service; never `appLinks`.
    package var service: Service
    /// The app identifiers, each once.
    @Spelled package var appIDs: [String]

    /// Creates a list of apps.
    package init(_ service: Service, appIDs: [String]) {
        self.service = service
        self.appIDs = appIDs
    }
}

/// The `applinks` object.
package struct AppLinks: Sendable, Hashable {
    /// Settings for the whole document.
    package var defaults: Defaults
    /// The `details`, in document order; no app identifier stands in two of them.
    package var details: [Details]
    /// The `substitutionVariables`, in document order.
    package var substitutionVariables: [SubstitutionVariable]
    /// Whether to write `apps: []` and `paths` beside the components, for iOS 12 and older.
    package var hasLegacyPaths: Bool

    /// Creates the object.
    package init(
        defaults: Defaults = Defaults(), details: [Details] = [],
        substitutionVariables: [SubstitutionVariable] = [], hasLegacyPaths: Bool = false
    ) {
        self.defaults = defaults
        self.details = details
        self.substitutionVariables = substitutionVariables
        self.hasLegacyPaths = hasLegacyPaths
    }
}

/// The `defaults` object: settings where a component has none of its own.
package struct Defaults: Sendable, Hashable {
    /// `caseSensitive`, or `nil` to leave Apple's default (`true`).
    package var caseSensitive: Bool?
    /// `percentEncoded`, or `nil` to leave Apple's default (`true`).
    package var percentEncoded: Bool?

    /// Creates settings.
    package init(caseSensitive: Bool? = nil, percentEncoded: Bool? = nil) {
        self.caseSensitive = caseSensitive
        self.percentEncoded = percentEncoded
    }

    /// Whether nothing is set, so that the key is not written.
    package var isEmpty: Bool { caseSensitive == nil && percentEncoded == nil }
}

/// A named list of values for `$(name)` in patterns.
package struct SubstitutionVariable: Sendable, Hashable {
    /// The name without `$(` and `)`.
    @Spelled package var name: String
    /// The values, tried in order.
    @Spelled package var values: [String]

    /// Creates a variable.
    package init(name: String, values: [String]) {
        self.name = name
        self.values = values
    }
}

/// One entry of `details`: apps and the components that they share.
package struct Details: Sendable, Hashable {
    /// The app identifiers.
    @Spelled package var appIDs: [String]
    /// The components, first match wins; empty means that the apps claim nothing.
    package var components: [Component]
    /// Settings for this entry.
    package var defaults: Defaults

    /// Creates an entry.
    package init(appIDs: [String], components: [Component], defaults: Defaults = Defaults()) {
        self.appIDs = appIDs
        self.components = components
        self.defaults = defaults
    }
}

/// One dictionary of `components`: what a URL must look like.
package struct Component: Sendable, Hashable {
    /// The pattern of `/`, or `nil` for any path.
    @Spelled package var path: String?
    /// The constraint of `?`, or `nil` for any query.
    package var query: Query?
    /// The pattern of `#`, or `nil` for any fragment.
    @Spelled package var fragment: String?
    /// Whether a URL that matches is kept from the app.
    package var isExcluded: Bool
    /// `caseSensitive`, or `nil` to inherit.
    package var caseSensitive: Bool?
    /// `percentEncoded`, or `nil` to inherit.
    package var percentEncoded: Bool?
    /// A remark that Apple's systems ignore.
    @Spelled package var comment: String?

    /// Creates a component.
    package init(
        path: String? = nil, query: Query? = nil, fragment: String? = nil, isExcluded: Bool = false,
        caseSensitive: Bool? = nil, percentEncoded: Bool? = nil, comment: String? = nil
    ) {
        self.path = path
        self.query = query
        self.fragment = fragment
        self.isExcluded = isExcluded
        self.caseSensitive = caseSensitive
        self.percentEncoded = percentEncoded
        self.comment = comment
    }

    /// Returns whether URLs are decoded before they are compared.
    ///
    /// - Parameters:
    ///   - near: The settings of the entry.
    ///   - far: The settings of the document.
    /// - Returns: Whether `percentEncoded` is `false`, here or by inheritance.
    package func isDecoded(_ near: Defaults, _ far: Defaults) -> Bool {
        (percentEncoded ?? near.percentEncoded ?? far.percentEncoded) == false
    }
}

/// The value of `?`: one pattern for the whole query, or one for each named item.
package enum Query: Sendable, Hashable {
    case string(String)
    case items([QueryItem])

    /// Whether both are the same bytes, as in all of a document.
    package static func == (left: Query, right: Query) -> Bool {
        switch (left, right) {
        case (.string(let left), .string(let right)): left.isSpelled(like: right)
        case (.items(let left), .items(let right)): left == right
        default: false
        }
    }
}

/// A named query item and the pattern that its value must match.
package struct QueryItem: Sendable, Hashable {
    /// The name, compared literally.
    @Spelled package var name: String
    /// The pattern; an absent item counts as the empty string.
    @Spelled package var pattern: String

    /// Creates an item.
    package init(name: String, pattern: String) {
        self.name = name
        self.pattern = pattern
    }
}
