import POSIX
import TestSupport
import Testing

struct `The reader of files` {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test func `gives a file piece by piece, and then nothing`() throws {
        let bytes = (0..<150_000).map { UInt8(truncatingIfNeeded: $0) }
        let reader = try FileReader(path: try directory.write(bytes, to: "file"))
        var pieces: [[UInt8]] = []
        while true {
            let piece = try reader.next()
            if piece.isEmpty { break }
            pieces.append(piece)
        }
        #expect(pieces.map(\.count) == [65_536, 65_536, 18_928])
        #expect(pieces.flatMap(\.self) == bytes)
        #expect(try reader.next() == [])
    }

    @Test func `fails for what is missing, and for a directory`() throws {
        #expect(throws: SystemError.notFound) { try FileReader(path: directory.file("none")) }
        let reader = try FileReader(path: directory.path)
        #expect(throws: SystemError.isDirectory) { try reader.next() }
    }
}
