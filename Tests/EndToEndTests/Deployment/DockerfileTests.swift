import Foundation
import TestSupport
import Testing

/// The recipe of the image, as text.
struct `The Dockerfile` {
    private let lines: [Substring]

    init() throws {
        lines = try Fixtures.text(of: "\(DeployFolder.checkout)/Dockerfile").split(separator: "\n")
    }

    /// The lines of each stage.
    private var stages: [ArraySlice<Substring>] {
        lines.drop { !$0.hasPrefix("FROM ") }.indices.filter { lines[$0].hasPrefix("FROM ") }
            .map { start in
                let rest = lines[(start + 1)...]
                return rest.prefix(upTo: rest.firstIndex { $0.hasPrefix("FROM ") } ?? rest.endIndex)
            }
    }

    @Test func `gets packages before it copies what changes often`() throws {
        #expect(stages.count == 3)
        for stage in stages.prefix(2) {
            let packages = try #require(stage.firstIndex { $0.contains("apt-get install") })
            let copy = try #require(stage.firstIndex { $0.hasPrefix("COPY ") })
            #expect(packages < copy)
        }
    }

    @Test func `names versions of its base images, and none for what it ships`() {
        let images = lines.filter { $0.hasPrefix("ARG ") && $0.contains("_IMAGE=") }
        #expect(
            images == [
                "ARG BUILD_IMAGE=docker.io/library/swift:6.3-bookworm",
                "ARG RUN_IMAGE=docker.io/library/debian:trixie-slim",
            ])
        let froms = lines.filter { $0.hasPrefix("FROM ") }
        #expect(
            froms == [
                "FROM ${BUILD_IMAGE} AS build", "FROM ${RUN_IMAGE} AS libraries", "FROM scratch",
            ])
    }

    @Test func `copies just what the builder is given`() throws {
        let ignored = try Fixtures.text(of: "\(DeployFolder.checkout)/.dockerignore")
            .split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(ignored.first == "*")
        let given = ignored.filter { $0.hasPrefix("!") }.map { String($0.dropFirst()) }
        let copied = lines.filter { $0.hasPrefix("COPY ") && !$0.contains("--from=") }
            .compactMap { $0.split(separator: " ").dropFirst().first.map(String.init) }
        #expect(copied.sorted() == given.sorted())
    }

    @Test func `installs the libraries that the README lists`() throws {
        let readme = try Fixtures.text(of: "\(DeployFolder.checkout)/README.md")
        let packages = readme.matches(of: /\n- [A-Za-z]+ \(`([a-z0-9-]+-dev)`\)/).map(\.1)
        #expect(packages.count == 6)
        let build = stages.first?.joined(separator: " ") ?? ""
        for package in packages { #expect(build.contains(" \(package) "), "\(package)") }
    }
}
