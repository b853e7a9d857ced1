import Diagnostics
import Testing

/// A byte offset in a text, and the line and column it stands for.
struct OffsetCase: CustomTestStringConvertible, Sendable {
    var text: String
    var offset: Int
    var place: String
    var testDescription: String { "\(text.debugDescription) at \(offset)" }

    static let all: [OffsetCase] = [
        .init(text: "", offset: 0, place: "a:1:1"),
        .init(text: "ab", offset: 1, place: "a:1:2"),
        .init(text: "ab", offset: 2, place: "a:1:3"),
        .init(text: "ab", offset: 99, place: "a:1:3"),
        .init(text: "ab\ncd", offset: 2, place: "a:1:3"),
        .init(text: "ab\ncd", offset: 3, place: "a:2:1"),
        .init(text: "ab\r\ncd", offset: 4, place: "a:2:1"),
        .init(text: "a\n\nb\n", offset: 2, place: "a:2:1"),
        .init(text: "a\n\nb\n", offset: 5, place: "a:4:1"),
        .init(text: "é😀x", offset: 6, place: "a:1:3"),
    ]
}

struct `Source file` {
    @Test(arguments: OffsetCase.all)
    func `finds line and column of a byte offset`(_ example: OffsetCase) {
        let source = SourceFile(name: "a", bytes: Array(example.text.utf8))
        #expect(source.location(ofOffset: example.offset).description == example.place)
    }

    @Test func `gives each line without its line break`() {
        let source = SourceFile(name: "a", bytes: Array("ab\r\n\ncd".utf8) + [0xFF])
        #expect((0...4).map(source.text(ofLine:)) == [nil, "ab", "", "cd\u{FFFD}", nil])
    }
}

struct `Place in a source` {
    @Test func `has no line or column when it stands for a file`() {
        let place = Location(file: SourceFile(name: "a"))
        #expect(place.line == nil)
        #expect(place.column == nil)
        #expect(place.description == "a")
    }

    @Test func `differs between two sources of the same name`() {
        let first = Location(SourceFile(name: "a"), line: 1, column: 1)
        #expect(first == Location(first.source, line: 1, column: 1))
        #expect(first != Location(first.source, line: 1, column: 2))
        #expect(first != Location(SourceFile(name: "a"), line: 1, column: 1))
    }
}
