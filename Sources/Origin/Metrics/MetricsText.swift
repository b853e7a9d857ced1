package import HTTP

/// The text exposition format of Prometheus, version 0.0.4.
package struct MetricsText: Sendable {
    /// The value of `Content-Type`.
    package static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    private var text = ""

    /// Creates a text without metrics.
    package init() {}

    /// The bytes.
    package var bytes: [UInt8] { Array(text.utf8) }

    /// Adds a metric with all its samples.
    ///
    /// - Parameters:
    ///   - metric: The metric.
    ///   - samples: A value with each combination of labels, in the order of the table.
    package mutating func add(_ metric: Metric, _ samples: [(labels: [String], value: Int64)]) {
        guard !samples.isEmpty else { return }
        begin(metric)
        for sample in samples {
            line(
                metric.rawValue, Array(zip(metric.labels, sample.labels)), String(sample.value))
        }
    }

    /// Adds a metric with one value and no labels.
    package mutating func add(_ metric: Metric, _ value: Int64) {
        add(metric, [(labels: [], value: value)])
    }

    /// Adds a histogram; its buckets count everything up to their bounds.
    package mutating func add(_ metric: Metric, _ histogram: DurationHistogram) {
        begin(metric)
        let bounds = DurationHistogram.boundsMicroseconds.map { Self.seconds(Int($0) * 1_000) }
        var count = 0
        for (bound, number) in zip(bounds + ["+Inf"], histogram.counts) {
            count += number
            line(metric.rawValue + "_bucket", [("le", bound)], String(count))
        }
        line(metric.rawValue + "_sum", [], Self.seconds(histogram.sumNanoseconds))
        line(metric.rawValue + "_count", [], String(count))
    }

    private mutating func begin(_ metric: Metric) {
        text += "# HELP \(metric.rawValue) \(metric.help)\n"
        text += "# TYPE \(metric.rawValue) \(metric.kind.rawValue)\n"
    }

    private mutating func line(
        _ name: String, _ labels: [(name: String, value: String)], _ value: String
    ) {
        let pairs = labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }
        text += name + (pairs.isEmpty ? "" : "{\(pairs.joined(separator: ","))}") + " \(value)\n"
    }

    /// Nanoseconds as a number of seconds, without digits that say nothing.
    private static func seconds(_ nanoseconds: Int) -> String {
        let digits = String(nanoseconds % 1_000_000_000)
        let fraction = String(repeating: "0", count: 9 - digits.count) + digits
        let end = fraction.utf8.reversed().drop { $0 == UInt8(ascii: "0") }.count
        let whole = String(nanoseconds / 1_000_000_000)
        return end == 0 ? whole : "\(whole).\(fraction.prefix(end))"
    }

    private static func escaped(_ value: String) -> String {
        var result = ""
        for character in value.unicodeScalars {
            switch character {
            case "\\": result += "\\\\"
            case "\"": result += "\\\""
            case "\n": result += "\\n"
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }
}
