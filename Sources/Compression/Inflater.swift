import CZlib

/// Unpacks gzip or zlib data piece by piece, so that no file has to fit in memory.
///
/// A gzip file may have several members in a row, as `cat a.gz b.gz` makes them.
///
/// - Ownership: Owns one `z_stream` with its buffers, freed with the last reference.
/// - Threads: One thread at a time.
/// - Limits: Every call gives back at most what its caller allows.
@safe package final class Inflater {
    /// Bits of the window: the largest, with the format found out by its header.
    private static let windowBits: Int32 = 15 + 32
    private static let chunkBytes = 64 * 1024

    private let stream: UnsafeMutablePointer<z_stream>
    /// Whether the last member has come to its end.
    private var isAtEnd = false

    /// Creates a decoder.
    ///
    /// - Throws: ``CompressionFault/outOfMemory``.
    package init() throws(CompressionFault) {
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        guard unsafe aasa_inflate_init2(stream, Self.windowBits) == Z_OK else {
            throw .outOfMemory
        }
    }

    deinit {
        unsafe inflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Whether data begins with the two bytes of gzip.
    package static func isGzip(_ bytes: some Collection<UInt8>) -> Bool {
        bytes.starts(with: [0x1F, 0x8B])
    }

    /// Unpacks the whole of some data.
    ///
    /// - Parameters:
    ///   - bytes: The packed data.
    ///   - limitBytes: The largest result.
    /// - Returns: What was packed.
    /// - Throws: The fault; nothing of damaged data is given back.
    package static func unpacked(
        _ bytes: [UInt8], limitBytes: Int
    ) throws(CompressionFault) -> [UInt8] {
        let inflater = try Inflater()
        let result = try inflater.unpack(bytes, limitBytes: limitBytes)
        try inflater.finish()
        return result
    }

    /// Unpacks the next piece.
    ///
    /// - Parameters:
    ///   - bytes: The piece; all of it is consumed.
    ///   - limitBytes: The largest result of this piece.
    /// - Returns: What could be unpacked so far.
    /// - Throws: The fault, after which the decoder is of no use.
    package func unpack(
        _ bytes: [UInt8], limitBytes: Int
    ) throws(CompressionFault) -> [UInt8] {
        var output: [UInt8] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            // Zeros may follow the last member: some programs pad what they write.
            if isAtEnd, rest.allSatisfy({ $0 == 0 }) { break }
            if isAtEnd { try beginNextMember() }
            let used = try step(rest, &output, limitBytes)
            rest = rest.dropFirst(used)
        }
        return output
    }

    /// Says that no more data comes.
    ///
    /// - Throws: ``CompressionFault/truncated`` when the data has not come to its end.
    package func finish() throws(CompressionFault) {
        guard isAtEnd else { throw .truncated }
    }

    private func beginNextMember() throws(CompressionFault) {
        guard unsafe inflateReset(stream) == Z_OK else { throw .malformed("no stream") }
        isAtEnd = false
    }

    /// Consumes as much as one member takes.
    private func step(
        _ input: ArraySlice<UInt8>, _ output: inout [UInt8], _ limitBytes: Int
    ) throws(CompressionFault) -> Int {
        var chunk = [UInt8](repeating: 0, count: Self.chunkBytes)
        let source = Array(input.prefix(Int(UInt32.max)))
        var used = 0
        while true {
            let (status, consumed, produced) = run(source, from: used, &chunk)
            used += consumed
            guard produced <= limitBytes - output.count else {
                throw .tooLarge(limitBytes: limitBytes)
            }
            output.append(contentsOf: chunk[..<produced])
            switch status {
            case Z_STREAM_END:
                isAtEnd = true
                return used
            case Z_OK where used < source.count || produced == chunk.count: continue
            case Z_OK, Z_BUF_ERROR: return used
            default: throw fault(status)
            }
        }
    }

    /// Runs the library once over what is left of the source.
    private func run(
        _ source: [UInt8], from start: Int, _ chunk: inout [UInt8]
    ) -> (status: Int32, consumed: Int, produced: Int) {
        let chunkCount = chunk.count
        let inputCount = source.count - start
        var status = Z_OK
        unsafe source.withUnsafeBufferPointer { input in
            unsafe chunk.withUnsafeMutableBufferPointer { output in
                // SAFETY: the library only reads from the input, though its type says otherwise.
                unsafe stream.pointee.next_in = UnsafeMutablePointer(
                    mutating: input.baseAddress.map { unsafe $0 + start })
                unsafe stream.pointee.avail_in = UInt32(inputCount)
                unsafe stream.pointee.next_out = output.baseAddress
                unsafe stream.pointee.avail_out = UInt32(chunkCount)
                status = unsafe inflate(stream, Z_NO_FLUSH)
            }
        }
        let consumed = unsafe inputCount - Int(stream.pointee.avail_in)
        let produced = unsafe chunkCount - Int(stream.pointee.avail_out)
        unsafe stream.pointee.next_in = nil
        unsafe stream.pointee.next_out = nil
        return (status, consumed, produced)
    }

    private func fault(_ status: Int32) -> CompressionFault {
        if status == Z_MEM_ERROR { return .outOfMemory }
        guard let message = unsafe stream.pointee.msg else { return .malformed("error \(status)") }
        return .malformed(unsafe String(cString: message))
    }
}
