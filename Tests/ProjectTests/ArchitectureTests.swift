import Testing

struct `The architecture` {
    @Test func `is read from both tables`() {
        #expect(Architecture.declared.count >= 15)
        #expect(Project.sources.count >= 20)
    }

    @Test func `lists in Sources/README.md the targets and dependencies of the manifest`() {
        #expect(Architecture.documented == Architecture.declared)
    }

    @Test func `has one folder for each target`() {
        let folders = Project.names(in: "Sources").filter { $0 != "README.md" }
        #expect(folders == Architecture.documented.keys.sorted())
    }

    @Test func `allows every import that the sources make`() {
        var findings: [String] = []
        for file in Project.sources {
            var allowed = Architecture.declared[file.target] ?? []
            allowed.insert("Synchronization")
            if Architecture.unsafeTargets.contains(file.target) { allowed.insert("Glibc") }
            for module in file.imports where !allowed.contains(module) {
                findings.append("\(file.path): import \(module)")
            }
        }
        #expect(findings == [])
    }

    @Test func `gives each C library to exactly one target`() {
        var importers: [String: Set<String>] = [:]
        for file in Project.sources {
            for module in file.imports where Architecture.isC(module) {
                importers[module, default: []].insert(file.target)
            }
        }
        let shared = importers.filter { $0.value.count > 1 }
        #expect(shared == [:])
        #expect(Set(importers.keys) == Set(Architecture.declared.keys.filter(Architecture.isC)))
    }

    @Test func `keeps unsafe code in the targets at the system's border`() {
        let findings = Project.sources.flatMap { file in
            Architecture.unsafeTargets.contains(file.target)
                ? [] : file.matches(/\bunsafe\b/) { $0.contains("unsafe") }
        }
        #expect(findings == [])
    }
}
