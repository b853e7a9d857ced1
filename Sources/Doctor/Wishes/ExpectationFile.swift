package import Configuration
package import Diagnostics
import SiteAssociation
import YAML

/// Reads tests for live hosts: those of a configuration, or a list of their own.
package enum ExpectationFile {
    /// How many tests a file may have.
    package static let limit = 10_000

    /// Whether a file is a configuration, which names its apps, and not a list.
    package static func isConfiguration(_ source: SourceFile) -> Bool {
        guard case .mapping(let entries)? = YAMLReader.read(source).root?.content else {
            return false
        }
        let sections = ["environments", "include", "apps", "tenants"]
        return entries.contains { sections.contains($0.key) }
    }

    /// Returns the tests of a configuration, with identifiers in place of its names.
    package static func expectations(in configuration: Configuration) -> [LiveExpectation] {
        guard !configuration.expectations.isEmpty else { return [] }
        var shared: [String: String] = [:]
        for app in configuration.environments.flatMap(\.apps) { shared[app.name] = app.id }
        let hosts = Dictionary(
            configuration.hosts.map { ($0.pattern, $0) }, uniquingKeysWith: { first, _ in first })
        return configuration.expectations.map { test in
            var identifiers = shared
            // The apps of a tenant have identifiers of their own.
            let name = (try? LinkURL(test.url)).flatMap { HostSpelling.name(ofURLHost: $0.host) }
            if let host = name.flatMap({ hosts[$0] }), configuration.tenant(of: host) != nil {
                for app in configuration.apps(of: host) { identifiers[app.name] = app.id }
            }
            return LiveExpectation(
                url: test.url, appIDs: test.opens.map { identifiers[$0] ?? $0 },
                because: test.because, location: test.location)
        }
    }

    /// Reads a list: `expect:` with items of `url` and `opens`, an identifier or several.
    ///
    /// - Parameter source: The file's name and bytes.
    /// - Returns: The tests.
    /// - Throws: The first fault of YAML, or `expect-form`.
    package static func list(in source: SourceFile) throws(Diagnostic) -> [LiveExpectation] {
        let document = YAMLReader.read(source)
        if let fault = document.findings.first(where: { $0.severity == .error }) { throw fault }
        let root = document.root
        var items: [Node]?
        if case .sequence(let list)? = root?.content { items = list }
        if case .mapping(let entries)? = root?.content,
            case .sequence(let list)? = entries.first(where: { $0.key == "expect" })?.value.content
        {
            items = list
        }
        guard let items, items.count <= limit else {
            throw fault(
                "the file has a list 'expect' of at most \(limit) tests",
                root?.location ?? Location(file: source))
        }
        var tests: [LiveExpectation] = []
        for item in items { tests.append(try test(item)) }
        return tests
    }

    private static func test(_ item: Node) throws(Diagnostic) -> LiveExpectation {
        guard case .mapping(let entries) = item.content else {
            throw fault("a test is a mapping of 'url' and 'opens'", item.location)
        }
        var url: String?
        var opens: [String]?
        var because: String?
        for entry in entries {
            switch entry.key {
            case "url": url = text(entry.value)
            case "because": because = text(entry.value)
            case "opens":
                if case .sequence(let nodes) = entry.value.content {
                    opens = nodes.compactMap(text)
                } else if let word = text(entry.value) {
                    opens = word == "nothing" ? [] : [word]
                }
            default:
                throw fault(
                    "a test has 'url', 'opens' and 'because', not \(Diagnostic.quoted(entry.key))",
                    entry.location)
            }
        }
        guard let url, let opens else {
            throw fault("a test has a 'url' and what it 'opens'", item.location)
        }
        return LiveExpectation(
            url: url, appIDs: opens, because: because, location: item.location)
    }

    private static func text(_ node: Node) -> String? {
        guard case .scalar(let scalar) = node.content, !scalar.isNull else { return nil }
        return scalar.text
    }

    private static func fault(_ message: String, _ location: Location) -> Diagnostic {
        Diagnostic(
            .error, "expect-form", message, at: location,
            hint: "- {url: https://example.com/a, opens: ABCDE12345.com.example.shop}")
    }
}
