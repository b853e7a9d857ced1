/// The parts of a URL in one of the four forms in which components may compare them.
struct URLForm {
    /// The path, normalised.
    let path: [MatchText.Unit]
    /// The query; an absent one is empty.
    let query: [MatchText.Unit]
    /// The items of the query, in order; only their values are folded.
    let items: [(name: [MatchText.Unit], value: [MatchText.Unit])]
    /// The fragment; an absent one is empty.
    let fragment: [MatchText.Unit]

    init(_ url: LinkURL, isFolded: Bool, isDecoded: Bool) {
        func units(_ bytes: some Sequence<UInt8>) -> [MatchText.Unit] {
            let units = MatchText.units(ofURLPart: bytes, isDecoded: isDecoded)
            return isFolded ? MatchText.folded(units) : units
        }
        path = MatchText.pathForm(units(url.path))
        query = units(url.query ?? [])
        fragment = units(url.fragment ?? [])
        items = Self.split(url.query).map { name, value in
            (MatchText.units(ofURLPart: name, isDecoded: isDecoded), units(value))
        }
    }

    /// Splits a query at `&`, and each item at its first `=`.
    private static func split(
        _ query: [UInt8]?
    ) -> [(name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)] {
        guard let query else { return [] }
        let parts = query.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        return parts.map { part in
            let name = part.prefix { $0 != UInt8(ascii: "=") }
            return (name, part.dropFirst(name.count + 1))
        }
    }
}

/// A URL with those of its forms that were asked for, each made once.
struct URLForms {
    let url: LinkURL
    private var forms: [URLForm?] = [nil, nil, nil, nil]

    init(_ url: LinkURL) { self.url = url }

    mutating func form(isFolded: Bool, isDecoded: Bool) -> URLForm {
        let index = (isFolded ? 1 : 0) + (isDecoded ? 2 : 0)
        if let form = forms[index] { return form }
        let form = URLForm(url, isFolded: isFolded, isDecoded: isDecoded)
        forms[index] = form
        return form
    }
}
