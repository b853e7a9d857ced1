/// The metrics, by name: the one table that the exposition and the manual are made of.
package enum Metric: String, Sendable, Hashable, CaseIterable {
    case buildInfo = "aasa_origin_build_info"
    case startTime = "aasa_origin_start_timestamp_seconds"
    case requests = "aasa_origin_requests_total"
    case uncounted = "aasa_origin_requests_uncounted_total"
    case outcomes = "aasa_origin_outcomes_total"
    case handshakes = "aasa_origin_handshakes_total"
    case failedHandshakes = "aasa_origin_handshake_failures_total"
    case connections = "aasa_origin_connections"
    case connectionLimit = "aasa_origin_connections_limit"
    case accepted = "aasa_origin_connections_accepted_total"
    case evicted = "aasa_origin_connections_evicted_total"
    case refused = "aasa_origin_connections_refused_total"
    case exhausted = "aasa_origin_connections_exhausted_total"
    case timeouts = "aasa_origin_timeouts_total"
    case loopTurns = "aasa_origin_loop_turn_seconds"
    case reloads = "aasa_origin_reloads_total"
    case reloadSuccess = "aasa_origin_last_reload_successful"
    case configurationTime = "aasa_origin_configuration_loaded_timestamp_seconds"
    case hosts = "aasa_origin_hosts"
    case pickups = "aasa_origin_pickup_hosts"
    case documents = "aasa_origin_documents"
    case certificates = "aasa_origin_certificates"
    case certificateExpiry = "aasa_origin_certificate_expiry_timestamp_seconds"
    case droppedLogLines = "aasa_origin_log_lines_dropped_total"
    case droppedFetches = "aasa_origin_record_fetches_dropped_total"
    case recordFailures = "aasa_origin_record_write_failures_total"

    /// What kind of value a metric has, in Prometheus' words.
    package enum Kind: String, Sendable, Hashable {
        case counter
        case gauge
        case histogram
    }

    /// The kind of the value, by the convention on names.
    package var kind: Kind {
        if self == .loopTurns { return .histogram }
        return rawValue.hasSuffix("_total") ? .counter : .gauge
    }

    /// The names of the labels, in the order in which they are written.
    package var labels: [String] {
        switch self {
        case .buildInfo: ["version"]
        case .requests: ["listener", "kind", "status", "fetcher"]
        case .outcomes, .reloads: ["outcome"]
        case .handshakes: ["session"]
        case .failedHandshakes, .refused: ["reason"]
        case .timeouts: ["limit"]
        case .hosts: ["environment"]
        case .pickups: ["environment", "state"]
        case .certificateExpiry: ["certificate"]
        case .droppedLogLines: ["log"]
        default: []
        }
    }

    /// What it counts or shows, in one line.
    package var help: String {
        switch self {
        case .buildInfo: "The version of the program; always 1."
        case .startTime: "When the process began to serve."
        case .requests:
            "Requests by listener, its kind, the class of the status and the fetcher."
        case .uncounted: "Requests that are counted nowhere else, since counting did not keep up."
        case .outcomes: "Log records by outcome: requests, refusals and failed handshakes."
        case .handshakes: "Complete TLS handshakes, full or resumed."
        case .failedHandshakes: "TLS handshakes that did not come to their end, by the reason."
        case .connections: "Connections that are open now."
        case .connectionLimit: "How many connections may be open before idle ones are closed."
        case .accepted: "Connections that were accepted."
        case .evicted: "Connections that were closed to make room at limits.connections."
        case .refused: "Connections that were closed unseen, at the limit or without descriptors."
        case .exhausted: "Connections that were closed at limits.requests_per_connection."
        case .timeouts: "Connections that were closed by a time limit, by the key of limits."
        case .loopTurns:
            "How long a public event loop was at work while what came meanwhile waited."
        case .reloads: "Reloads by outcome; dry runs are not counted."
        case .reloadSuccess: "Whether the last reload was not refused; 1 before the first."
        case .configurationTime: "When the configuration that is served was loaded."
        case .hosts: "Configured hosts, by environment."
        case .pickups: "Served hosts, by environment and by how far Apple has come."
        case .documents: "Different documents that are served."
        case .certificates: "Certificates that are served from files."
        case .certificateExpiry:
            "When a certificate expires, for the \(MetricLimits.certificates) that expire first."
        case .droppedLogLines:
            "Lines that a log dropped, since its output did not keep up."
        case .droppedFetches: "Fetches that the record had no room for."
        case .recordFailures: "Attempts to write to the file of the record that failed."
        }
    }
}

/// How many series a scrape may have where the configuration alone decides.
package enum MetricLimits {
    /// Certificates with a series of their own; those that expire first.
    package static let certificates = 100
    /// Environments with series of their own; the hosts of the rest are added up.
    package static let environments = 100
    /// The label under which the hosts of the other environments are added up.
    package static let otherEnvironments = "(others)"
}
