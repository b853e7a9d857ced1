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

    /// The name of an association file in the folder of a site.
    package static let fileName = "apple-app-site-association"

    /// Returns the host that a file's path names, or `nil` when it names none.
    ///
    /// Known forms are `HOST.json`, `HOST`, `HOST/apple-app-site-association` and
    /// `HOST/.well-known/apple-app-site-association`; `_wildcard.HOST` stands for `*.HOST`, as
    /// the command `render` writes it.
    package static func host(ofPath path: String) -> String? {
        var parts = path.split(separator: "/").map(String.init)
        guard var name = parts.popLast() else { return nil }
        if name.hasSuffix(".json") { name.removeLast(".json".count) }
        guard name == fileName else { return host(named: name) }
        if parts.last == ".well-known" { parts.removeLast() }
        return parts.last.flatMap { host(named: $0) }
    }

    /// Returns the host that a file below a directory belongs to: that of the closest folder
    /// on the way that is named as one, so that `HOST/public/.well-known` counts.
    ///
    /// - Parameters:
    ///   - names: The names on the way from the directory to the file, the file's last.
    ///   - directory: The directory.
    /// - Returns: The host, or `nil` when neither a folder nor the file names one.
    package static func host(ofFile names: [String], below directory: String) -> String? {
        if names.count > 1 {
            for folder in names.dropLast().reversed() {
                if let host = host(named: folder) { return host }
            }
        }
        return host(ofPath: ([directory] + names).joined(separator: "/"))
    }

    /// Ends of file names, none of which is a top-level domain.
    private static let fileEndings: Set<String> = [
        "aasa", "bak", "conf", "csv", "gz", "html", "json", "old", "orig", "swp", "tmp", "txt",
        "xml", "yaml", "yml",
    ]

    private static func host(named name: String) -> String? {
        let wildcard = "_wildcard."
        let name = name.hasPrefix(wildcard) ? "*." + name.dropFirst(wildcard.count) : name
        guard let host = try? HostName(name, allowsSingleLabels: false) else { return nil }
        let labels = host.name.split(separator: ".").map(String.init)
        guard let last = labels.last, !fileEndings.contains(last), !labels.contains(fileName)
        else { return nil }
        return name
    }
}
