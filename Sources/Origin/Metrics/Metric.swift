/// The metrics, by name: the one table that the exposition and the manual are made of.
package enum Metric: String, Sendable, Hashable, CaseIterable {
    case buildInfo = "aasa_origin_build_info"
    case startTime = "aasa_origin_start_timestamp_seconds"
    case requests = "aasa_origin_requests_total"
    case outcomes = "aasa_origin_outcomes_total"
    case handshakes = "aasa_origin_handshakes_total"
    case connections = "aasa_origin_connections"
    case accepted = "aasa_origin_connections_accepted_total"
    case evicted = "aasa_origin_connections_evicted_total"
    case refused = "aasa_origin_connections_refused_total"
    case exhausted = "aasa_origin_connections_exhausted_total"
    case timeouts = "aasa_origin_timeouts_total"
    case reloads = "aasa_origin_reloads_total"
    case reloadSuccess = "aasa_origin_last_reload_successful"
    case configurationTime = "aasa_origin_configuration_loaded_timestamp_seconds"
    case hosts = "aasa_origin_hosts"
    case documents = "aasa_origin_documents"
    case certificateExpiry = "aasa_origin_certificate_expiry_timestamp_seconds"
    case droppedLogLines = "aasa_origin_log_lines_dropped_total"

    /// `counter` or `gauge`, by the convention on names.
    package var type: String { rawValue.hasSuffix("_total") ? "counter" : "gauge" }

    /// The names of the labels, in the order in which they are written.
    package var labels: [String] {
        switch self {
        case .buildInfo: ["version"]
        case .requests: ["listener", "status", "fetcher"]
        case .outcomes, .reloads: ["outcome"]
        case .handshakes: ["session"]
        case .refused: ["reason"]
        case .timeouts: ["limit"]
        case .hosts: ["environment"]
        case .certificateExpiry: ["certificate"]
        default: []
        }
    }

    /// What it counts or shows, in one line.
    package var help: String {
        switch self {
        case .buildInfo: "The version of the program; always 1."
        case .startTime: "When the process began to serve."
        case .requests:
            "Requests by the kind of their listener, the class of the status and the fetcher."
        case .outcomes: "Log records by outcome: requests, refusals and failed handshakes."
        case .handshakes: "Complete TLS handshakes, full or resumed."
        case .connections: "Connections that are open now."
        case .accepted: "Connections that were accepted."
        case .evicted: "Connections that were closed to make room at limits.connections."
        case .refused: "Connections that were closed unseen, at the limit or without descriptors."
        case .exhausted: "Connections that were closed at limits.requests_per_connection."
        case .timeouts: "Connections that were closed by a time limit, by the key of limits."
        case .reloads: "Reloads by outcome; dry runs are not counted."
        case .reloadSuccess: "Whether the last reload was not refused; 1 before the first."
        case .configurationTime: "When the configuration that is served was loaded."
        case .hosts: "Configured hosts, by environment."
        case .documents: "Different documents that are served."
        case .certificateExpiry: "When a certificate expires."
        case .droppedLogLines: "Lines of the access log that were dropped."
        }
    }
}
