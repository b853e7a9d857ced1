import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Origin

struct `A directory of documents` {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func snapshot(_ hosts: [String], suffix: String = "") throws -> Snapshot {
        var sample = SampleConfiguration()
        for (index, host) in hosts.enumerated() {
            sample.add(
                "e\(index)", document: SampleConfiguration.document("app\(index)\(suffix)"),
                hosts: [host])
        }
        sample.add("off", isEnabled: false, hosts: ["off.example.com"])
        return try Building.snapshot(sample.value)
    }

    private func write(
        _ snapshot: Snapshot, prunes: Bool = false
    ) throws -> DocumentDirectory.Outcome {
        let looked = Locked(0)
        let outcome = try DocumentDirectory(directory.file("out"))
            .write(snapshot, prunes: prunes) { count in looked.withValue { $0 += count } }
        #expect(looked.withValue { $0 } == outcome.written + outcome.unchanged)
        return outcome
    }

    private var names: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: directory.file("out")).sorted()
        }
    }

    @Test func `gets a file for each host that is served`() throws {
        let outcome = try write(try snapshot(["a.example.com", "*.example.com"]))
        #expect(outcome == DocumentDirectory.Outcome(written: 2))
        #expect(try names == [".aasa-origin-files", "_wildcard.example.com", "a.example.com"])
        #expect(
            try String(contentsOfFile: directory.file("out/a.example.com"), encoding: .utf8)
                == #"{"webcredentials":{"apps":["ABCDE12345.com.example.app0"]}}"#)
    }

    @Test func `keeps files whose content is the same`() throws {
        let hosts = (0..<300).map { "h\($0).example.com" }
        #expect(try write(try snapshot(hosts)).written == 300)
        func inode(_ name: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: directory.file("out/\(name)"))[
                .systemFileNumber] as? Int
        }
        let before = try inode("h7.example.com")
        #expect(try write(try snapshot(hosts)) == .init(written: 0, unchanged: 300))
        #expect(try inode("h7.example.com") == before)
        try directory.write("changed by hand", to: "out/h7.example.com")
        #expect(try write(try snapshot(hosts)) == .init(written: 1, unchanged: 299))
        #expect(try write(try snapshot(hosts, suffix: "x")).written == 300)
    }

    @Test func `names files of hosts that are gone, and removes no other`() throws {
        _ = try write(try snapshot(["a.example.com", "b.example.com", "*.c.example.com"]))
        try directory.write("mine", to: "out/notes.txt")
        let rest = try snapshot(["a.example.com"])
        let gone = ["_wildcard.c.example.com", "b.example.com"]
        #expect(try write(rest) == .init(written: 0, unchanged: 1, gone: gone))
        #expect(try write(rest).gone == gone)
        #expect(try write(rest, prunes: true).gone == gone)
        #expect(try write(rest, prunes: true).gone == [])
        #expect(try names == [".aasa-origin-files", "a.example.com", "notes.txt"])
    }

    @Test func `removes nothing outside, whatever its list says`() throws {
        try directory.write("outside", to: "outside.example.com")
        try directory.write("hidden", to: "out/.hidden")
        try directory.write(
            "../outside.example.com\n.hidden\n..\n\n", to: "out/.aasa-origin-files")
        #expect(try write(try snapshot(["a.example.com"]), prunes: true).gone == [])
        #expect(FileManager.default.fileExists(atPath: directory.file("outside.example.com")))
        #expect(FileManager.default.fileExists(atPath: directory.file("out/.hidden")))
    }

    @Test func `removes what an interrupted run left, and knows the files that it wrote`() throws {
        try directory.write("half", to: "out/.aasa-origin-drafts/3")
        try FileManager.default.createDirectory(
            atPath: directory.file("out/z.example.com"), withIntermediateDirectories: true)
        #expect(throws: DocumentDirectory.Failure.self) {
            try write(try snapshot(["a.example.com", "z.example.com"]))
        }
        #expect(try names == [".aasa-origin-files", "a.example.com", "z.example.com"])
        try FileManager.default.removeItem(atPath: directory.file("out/z.example.com"))
        let outcome = try write(try snapshot(["b.example.com"]), prunes: true)
        #expect(outcome == .init(written: 1, unchanged: 0, gone: ["a.example.com"]))
        #expect(try names == [".aasa-origin-files", "b.example.com"])
    }

    @Test func `removes no files of the directory that a link in its place leads to`() throws {
        try directory.write("mine", to: "others/3")
        try FileManager.default.createDirectory(
            atPath: directory.file("out"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: directory.file("out/.aasa-origin-drafts"),
            withDestinationPath: directory.file("others"))
        #expect(try write(try snapshot(["a.example.com"])).written == 1)
        #expect(FileManager.default.fileExists(atPath: directory.file("others/3")))
        #expect(try names == [".aasa-origin-files", "a.example.com"])
    }

    @Test func `gets files of hosts with very long names`() throws {
        let label = String(repeating: "x", count: 60)
        let host = "\(label).\(label).\(label).\(label).example"
        #expect(try write(try snapshot([host])).written == 1)
        #expect(try names == [".aasa-origin-files", host])
    }

    @Test func `says which file cannot be written`() throws {
        try FileManager.default.createDirectory(
            atPath: directory.file("out/a.example.com"), withIntermediateDirectories: true)
        let failure = #expect(throws: DocumentDirectory.Failure.self) {
            try write(try snapshot(["a.example.com"]))
        }
        #expect(failure?.path == directory.file("out/a.example.com"))
        #expect(failure?.error.reason == "is a directory")
    }
}
