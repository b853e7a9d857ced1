import Foundation
import POSIX
import TestSupport
import Testing

struct `Files of the system` {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    func error<Result>(_ body: () throws -> Result) -> SystemError? {
        do {
            _ = try body()
            return nil
        } catch {
            return error as? SystemError
        }
    }

    @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 200_000])
    func `are read whole up to exactly the limit`(_ size: Int) throws {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
        let path = try directory.write(bytes, to: "file")
        #expect(try Files.read(path, limitBytes: size) == bytes)
        if size > 0 { #expect(error { try Files.read(path, limitBytes: size - 1) } == .tooLarge) }
    }

    @Test func `tell why they cannot be read`() throws {
        #expect(error { try Files.read(directory.file("no"), limitBytes: 1) } == .notFound)
        #expect(error { try Files.read(directory.path, limitBytes: 1) } == .isDirectory)
        let file = try directory.write("x", to: "file")
        #expect(error { try Files.read(file + "/y", limitBytes: 1) } == SystemError(ENOTDIR))
    }

    @Test func `end without limit when the source is endless`() {
        #expect(error { try Files.read("/dev/zero", limitBytes: 100_000) } == .tooLarge)
    }

    @Test func `are pipes whose writer may come late and go on late`() throws {
        let path = directory.file("pipe")
        try #require(mkfifo(path, 0o600) == 0)
        let writer = Thread {
            guard let file = FileHandle(forWritingAtPath: path) else { return }
            file.write(Data("one".utf8))
            // The reader takes this before the next is written.
            while Self.pending(file.fileDescriptor) > 0 { sched_yield() }
            file.write(Data("two".utf8))
            try? file.close()
        }
        writer.start()
        #expect(try Files.read(path, limitBytes: 10) == Array("onetwo".utf8))
    }

    private static func pending(_ descriptor: Int32) -> Int32 {
        var count: Int32 = 0
        return ioctl(descriptor, UInt(FIONREAD), &count) == 0 ? count : 0
    }

    @Test func `are pipes that nobody is waited at for ever`() throws {
        let path = directory.file("pipe")
        try #require(mkfifo(path, 0o600) == 0)
        var patience = Files.PipePatience()
        patience.writerMilliseconds = 10
        patience.silenceMilliseconds = 10
        #expect(error { try Files.read(path, limitBytes: 1, patience: patience) } == .noData)
        // The same end that reads keeps it open to write, and writes nothing.
        let silent = open(path, O_RDWR)
        defer { close(silent) }
        #expect(error { try Files.read(path, limitBytes: 1, patience: patience) } == .noData)
    }

    @Test func `are not given away in place of a socket`() throws {
        let victim = try directory.write("precious", to: "victim")
        symlink(victim, directory.file("link"))
        let me = try Privileges.identity(of: "\(getuid())")
        for name in ["victim", "link", "none"] {
            #expect(
                error { try Files.giveSocket(directory.file(name), to: me) } == .notFound, "\(name)"
            )
        }
    }

    @Test func `are replaced whole, with the mode asked for`() throws {
        let path = try directory.write("old", to: "file")
        let rest = "\(path).\(getpid()).tmp"
        try directory.write("a rest", to: "file.\(getpid()).tmp")
        chmod(rest, 0o666)
        try Files.write(Array("new".utf8), to: path, mode: 0o600)
        #expect(try directory.text(of: "file") == "new")
        #expect(try CommandRunner.output("stat", ["-c", "%a", path]) == "600\n")
        #expect(!Files.exists(rest))
    }

    @Test func `are left alone when they cannot be written`() throws {
        let path = directory.file("none/file")
        #expect(error { try Files.write([1], to: path) } == .notFound)
        #expect(error { try Files.write([1], to: directory.path) } == .isDirectory)
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        #expect(names == [])
    }

    @Test func `do not follow a link that lies in the way`() throws {
        let victim = try directory.write("precious", to: "victim")
        let path = directory.file("file")
        symlink(victim, "\(path).\(getpid()).tmp")
        try Files.write(Array("new".utf8), to: path)
        #expect(try directory.text(of: "victim") == "precious")
        #expect(try directory.text(of: "file") == "new")
    }

    @Test func `get their directories with the mode asked for`() throws {
        let path = directory.file("a/b/c")
        try Files.createDirectory(path, mode: 0o700)
        try Files.createDirectory(path, mode: 0o755)
        #expect(Files.isDirectory(path))
        #expect(try CommandRunner.output("stat", ["-c", "%a", path]) == "700\n")
        let file = try directory.write("x", to: "file")
        #expect(error { try Files.createDirectory(file + "/d") } != nil)
    }

    struct Path: CustomTestStringConvertible {
        var path: String
        var directory: String
        var testDescription: String { path }
    }

    @Test(arguments: [
        Path(path: "a", directory: "."), Path(path: "a/b", directory: "a"),
        Path(path: "/a", directory: "/"), Path(path: "/a/b/c", directory: "/a/b"),
        Path(path: "../a", directory: ".."), Path(path: "", directory: "."),
    ])
    func `stand in the directory before the last slash`(_ example: Path) {
        #expect(Files.directory(of: example.path) == example.directory)
    }

    @Test func `are seen from the directory that names them`() {
        #expect(Files.resolve("x.pem", in: "/etc/a") == "/etc/a/x.pem")
        #expect(Files.resolve("../x.pem", in: "conf.d") == "conf.d/../x.pem")
        #expect(Files.resolve("/x.pem", in: "/etc/a") == "/x.pem")
        #expect(Files.resolve("x.pem", in: ".") == "x.pem")
    }

    @Test func `have one canonical path`() throws {
        let file = try directory.write("x", to: "real/file")
        symlink(directory.file("real"), directory.file("link"))
        let canonical = try #require(Files.canonical(file))
        #expect(Files.canonical(directory.file("link/../link/file")) == canonical)
        #expect(Files.canonical(directory.file("no")) == nil)
    }

    @Test func `are matched by a pattern in the order of their bytes`() throws {
        for name in ["b.pem", "a.pem", "B.pem", "ä.pem", ".hidden.pem", "c.key", "d/e.pem"] {
            try directory.write("x", to: name)
        }
        func names(_ pattern: String) -> [String] {
            Files.glob(directory.file(pattern)).map {
                String($0.dropFirst(directory.path.count + 1))
            }
        }
        #expect(names("*.pem") == ["B.pem", "a.pem", "b.pem", "ä.pem"])
        #expect(names("*/*.pem") == ["d/e.pem"])
        #expect(names("[ab].pem") == ["a.pem", "b.pem"])
        #expect(names("c.key") == ["c.key"])
        #expect(names("none*") == [])
        #expect(names("none") == [])
    }
}
