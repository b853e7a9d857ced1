import TestSupport
import Testing

struct `The checkout` {
    @Test func `has only the entries that were agreed on at its top`() {
        let allowed = [
            "Dockerfile", "Package.swift", "README.md", "Sources", "Tests", "config", "deploy",
        ]
        let entries = Project.names(in: "").filter { !$0.hasPrefix(".") }
        #expect(entries.filter { !allowed.contains($0) } == [])
    }

    @Test func `names no path of the machine it was written on`() {
        let directories = ["/home/", "/Users/", "/root/", Project.root + "/"]
        let findings = textFiles.flatMap { path in
            let text = Project.text(of: path)
            return directories.filter(text.contains).map { "\(path): \($0)" }
        }
        #expect(textFiles.contains("Sources/README.md"))
        #expect(findings.filter { !$0.hasPrefix("Tests/ProjectTests/LayoutTests.swift") } == [])
    }

    @Test func `has only shell scripts that a shell can read`() throws {
        var findings: [String] = []
        for path in scripts {
            let isBash = Project.text(of: path).hasPrefix("#!/usr/bin/env bash")
            let result = try CommandRunner.run(
                isBash ? "bash" : "sh", ["-n", "\(Project.root)/\(path)"])
            if result.exitCode != 0 { findings.append("\(path): \(result.errorText)") }
        }
        #expect(findings == [])
        #expect(scripts.contains("deploy/run.sh"))
    }

    private var textFiles: [String] {
        let named = ["Package.swift", "README.md", "Dockerfile", ".ci/run"]
        let folders = ["Sources", "Tests", "config", "deploy"].flatMap(Project.files)
        return named + folders
    }

    private var scripts: [String] {
        [".ci/run"] + ["deploy", "Tests"].flatMap(Project.files).filter { $0.hasSuffix(".sh") }
    }
}
