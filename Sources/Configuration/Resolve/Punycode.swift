/// The encoding of Unicode labels in ASCII (RFC 3492); encoding only.
enum Punycode {
    private static let base: UInt32 = 36
    private static let smallestThreshold: UInt32 = 1
    private static let largestThreshold: UInt32 = 26
    private static let skew: UInt32 = 38
    private static let damp: UInt32 = 700
    private static let initialBias: UInt32 = 72
    private static let initialCodePoint: UInt32 = 128
    /// More characters than any label has room for.
    private static let limit = 256

    /// Returns a label without its `xn--`, or `nil` when it is longer than any label may be.
    ///
    /// The steps and the names follow RFC 3492, section 6.3.
    static func encoded(_ scalars: [Unicode.Scalar]) -> String? {
        guard scalars.count <= limit else { return nil }
        let basic = scalars.filter(\.isASCII)
        var output = String(String.UnicodeScalarView(basic))
        if !basic.isEmpty { output += "-" }
        var codePoint = initialCodePoint
        var delta: UInt32 = 0
        var bias = initialBias
        var handled = UInt32(basic.count)
        while handled < scalars.count {
            let next = scalars.lazy.map(\.value).filter { $0 >= codePoint }.min() ?? codePoint
            // At most 0x10FFFF times 257, which a UInt32 holds.
            delta += (next - codePoint) * (handled + 1)
            codePoint = next
            for scalar in scalars {
                if scalar.value < codePoint { delta += 1 }
                guard scalar.value == codePoint else { continue }
                output += digits(of: delta, bias: bias)
                bias = adapted(
                    delta, count: handled + 1, isFirst: handled == UInt32(basic.count))
                delta = 0
                handled += 1
            }
            delta += 1
            codePoint += 1
        }
        return output
    }

    /// A number as digits of varying size (section 3.3).
    private static func digits(of delta: UInt32, bias: UInt32) -> String {
        var rest = delta
        var text = ""
        var position = base
        while true {
            let threshold =
                position <= bias
                ? smallestThreshold : min(largestThreshold, position - bias)
            guard rest >= threshold else { return text + digit(rest) }
            text += digit(threshold + (rest - threshold) % (base - threshold))
            rest = (rest - threshold) / (base - threshold)
            position += base
        }
    }

    private static func digit(_ value: UInt32) -> String {
        let byte =
            value < 26 ? UInt8(ascii: "a") + UInt8(value) : UInt8(ascii: "0") + UInt8(value - 26)
        return String(UnicodeScalar(byte))
    }

    /// The bias for the next number (section 3.4).
    private static func adapted(_ delta: UInt32, count: UInt32, isFirst: Bool) -> UInt32 {
        var delta = isFirst ? delta / damp : delta / 2
        delta += delta / count
        var divisions: UInt32 = 0
        while delta > (base - smallestThreshold) * largestThreshold / 2 {
            delta /= base - smallestThreshold
            divisions += base
        }
        return divisions + (base - smallestThreshold + 1) * delta / (delta + skew)
    }
}
