package import Diagnostics
package import SiteAssociation

/// URLs to ask about, and what was wrong with the lines that hold none.
package struct URLList: Sendable {
    /// The URLs, in the order given.
    package private(set) var urls: [LinkURL] = []
    /// A finding for each text that is no URL.
    package private(set) var findings: [Diagnostic] = []

    /// Takes URLs of a command line.
    package init(_ texts: [String]) {
        for text in texts { add(text, at: nil) }
    }

    /// Adds the URLs of a file: one in each line, but for blank lines and those that begin
    /// with `#`.
    package mutating func add(_ file: SourceFile) {
        var start = 0
        for line in file.bytes.split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        {
            defer { start += line.count + 1 }
            let text = line.drop { $0 == 0x20 || $0 == 0x09 }
            let end = text.lastIndex { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }
            guard let end, text.first != UInt8(ascii: "#") else { continue }
            let offset = start + (text.startIndex - line.startIndex)
            add(
                String(decoding: text[...end], as: UTF8.self),
                at: file.location(ofOffset: offset))
        }
    }

    private mutating func add(_ text: String, at location: Location?) {
        do {
            urls.append(try LinkURL(text))
        } catch {
            var finding = error
            finding.location = location
            findings.append(finding)
        }
    }
}
