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
            connection: Connection(listener: "l", kind: .tls, client: "c", peer: "p"),
            outcome: outcome, requestID: "0")
        exchange.status = status
        exchange.userAgent = agent
        return exchange
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
            "aasa_origin_log_lines_dropped_total 4",
            "aasa_origin_requests_total{listener=\"tls\",status=\"2xx\",fetcher=\"apple-cdn\"} 1",
            "aasa_origin_requests_total{listener=\"tls\",status=\"3xx\",fetcher=\"apple-cdn\"} 1",
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

    @Test func `have names and labels as the conventions demand`() {
        for metric in Metric.allCases {
            #expect(metric.rawValue.wholeMatch(of: /aasa_origin_[a-z_]+/) != nil)
            #expect(metric.help.hasSuffix("."))
            #expect(metric.labels.allSatisfy { $0.wholeMatch(of: /[a-z_]+/) != nil })
        }
    }
}
