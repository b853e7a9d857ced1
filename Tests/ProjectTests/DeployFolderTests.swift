import Testing

/// The files of `deploy`, and who runs or reads them in the tests.
struct `Everything under deploy` {
    private static let files = Project.files(below: "deploy")

    /// Who may name a file: the tests but for this one, and what builds the image.
    private static let speakers =
        (Project.files(below: "Tests").filter { !$0.hasSuffix("DeployFolderTests.swift") }
        + ["Dockerfile"])
        .filter { path in [".swift", ".sh", ".py", "Dockerfile"].contains { path.hasSuffix($0) } }

    /// Whether a text of the file at a path names another file.
    private static func names(_ file: String, _ speaker: String, _ text: String) -> Bool {
        let parts = file.split(separator: "/")
        let folder = parts.dropLast().joined(separator: "/")
        let name = String(parts.last ?? "")
        // A list of resources names folders that have a list of their own.
        if name == "kustomization.yaml", let last = parts.dropLast().last {
            if text.contains("/\(last)") || text.contains("\"\(last)\"") { return true }
        }
        if speaker.hasPrefix(folder + "/") { return text.contains(name) }
        let below = parts.dropFirst().joined(separator: "/")
        if text.contains(below) { return true }
        // Tests put paths together from the folder and the name.
        return parts.count > 2 && text.contains("\(parts[1])/") && text.contains("\"\(name)\"")
    }

    @Test func `is named by a test, or by a file that is`() {
        var unnamed = Set(Self.files.filter { !$0.hasSuffix(".md") })
        var speakers = Self.speakers
        while !speakers.isEmpty {
            let texts = speakers.map { (path: $0, text: Project.text(of: $0)) }
            speakers = unnamed.filter { file in
                texts.contains { $0.path != file && Self.names(file, $0.path, $0.text) }
            }.sorted()
            unnamed.subtract(speakers)
        }
        #expect(unnamed.sorted() == [])
        #expect(Self.files.count > 50)
    }

    @Test func `is described, folder by folder, in the README or the runbook`() {
        let documents = Project.text(of: "README.md") + Project.text(of: "deploy/README.md")
        let folders = Set(
            Self.files.compactMap { path -> String? in
                let parts = path.split(separator: "/")
                return parts.count > 2 ? "deploy/\(parts[1])/" : path
            })
        // What scripts share is described by those.
        let hidden = folders.filter { !documents.contains($0) && $0 != "deploy/prepare.sh" }
        #expect(hidden.sorted() == [])
    }
}
