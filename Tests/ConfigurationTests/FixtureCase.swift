import Foundation
import Testing

/// One file of `Fixtures`: a purpose, the files of a configuration, the findings in full.
///
/// Sections begin with `=== `: `=== PATH` for a file, `=== fragment` for a main file to which
/// an include of `Fixtures/base.yaml` is added, and `=== findings` for what is expected.
struct FixtureCase: CustomTestStringConvertible, Sendable {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Fixtures")

    let name: String
    let purpose: String
    private let sections: [(title: String, text: String)]

    var testDescription: String { "\(name): \(purpose)" }

    var expected: String { sections.first { $0.title == "findings" }?.text ?? "" }

    /// The files to load, by path.
    var files: [String: String] {
        get throws {
            var files: [String: String] = [:]
            for section in sections where section.title != "findings" {
                guard section.title == "fragment" else {
                    files[section.title] = section.text
                    continue
                }
                files["aasa.yaml"] = section.text + "include: base.yaml\n"
                files["base.yaml"] = try String(
                    contentsOf: Self.folder.appending(path: "base.yaml"), encoding: .utf8)
            }
            return files
        }
    }

    init(_ url: URL) throws {
        name =
            url.deletingLastPathComponent().lastPathComponent + "/"
            + url.deletingPathExtension().lastPathComponent
        var lines = try String(contentsOf: url, encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)[...]
        if lines.last?.isEmpty == true { lines.removeLast() }
        purpose = lines.popFirst().map(String.init) ?? ""
        var sections: [(title: String, text: String)] = []
        for line in lines {
            if line.hasPrefix("=== ") {
                sections.append((String(line.dropFirst(4)), ""))
            } else if !sections.isEmpty {
                sections[sections.count - 1].text += line + "\n"
            }
        }
        self.sections = sections
    }

    /// Every case, in the order of their names.
    static let all: [FixtureCase] = {
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        let urls = (files?.allObjects ?? []).compactMap { $0 as? URL }
        return urls.filter { $0.pathExtension == "case" }
            .sorted { $0.path < $1.path }
            .compactMap { try? FixtureCase($0) }
    }()

    /// Writes the findings into the file in place of the expected ones.
    func update(findings: String) throws {
        var text = purpose + "\n"
        for section in sections where section.title != "findings" {
            text += "=== \(section.title)\n\(section.text)"
        }
        text += "=== findings\n\(findings)"
        let url = Self.folder.appending(path: name + ".case")
        try text.write(to: url, atomically: true, encoding: .utf8)
    }
}
