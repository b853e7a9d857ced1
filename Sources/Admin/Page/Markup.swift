/// A piece of HTML in which every text is escaped.
///
/// Only names of elements and attributes, which are written in the source, stand as they are.
struct Markup: Sendable {
    /// The HTML.
    private(set) var html = ""

    /// Creates nothing.
    init() {}

    /// Creates a text.
    init(_ text: some StringProtocol) { Self.escape(text, into: &html) }

    /// Creates an element.
    fileprivate init(_ name: StaticString, _ attributes: Attributes, _ content: Markup?) {
        html = "<\(name)"
        for (name, value) in attributes.pairs {
            guard let value else { continue }
            html += " \(name)=\""
            Self.escape(value, into: &html)
            html += "\""
        }
        html += ">"
        guard let content else { return }
        html += content.html
        html += "</\(name)>"
    }

    /// Adds what follows.
    mutating func append(_ other: Markup) { html += other.html }

    /// A whole document of an `html` element.
    static func document(_ root: Markup) -> [UInt8] {
        Array("<!DOCTYPE html>\n".utf8) + Array(root.html.utf8) + [UInt8(ascii: "\n")]
    }

    /// The attributes of an element; one without a value is left out.
    struct Attributes: ExpressibleByDictionaryLiteral {
        fileprivate let pairs: [(StaticString, String?)]

        init(dictionaryLiteral elements: (StaticString, String?)...) { pairs = elements }

        private init(_ pairs: [(StaticString, String?)]) { self.pairs = pairs }

        /// Returns the attributes with one more.
        func with(_ name: StaticString, _ value: String?) -> Attributes {
            Attributes([(name, value)] + pairs)
        }
    }

    private static func escape(_ text: some StringProtocol, into html: inout String) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": html += "&amp;"
            case "<": html += "&lt;"
            case ">": html += "&gt;"
            case "\"": html += "&quot;"
            case "'": html += "&#39;"
            // HTML knows no reference for these, and a reader would see none of them.
            case "\0"..."\u{8}", "\u{B}", "\u{C}", "\u{E}"..."\u{1F}", "\u{7F}"..."\u{9F}",
                "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}":
                html += "\u{FFFD}"
            default: html.unicodeScalars.append(scalar)
            }
        }
    }
}

/// Collects what stands in an element: markup, texts, loops and conditions.
@resultBuilder
enum MarkupBuilder {
    static func buildExpression(_ markup: Markup) -> Markup { markup }
    static func buildExpression(_ text: String) -> Markup { Markup(text) }
    static func buildExpression(_ markup: Markup?) -> Markup { markup ?? Markup() }
    static func buildOptional(_ markup: Markup?) -> Markup { markup ?? Markup() }
    static func buildEither(first markup: Markup) -> Markup { markup }
    static func buildEither(second markup: Markup) -> Markup { markup }
    static func buildArray(_ parts: [Markup]) -> Markup { joined(parts) }
    static func buildBlock(_ parts: Markup...) -> Markup { joined(parts) }

    private static func joined(_ parts: [Markup]) -> Markup {
        var whole = Markup()
        for part in parts { whole.append(part) }
        return whole
    }
}

/// Returns an element with its content.
func element(
    _ name: StaticString, _ attributes: Markup.Attributes = [:],
    @MarkupBuilder _ content: () -> Markup
) -> Markup {
    Markup(name, attributes, content())
}

/// Returns an element that has no content and no end, such as `input`.
func void(_ name: StaticString, _ attributes: Markup.Attributes = [:]) -> Markup {
    Markup(name, attributes, nil)
}
