package import Diagnostics
package import SiteAssociation

/// An association file that is to become part of a configuration.
package struct ImportSource: Sendable {
    /// The file, for messages.
    package let file: SourceFile
    /// What stands in it.
    package let document: Document
    /// The hosts that serve it, as an operator writes them.
    package let hosts: [String]

    /// Creates a source.
    package init(file: SourceFile, document: Document, hosts: [String]) {
        self.file = file
        self.document = document
        self.hosts = hosts
    }

    /// Returns the host that a file's path names, or `nil` when it names none.
    ///
    /// Known forms are `HOST.json`, `HOST`, `HOST/apple-app-site-association` and
    /// `HOST/.well-known/apple-app-site-association`; `_wildcard.HOST` stands for `*.HOST`, as
    /// the command `render` writes it.
    package static func host(ofPath path: String) -> String? {
        var parts = path.split(separator: "/").map(String.init)
        guard var name = parts.popLast() else { return nil }
        if name.hasSuffix(".json") { name.removeLast(".json".count) }
        if name == "apple-app-site-association" {
            if parts.last == ".well-known" { parts.removeLast() }
            guard let folder = parts.last else { return nil }
            name = folder
        }
        let wildcard = "_wildcard."
        if name.hasPrefix(wildcard) { name = "*." + name.dropFirst(wildcard.count) }
        return (try? HostName(name, allowsSingleLabels: false)) == nil ? nil : name
    }
}
