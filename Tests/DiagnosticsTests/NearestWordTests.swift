import Diagnostics
import Testing

/// A word, and the one that it was probably meant to be.
struct NearestWordCase: CustomTestStringConvertible, Sendable {
    var word: String
    var nearest: String?
    var testDescription: String { "\(word) is \(nearest ?? "unknown")" }

    static let known = ["apps", "paths", "appIDs", "exclude", "caseSensitive", "é"]
    static let all: [NearestWordCase] = [
        .init(word: "exclude", nearest: "exclude"),
        .init(word: "exlcude", nearest: "exclude"),
        .init(word: "exclud", nearest: "exclude"),
        .init(word: "excludes", nearest: "exclude"),
        .init(word: "excuse", nearest: "exclude"),
        .init(word: "casesensitive", nearest: "caseSensitive"),
        .init(word: "path", nearest: "paths"),
        .init(word: "app", nearest: "apps"),
        .init(word: "baths", nearest: "paths"),
        .init(word: "maps", nearest: nil),
        .init(word: "e", nearest: "é"),
        .init(word: "hosts", nearest: nil),
        .init(word: "including", nearest: nil),
        .init(word: "", nearest: nil),
        .init(word: String(repeating: "exclude", count: 10), nearest: nil),
    ]
}

struct `Nearest word` {
    @Test(arguments: NearestWordCase.all)
    func `is offered up to two edits and a third of the length`(_ example: NearestWordCase) {
        let found = NearestWord.nearest(to: example.word, among: NearestWordCase.known)
        #expect(found == example.nearest)
    }

    @Test func `is the earlier of two that are equally near`() {
        #expect(NearestWord.nearest(to: "hat", among: ["cat", "bat"]) == "cat")
        #expect(NearestWord.nearest(to: "hat", among: [String]()) == nil)
    }
}
