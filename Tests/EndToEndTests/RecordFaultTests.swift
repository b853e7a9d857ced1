import Foundation
import TestSupport
import Testing

/// Servers whose record lies on a small disk of its own, which only they see.
@Suite(.serialized, .enabled(if: SmallDisk.isPossible, "requires root, and mounts"))
struct `A server whose record cannot be written` {
    private static func configuration(_ path: String) throws -> String {
        try Site.configuration(path: path)
            + "admin: {address: \"unix:admin.sock\"}\nstate: disk/record.sqlite\n"
    }

    /// Runs a command of the program where the server's disk is.
    private static func run(_ words: [String], beside server: RunningServer) throws -> String {
        let place = ["-t", String(server.identifier), "-m"]
        let file = ["--state-file", server.directory.file("disk/record.sqlite")]
        return try CommandRunner.output(
            "nsenter", place + [RunningServer.program] + words + file)
    }

    @Test func `serves on when the disk is full, says it once, and catches up`() throws {
        let disk = try SmallDisk()
        let server = try RunningServer(
            Self.configuration("/a/*"), in: disk.directory, wrapper: disk.wrapper())
        let inside = ["-t", String(server.identifier), "-m", "sh", "-c"]
        let filler = disk.directory.file("disk/filler")
        _ = try CommandRunner.run("nsenter", inside + ["cat /dev/zero > '\(filler)'"])
        for (count, path) in ["/b/*", "/d/*"].enumerated() {
            try server.write(try Self.configuration(path))
            try server.reload(expecting: "reloaded", count: count + 1)
            #expect(try Site.curl(server).get().body == Site.document(path: path))
        }
        let warnings = server.errors.lines.filter { $0.contains("id=\"state-full\"") }
        #expect(warnings.count == 1)
        #expect(
            warnings.first?.contains(
                "the disk is full; the record goes on in memory") == true, "\(warnings)")
        let versions = try CommandRunner.output(
            RunningServer.program,
            [
                "history", "shop.example.com", "--admin",
                "unix:" + disk.directory.file("admin.sock"),
            ])
        #expect(versions.split(separator: "\n").count == 4)

        try CommandRunner.output("nsenter", inside + ["rm '\(filler)'"])
        try server.write(try Self.configuration("/e/*"))
        try server.reload(expecting: "reloaded", count: 3)
        let written = try Self.run(["history", "shop.example.com"], beside: server)
        #expect(written.split(separator: "\n").count == 5, "\(written)")
        #expect(try server.stop() == 0)
    }

    @Test func `does not start with a file that cannot be written, and says which`() throws {
        let first = try SmallDisk()
        let server = try RunningServer(
            Self.configuration("/a/*").replacing("disk/record", with: "record"),
            in: first.directory)
        try server.stop()
        let again = try RunningServer(
            launching: Self.configuration("/a/*"), in: first.directory,
            wrapper: first.wrapper(readOnlyWith: "record.sqlite"))
        #expect(try again.waitForExit() == 3)
        let line = again.errors.lines.first { $0.contains("state-read-only") }
        #expect(
            line?.contains("record.sqlite' cannot be written to") == true, "\(again.errors.text)")
        #expect(line?.contains("aasa-origin.yaml:") == true)
    }
}

/// A directory `disk` that is a disk of one MiB, for a program and what it starts.
private struct SmallDisk {
    let directory: TemporaryDirectory

    static let isPossible: Bool = {
        let result = try? CommandRunner.run(
            "unshare", ["--mount", "mount", "-t", "tmpfs", "none", "/mnt"])
        return result?.exitCode == 0
    }()

    init() throws {
        directory = try TemporaryDirectory()
        try FileManager.default.createDirectory(
            atPath: directory.file("disk"), withIntermediateDirectories: false)
    }

    /// The command in front of a program that shall see the disk, writable or with a file.
    func wrapper(readOnlyWith file: String? = nil) -> [String] {
        let disk = directory.file("disk")
        let mount = "mount -t tmpfs -o size=1m none '\(disk)'"
        let fill = file.map {
            " && cp '\(directory.file($0))' '\(disk)' && mount -o remount,ro '\(disk)'"
        }
        return ["unshare", "--mount", "sh", "-c", mount + (fill ?? "") + " && exec \"$@\"", "sh"]
    }
}
