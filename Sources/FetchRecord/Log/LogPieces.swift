import Compression
import POSIX

/// Why a log cannot be read any further.
enum LogReadFault: Error, Sendable, Hashable {
    /// The system's error.
    case system(SystemError)
    /// Its gzip data is damaged, or ends too early.
    case packed(CompressionFault)
    /// It is packed in another way; the program that unpacks it.
    case foreign(String)

    /// The fault in words that follow "cannot read FILE: ".
    var reason: String {
        switch self {
        case .system(let error): error.reason
        case .packed(let fault): fault.reason
        case .foreign(let program): "it is packed, and not with gzip (\(program) unpacks it)"
        }
    }
}

/// A log piece by piece, unpacked where it is packed with gzip.
struct LogPieces {
    /// What other packed files begin with, and what unpacks them.
    private static let foreignMarks: [(mark: [UInt8], program: String)] = [
        ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], "xz"), ([0x28, 0xB5, 0x2F, 0xFD], "zstd"),
        ([0x42, 0x5A, 0x68], "bzip2"), ([0x50, 0x4B, 0x03, 0x04], "unzip"),
    ]
    /// More than what packed bytes of this number become.
    private static let unpackedBytes = LogLimits.packedBytes * 2048

    private let read: () throws(SystemError) -> [UInt8]
    private var inflater: Inflater?
    private var packed: ArraySlice<UInt8> = []
    private var hasBegun = false

    /// Creates the pieces of a log.
    ///
    /// - Parameter read: Returns the next bytes, none at the end.
    init(_ read: @escaping () throws(SystemError) -> [UInt8]) { self.read = read }

    /// Returns the next piece; `nil` is the end.
    mutating func next() throws(LogReadFault) -> [UInt8]? {
        if !hasBegun { return try first() }
        guard inflater != nil else {
            let piece = try bytes()
            return piece.isEmpty ? nil : piece
        }
        if packed.isEmpty { packed = try bytes()[...] }
        return try unpacked()
    }

    private mutating func first() throws(LogReadFault) -> [UInt8]? {
        hasBegun = true
        var begin: [UInt8] = []
        while begin.count < 6 {
            let more = try bytes()
            if more.isEmpty { break }
            begin += more
        }
        for row in Self.foreignMarks where begin.starts(with: row.mark) {
            throw .foreign(row.program)
        }
        guard Inflater.isGzip(begin) else { return begin.isEmpty ? nil : begin }
        do throws(CompressionFault) {
            inflater = try Inflater()
        } catch {
            throw .packed(error)
        }
        packed = begin[...]
        return try unpacked()
    }

    /// Unpacks some of what waits; nothing left to unpack is the end.
    private mutating func unpacked() throws(LogReadFault) -> [UInt8]? {
        guard let inflater else { return nil }
        do throws(CompressionFault) {
            guard !packed.isEmpty else {
                try inflater.finish()
                return nil
            }
            let part = packed.prefix(LogLimits.packedBytes)
            packed = packed.dropFirst(part.count)
            return try inflater.unpack(Array(part), limitBytes: Self.unpackedBytes)
        } catch {
            throw .packed(error)
        }
    }

    private func bytes() throws(LogReadFault) -> [UInt8] {
        do throws(SystemError) {
            return try read()
        } catch {
            throw .system(error)
        }
    }
}
