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
        text += "# HELP \(metric.rawValue) \(metric.help)\n"
        text += "# TYPE \(metric.rawValue) \(metric.type)\n"
        for sample in samples {
            let pairs = zip(metric.labels, sample.labels).map { name, value in
                "\(name)=\"\(Self.escaped(value))\""
            }
            let labels = pairs.isEmpty ? "" : "{\(pairs.joined(separator: ","))}"
            text += "\(metric.rawValue)\(labels) \(sample.value)\n"
        }
    }

    /// Adds a metric with one value and no labels.
    package mutating func add(_ metric: Metric, _ value: Int64) {
        add(metric, [(labels: [], value: value)])
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
