import Diagnostics

/// Finds what makes bytes unfit to be read as YAML before the parser sees them.
///
/// The check also guarantees that the parser's lines are the lines of ``SourceFile``: the
/// parser would count a lone carriage return and Unicode's separators as line breaks.
struct EncodingCheck {
    let source: SourceFile

    /// Returns the first fault, or `nil` when the bytes are UTF-8 text.
    func fault() -> Diagnostic? {
        byteOrderMark() ?? invalidUTF8() ?? forbiddenCharacter()
    }

    private func byteOrderMark() -> Diagnostic? {
        let start = Array(source.bytes.prefix(4))
        let place = Location(source, line: 1, column: 1)
        if start.starts(with: [0xEF, 0xBB, 0xBF]) {
            return Diagnostic(
                .error, "yaml-encoding", "the file begins with a byte order mark", at: place,
                hint: "save it as UTF-8 without a byte order mark")
        }
        let hasMark = start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF])
        let hasZeros = start.count >= 2 && start[0] != start[1] && start[0...1].contains(0)
        guard hasMark || hasZeros else { return nil }
        return Diagnostic(
            .error, "yaml-encoding", "the file is UTF-16 or UTF-32, not UTF-8",
            at: Location(file: source), hint: "save it as UTF-8")
    }

    private func invalidUTF8() -> Diagnostic? {
        let bytes = source.bytes
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes.span)
            return nil
        } catch {
            let offset = error.byteOffsets.lowerBound
            return Diagnostic(
                .error, "yaml-encoding",
                "the byte 0x\(hexadecimal(UInt32(source.bytes[offset]))) is not UTF-8",
                at: source.location(ofOffset: offset), hint: "save the file as UTF-8")
        }
    }

    private func forbiddenCharacter() -> Diagnostic? {
        let bytes = source.bytes
        for (offset, byte) in bytes.enumerated() {
            switch byte {
            case 0x20...0x7E, 0x0A, 0x09: continue
            case 0x0D:
                if offset + 1 < bytes.count, bytes[offset + 1] == 0x0A { continue }
                return Diagnostic(
                    .error, "yaml-encoding", "a carriage return stands without a line feed",
                    at: source.location(ofOffset: offset),
                    hint: "save the file with line feeds at the ends of lines")
            case 0..<0x20, 0x7F: return control(UInt32(byte), at: offset)
            case 0xC2, 0xE2, 0xEF:
                if let scalar = separator(at: offset) { return control(scalar, at: offset) }
            default: continue
            }
        }
        return nil
    }

    /// The code point at an offset if it is one that the parser refuses or takes for a
    /// line break: C1 controls, U+2028, U+2029, U+FEFF, U+FFFE, U+FFFF.
    private func separator(at offset: Int) -> UInt32? {
        let next = source.bytes[offset...].prefix(3)
        let tail = next.dropFirst().map { UInt32($0) }
        guard let second = tail.first else { return nil }
        if next.first == 0xC2 { return second < 0xA0 ? second : nil }
        guard tail.count == 2 else { return nil }
        let scalar =
            (UInt32(source.bytes[offset]) & 0xF) << 12 | (second & 0x3F) << 6
            | (tail[1] & 0x3F)
        return [0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF].contains(scalar) ? scalar : nil
    }

    private func control(_ scalar: UInt32, at offset: Int) -> Diagnostic {
        let code = hexadecimal(scalar)
        let name = String(repeating: "0", count: max(0, 4 - code.count)) + code
        return Diagnostic(
            .error, "yaml-encoding", "the character U+\(name) cannot stand in a configuration",
            at: source.location(ofOffset: offset),
            hint: "remove it, or write it as \"\\u\(name)\" in double quotes")
    }

    private func hexadecimal(_ value: UInt32) -> String {
        String(value, radix: 16, uppercase: true)
    }
}
