import Diagnostics

/// A reading of the client that is lenient, disputed or not settled, and how it is decided.
///
/// Every decision follows what is reported of Apple's code; each comes with a warning, since
/// a document had better not depend on it.
struct Doubt {
    /// The finding's id, which begins with `match-`.
    let id: String
    /// What the client makes of it.
    let message: String

    private init(_ id: String, _ message: String) {
        self.id = "match-" + id
        self.message = message
    }

    func finding(at location: Location?, first: Location? = nil) -> Diagnostic {
        Diagnostic(
            .warning, id, message, at: location,
            notes: first.map { [.init("first entry here", at: $0)] } ?? [])
    }

    // MARK: Types and structure

    static let appsWithoutDetails = Doubt(
        "apps-without-details", "'apps' without 'details' gives each app every URL")

    static let appIDWithAppIDs = Doubt(
        "app-id-with-app-ids", "'appID' is not read where 'appIDs' is an array")

    static let entitlement = Doubt(
        "required-entitlement",
        "'requiredEntitlement' is undocumented; the rule is skipped for ordinary links")

    static func sameAppTwice(_ appID: String) -> Doubt {
        Doubt(
            "same-app-twice",
            "only the first entry of app \(Diagnostic.quoted(appID)) counts, not this one")
    }

    static func wrongRule(kind: String, expected: String) -> Doubt {
        Doubt("wrong-rule", "\(kind) where \(expected) belongs counts as matching every URL")
    }

    static func droppedConstraint(key: String, kind: String) -> Doubt {
        Doubt("dropped-constraint", "'\(key)' is \(kind), so it constrains nothing")
    }

    static func voidQuery(item: String, kind: String) -> Doubt {
        let item = Diagnostic.quoted(item)
        return Doubt(
            "void-query", "query item \(item) is \(kind), so all of '?' constrains nothing")
    }

    static func lenientBoolean(key: String, kind: String, isTrue: Bool) -> Doubt {
        Doubt("lenient-boolean", "'\(key)' is \(kind) and is read as \(isTrue)")
    }

    // MARK: Patterns

    static let starsAlone = Doubt(
        "stars-alone", "path '**' stands for '/*/', which the root '/' does not match")

    static let dotSegments = Doubt(
        "dot-segments", "dot segments are compared as they stand; browsers resolve them first")

    static func oneCharacter(_ pattern: String) -> Doubt {
        let pattern = Diagnostic.quoted(pattern)
        return Doubt(
            "one-character-path", "path \(pattern) gets no slashes, so it can match the root only")
    }

    static func backslash(_ pattern: String) -> Doubt {
        let pattern = Diagnostic.quoted(pattern)
        return Doubt(
            "backslash", "a backslash in \(pattern) counts as itself; what Apple does is unknown")
    }

    static func tooComplex(_ pattern: String, steps: Int) -> Doubt {
        let pattern = Diagnostic.quoted(pattern)
        return Doubt(
            "too-complex",
            "\(pattern) takes \(steps) wildcard steps; over \(Pattern.stepLimit) match nothing")
    }
}

extension LinkRule {
    /// Adds the remarks that the rule's patterns deserve.
    mutating func remarkPatterns() {
        let place = source.location
        if requiredEntitlement != nil { doubts.append(Doubt.entitlement.finding(at: place)) }
        if let path = effective.path {
            let scalars = path.unicodeScalars
            if scalars.count > 1, scalars.allSatisfy({ $0 == "*" }) {
                doubts.append(Doubt.starsAlone.finding(at: place))
            }
            if scalars.count == 1, path != "/", path != "*" {
                doubts.append(Doubt.oneCharacter(path).finding(at: place))
            }
            if ("/" + path + "/").hasDotSegment {
                doubts.append(Doubt.dotSegments.finding(at: place))
            }
        }
        for pattern in patterns where pattern.utf8.contains(UInt8(ascii: "\\")) {
            doubts.append(Doubt.backslash(pattern).finding(at: place))
        }
    }

    /// The patterns of all parts.
    private var patterns: [String] {
        let parts = [effective.path, effective.fragment].compactMap(\.self)
        switch effective.query {
        case nil: return parts
        case .string(let pattern): return parts + [pattern]
        case .items(let items): return parts + items.map(\.pattern)
        }
    }
}

extension String {
    var hasDotSegment: Bool {
        utf8.split(separator: UInt8(ascii: "/")).contains {
            $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8)
        }
    }
}
