import Configuration
import Diagnostics
import SiteAssociation

/// Runs the tests of a configuration against the documents that it would serve.
///
/// A pure function of the configuration. A test that fails is an error, so that nothing is
/// served that the operator did not mean.
struct ExpectationCheck {
    /// How many tests a configuration may have.
    static let limit = 10_000

    private let configuration: Configuration
    private var links: ConfiguredLinks

    private init(_ configuration: Configuration) {
        self.configuration = configuration
        links = ConfiguredLinks(configuration)
    }

    /// Returns what is wrong: one finding for each test that fails, in the order of the tests.
    ///
    /// - Parameter configuration: The configuration.
    /// - Returns: Errors with the ids `expectation-failed`, `expectation-because`,
    ///   `expectation-host` and `expectations-too-many`, and those of ``LinkURL``.
    static func findings(_ configuration: Configuration) -> [Diagnostic] {
        let tests = configuration.expectations
        guard !tests.isEmpty else { return [] }
        if tests.count > limit {
            return [
                Diagnostic(
                    .error, "expectations-too-many", "'expect' has more than \(limit) tests",
                    at: tests[limit].location)
            ]
        }
        var check = ExpectationCheck(configuration)
        return check.findings(tests)
    }

    /// Goes through the tests document by document, so that one matcher is kept at a time.
    private mutating func findings(_ tests: [Expectation]) -> [Diagnostic] {
        var found: [(index: Int, finding: Diagnostic)] = []
        var located: [(index: Int, url: LinkURL, host: Int)] = []
        for (index, test) in tests.enumerated() {
            do throws(Diagnostic) {
                let url = try url(of: test)
                located.append((index, url, try host(of: url, test)))
            } catch {
                found.append((index, error))
            }
        }
        let hosts = configuration.hosts
        located.sort { (hosts.document($0.host), $0.index) < (hosts.document($1.host), $1.index) }
        var document: Int?
        for (index, url, host) in located {
            if document != hosts.document(host) { links.forgetMatchers() }
            document = hosts.document(host)
            if let finding = finding(tests[index], url, host) { found.append((index, finding)) }
        }
        return found.sorted { $0.index < $1.index }.map(\.finding)
    }

    private func url(of test: Expectation) throws(Diagnostic) -> LinkURL {
        do {
            return try LinkURL(test.url)
        } catch {
            var finding = error
            finding.location = test.location
            throw finding
        }
    }

    private func host(of url: LinkURL, _ test: Expectation) throws(Diagnostic) -> Int {
        if let index = links.hostIndex(for: url) { return index }
        throw Diagnostic(
            .error, "expectation-host",
            "the host \(Diagnostic.quoted(url.host)) of this test is not configured",
            at: test.location,
            hint: NearestWord.nearest(
                to: url.host, among: configuration.hosts.prefix(Self.limit).map(\.name)
            ).map { "did you mean '\($0)'?" } ?? "list it under environments: NAME: hosts:")
    }

    private mutating func finding(
        _ test: Expectation, _ url: LinkURL, _ host: Int
    ) -> Diagnostic? {
        let opening = links.openingApps(url, host: host)
        if Set(opening) != Set(test.opens) {
            return ExpectationFailure(test, links.answer(for: url, host: host)).wrongApps
        }
        guard let because = test.because else { return nil }
        return ExpectationFailure(test, links.answer(for: url, host: host)).wrongRule(because)
    }
}
