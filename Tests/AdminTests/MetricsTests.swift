import Foundation
import HTTP
import TestSupport
import Testing

@testable import Admin
@testable import Origin

struct `Metrics` {
    private func text(_ world: AdminWorld) -> String {
        let reply = world.reply("GET", "/metrics")
        #expect(reply.status == 200)
        #expect(
            reply.response.fields.first { $0.name == "Content-Type" }?.value
                == "text/plain; version=0.0.4; charset=utf-8")
        return String(decoding: reply.response.body, as: UTF8.self)
    }

    private func exchange(_ outcome: Outcome, status: Int, agent: String) -> Exchange {
        var exchange = Exchange(
            timeMilliseconds: 0, durationMicroseconds: 0,
            connection: Connection(listener: ":443", kind: .tls, client: "c", peer: "p"),
            outcome: outcome, requestID: "0")
        exchange.status = status
        exchange.userAgent = agent
        return exchange
    }

    private static func requests(_ status: String, _ count: Int) -> String {
        "aasa_origin_requests_total{listener=\":443\",kind=\"tls\",status=\"\(status)\","
            + "fetcher=\"apple-cdn\"} \(count)"
    }

    @Test func `show the server, its configuration and its traffic`() throws {
        let world = try AdminWorld()
        world.traffic.record(exchange(.ok, status: 200, agent: "AASA-Bot/1.0.0"))
        world.traffic.record(exchange(.notModified, status: 304, agent: "AASA-Bot/1.0.0"))
        world.traffic.record(exchange(.handshakeFailed, status: 0, agent: ""))
        let text = text(world)
        for line in [
            "aasa_origin_build_info{version=\"1.2.3\"} 1",
            "aasa_origin_connections 3",
            "aasa_origin_connections_accepted_total 7",
            "aasa_origin_timeouts_total{limit=\"head_timeout\"} 2",
            "aasa_origin_log_lines_dropped_total{log=\"access\"} 4",
            "aasa_origin_log_lines_dropped_total{log=\"operational\"} 5",
            "aasa_origin_requests_uncounted_total 3",
            "aasa_origin_handshake_failures_total{reason=\"certificate_rejected\"} 6",
            "aasa_origin_handshake_failures_total{reason=\"timeout\"} 0",
            "aasa_origin_pickup_hosts{environment=\"production\",state=\"never_fetched\"} 2",
            "aasa_origin_pickup_hosts{environment=\"production\",state=\"quiet\"} 0",
            "aasa_origin_record_fetches_dropped_total 0",
            "aasa_origin_record_write_failures_total 0",
            Self.requests("2xx", 1),
            Self.requests("3xx", 1),
            "aasa_origin_outcomes_total{outcome=\"handshake_failed\"} 1",
            "aasa_origin_outcomes_total{outcome=\"evicted\"} 0",
            "aasa_origin_last_reload_successful 1",
        ] {
            #expect(text.contains(line + "\n"), "\(line) in\n\(text)")
        }
    }

    @Test func `count reloads by outcome, but no dry run`() throws {
        let world = try AdminWorld()
        _ = world.reloader.reload(.admin, isDryRun: true)
        _ = world.reloader.reload(.admin)
        world.breakConfiguration()
        _ = world.reloader.reload(.signal)
        let text = text(world)
        #expect(text.contains("aasa_origin_reloads_total{outcome=\"unchanged\"} 1\n"))
        #expect(text.contains("aasa_origin_reloads_total{outcome=\"refused\"} 1\n"))
        #expect(text.contains("aasa_origin_last_reload_successful 0\n"))
    }

    @Test func `escape what an operator wrote into a label`() {
        var text = MetricsText()
        text.add(.hosts, [(labels: ["a\"b\\c\nd"], value: 1)])
        #expect(
            String(decoding: text.bytes, as: UTF8.self).hasSuffix(
                "\naasa_origin_hosts{environment=\"a\\\"b\\\\c\\nd\"} 1\n"))
    }

    @Test func `write a histogram with buckets that add up, in seconds`() {
        var histogram = DurationHistogram()
        histogram.counts = [1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 4]
        histogram.sumNanoseconds = 9_000_500_000
        var text = MetricsText()
        text.add(.loopTurns, histogram)
        let bounds = [
            "0.00005 1", "0.0001 1", "0.00025 3", "0.0005 3", "0.001 3", "0.0025 3", "0.005 3",
            "0.01 3", "0.025 3", "0.05 3", "0.1 3", "0.25 3", "1 6", "+Inf 10",
        ]
        let name = "aasa_origin_loop_turn_seconds"
        let buckets = bounds.map { bound in
            let words = bound.split(separator: " ")
            return "\(name)_bucket{le=\"\(words[0])\"} \(words[1])\n"
        }
        #expect(
            String(decoding: text.bytes, as: UTF8.self)
                == "# HELP \(name) \(Metric.loopTurns.help)\n# TYPE \(name) histogram\n"
                + buckets.joined() + "\(name)_sum 9.0005\n\(name)_count 10\n")
    }

    @Test func `are all there, each with its help and type before its samples`() throws {
        let world = try AdminWorld()
        world.traffic.record(exchange(.ok, status: 200, agent: ""))
        var named: [String] = []
        for line in text(world).split(separator: "\n") {
            if let match = line.wholeMatch(of: /# HELP (\w+) .+\./) {
                named.append(String(match.1))
            }
            let name = try #require(named.last)
            let samples = line.wholeMatch(
                of: /(\w+?)(?:_bucket|_sum|_count)?(?:\{(\w+="[^"]*",?)+\})? [0-9.]+/)
            if let samples { #expect(samples.1 == name) }
        }
        // The world has no certificate.
        let all = Metric.allCases.filter { $0 != .certificateExpiry }
        #expect(named.sorted() == all.map(\.rawValue).sorted())
    }

    @Test func `have names and labels as the conventions demand`() {
        for metric in Metric.allCases {
            #expect(metric.rawValue.wholeMatch(of: /aasa_origin_[a-z_]+/) != nil)
            #expect(metric.help.hasSuffix("."))
            #expect(metric.labels.allSatisfy { $0.wholeMatch(of: /[a-z_]+/) != nil })
            #expect((metric.kind == .counter) == metric.rawValue.hasSuffix("_total"))
        }
    }
}
