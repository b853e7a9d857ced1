import Diagnostics
import SiteAssociation

/// A value and the place it was written at.
struct Located<Value: Sendable>: Sendable {
    var value: Value
    var location: Location
}

/// Things with names, in the order of the files.
struct Definitions<Value: Sendable>: Sendable {
    /// One of them.
    struct Item: Sendable {
        var name: String
        var location: Location
        var value: Value
    }

    private(set) var items: [Item] = []
    private var indices: [String: Int] = [:]

    var names: [String] { items.map(\.name) }

    func index(of name: String) -> Int? { indices[name] }

    subscript(name: String) -> Item? { indices[name].map { items[$0] } }

    /// Makes room for more items where it saves growing step by step.
    mutating func reserve(_ count: Int) {
        // Each reservation is exact: many small ones would copy all items each time.
        guard count > items.count else { return }
        items.reserveCapacity(items.count + count)
        indices.reserveCapacity(items.count + count)
    }

    /// Adds an item, unless its name is taken.
    ///
    /// - Parameter item: The item.
    /// - Returns: The item that has the name already, or `nil`.
    mutating func add(_ item: Item) -> Item? {
        if let first = indices.updateValue(items.count, forKey: item.name) {
            indices[item.name] = first
            return items[first]
        }
        items.append(item)
        return nil
    }
}

/// Everything that the files say, decoded and merged, before names are looked up.
struct Draft: Sendable {
    var listeners: [ListenerConfiguration] = []
    var tls = TLSDraft()
    var apps = Definitions<AppDraft>()
    var rules = Definitions<[Pattern]>()
    var variables = Definitions<[Located<String>]>()
    var environments = Definitions<EnvironmentDraft>()
    var tenants = Definitions<TenantTableDraft>()
    var overrides: [OverrideDraft] = []
    var claims: [OwnershipDraft] = []
    var expectations: [ExpectationDraft] = []
    var log = LogConfiguration(access: .standardOutput, format: .json, accessLocation: nil)
    var admin: AdminDraft?
    var limits = LimitsConfiguration()
    var user: UserConfiguration?
    var guardPolicy = GuardPolicy.on
    var state = StateConfiguration()
    var isWatched = false
    /// The sections that stand once over all files, and where.
    var singletons: [String: Location] = [:]
}

/// The `tls` section before its globs are expanded.
struct TLSDraft: Sendable {
    struct Certificate: Sendable {
        /// The file or the glob, relative to the working directory.
        var certificate: Located<String>
        var key: Located<String>?
        var passphrase: Located<String>?
        var ocsp: Located<String>?
    }
    var certificates: [Certificate] = []
    var fallback: Located<String>?
    var minimumVersion = "1.2"
    var selfSigned = TLSConfiguration.SelfSigned.developer
    var authority: Located<String>?
}

/// A rule as it was written.
struct Pattern: Sendable {
    var component: Component
    var location: Location
    /// The patterns in it that may name variables.
    var texts: [Located<String>]
}

/// An entry of a list of rules.
enum RuleEntry: Sendable {
    case pattern(Pattern)
    case list(Located<String>)

    /// The name of the list, or `nil` for a pattern.
    var listName: String? {
        switch self {
        case .pattern: nil
        case .list(let name): name.value
        }
    }
}

/// An app before its rules are looked up.
struct AppDraft: Sendable {
    var id: Located<String>?
    var clips: [Located<String>] = []
    var services: [Service] = [.appLinks]
    var servicesLocation: Location?
    /// The rules, or `nil` when the app has none of its own.
    var rules: [RuleEntry]?
    var rulesLocation: Location?
    var environments: [Located<String>]?
    var defaults = Defaults()
    /// Whether its identifiers may have placeholders, so that they are judged row by row.
    var isTemplate = false

    /// Where its own rules were written.
    var rulesLocations: Set<Location> {
        Set(
            (rules ?? []).map { entry in
                switch entry {
                case .pattern(let pattern): pattern.location
                case .list(let name): name.location
                }
            })
    }
}

/// An environment before its apps are looked up.
struct EnvironmentDraft: Sendable {
    struct App: Sendable {
        var name: Located<String>
        var rules: [RuleEntry]?
        var rulesLocation: Location?
    }
    var isEnabled = true
    var mode = EnvironmentConfiguration.Mode.production
    var maxAgeSeconds: Int64?
    /// Where `enabled` and `max_age` stand, if they do.
    var enabledLocation: Location?
    var maxAgeLocation: Location?
    var apps: [App]?
    var hosts: [Located<String>] = []
    /// The table whose rows fill in the placeholders, and which of the rows.
    var tenants: Located<String>?
    var filters: [WhereDraft] = []
    var hasLegacyPaths = false
    var defaults = Defaults()
}

/// A test before its apps are looked up.
struct ExpectationDraft: Sendable {
    var url: Located<String>
    var opens: [Located<String>]
    var because: Located<String>?
}

/// The `admin` section before its token is read.
struct AdminDraft: Sendable {
    var address: ListenerConfiguration.Address
    var name: String
    var tokenFile: Located<String>?
    var hosts: [String]
    var location: Location
}
