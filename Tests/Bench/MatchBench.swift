import Diagnostics
import Foundation
import SiteAssociation

/// Counts verdicts in a second: the matcher, and the same rules as regular expressions.
///
/// The matcher starts from the URL's text each time, the expressions from its parts. All of
/// them must come to the same verdicts. Arguments are further association files.
@main
struct MatchBench {
    static let seconds = 2.0

    static func main() throws {
        print("document         rules   URLs   matcher/s  NSRegularExpression/s  Regex/s")
        try measure("50 rules", Samples.document(sections: 10), Samples.urls(sections: 10))
        try measure("236 rules", Samples.document(sections: 47), Samples.urls(sections: 47))
        for path in CommandLine.arguments.dropFirst() {
            let source = SourceFile(
                name: path, bytes: Array(try Data(contentsOf: URL(filePath: path))))
            guard let document = Document.read(source).document else {
                print("\(path): no association file")
                continue
            }
            let name = URL(filePath: path).lastPathComponent
            try measure(name, document.association().association, Samples.urls(of: document))
        }
    }

    static func measure(_ name: String, _ document: Association, _ texts: [String]) throws {
        guard
            let details = document.appLinks?.details.max(by: {
                $0.components.count < $1.components.count
            }), let app = details.appIDs.first
        else { return print("\(name): no app") }
        let matcher = LinkMatcher(document)
        let foundation = try FoundationRules(details.components)
        let standard = try StandardRules(details.components)
        let parts = texts.map(URLParts.init)
        for (text, parts) in zip(texts, parts) {
            let verdict = matcher.verdict(for: try LinkURL(text), appID: app)
            guard verdict == foundation.verdict(parts), verdict == standard.verdict(parts) else {
                print("\(name): the verdicts on \(text) differ")
                exit(1)
            }
        }
        let rates = [
            rate(texts) { text in
                (try? LinkURL(text)).map { matcher.verdict(for: $0, appID: app) } == .match
            },
            rate(parts) { foundation.verdict($0) == .match },
            rate(parts) { standard.verdict($0) == .match },
        ]
        let cells = [
            name.padding(toLength: 15, withPad: " ", startingAt: 0),
            number(details.components.count, 6), number(texts.count, 6),
            number(Int(rates[0]), 11), number(Int(rates[1]), 22), number(Int(rates[2]), 8),
        ]
        print(cells.joined(separator: " "))
    }

    private static func number(_ value: Int, _ width: Int) -> String {
        let text = String(value)
        return String(repeating: " ", count: max(0, width - text.count)) + text
    }

    private static func rate<Input>(_ inputs: [Input], _ decide: (Input) -> Bool) -> Double {
        let clock = ContinuousClock()
        var count = 0
        var matches = 0
        let begin = clock.now
        while clock.now - begin < .seconds(seconds) {
            for input in inputs {
                matches += decide(input) ? 1 : 0
                count += 1
            }
        }
        let duration = (clock.now - begin) / .seconds(1)
        // Nothing may be optimised away.
        precondition(matches <= count)
        return Double(count) / duration
    }
}

/// Documents and URLs of the shapes that sites publish.
enum Samples {
    static func document(sections: Int) -> Association {
        var components: [Component] = []
        for index in 0..<sections {
            components += [
                Component(path: "/section-\(index)/help/*", isExcluded: true),
                Component(path: "/section-\(index)/*/item-????"),
                Component(
                    path: "/section-\(index)/search",
                    query: .items([QueryItem(name: "q", pattern: "?*")])),
                Component(path: "/section-\(index)/list", fragment: "top*"),
                Component(path: "/*/section-\(index)/page-*/end"),
            ]
        }
        components.append(Component(path: "/last/*"))
        components = Array(components.suffix(sections == 10 ? 50 : 236))
        return Association(
            appLinks: AppLinks(
                details: [Details(appIDs: ["ABCDE12345.com.example.app"], components: components)]))
    }

    static func urls(sections: Int) -> [String] {
        (0..<sections).flatMap { index in
            [
                "/section-\(index)/help/contact/form", "/section-\(index)/shoes/red/item-0042",
                "/section-\(index)/search?lang=de&q=red+shoes&page=2", "/section-\(index)/search",
                "/section-\(index)/list#top-10", "/de/section-\(index)/page-7/end",
                "/nothing/of/the/kind-\(index)", "/last/\(index)",
            ].map { "https://www.example.com" + $0 }
        }
    }

    /// URLs that are made of a document's own paths.
    static func urls(of document: Document) -> [String] {
        let paths = document.entries.flatMap { $0.rules ?? [] }.compactMap(\.effective.path)
        return paths.prefix(200).map { path in
            let plain = path.replacing("*", with: "abc").replacing("?", with: "x")
            return "https://www.example.com" + (plain.hasPrefix("/") ? plain : "/" + plain)
        } + ["https://www.example.com/", "https://www.example.com/nothing/of/the/kind"]
    }
}
