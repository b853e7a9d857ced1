import HTTP
import Testing

@testable import FetchRecord
@testable import Origin

struct `Metrics of what is served` {
    private func lines(_ sample: SampleConfiguration, _ totals: RecordTotals) throws -> [Substring]
    {
        var text = MetricsText()
        let status = Reloader.Status(
            snapshot: try Building.snapshot(sample.value), loadedMilliseconds: 1_900_000_000_123,
            lastVerdict: nil, findings: [])
        text.add(
            status, ServingState(startedMilliseconds: 1_900_000_000_999), totals, version: "1.2.3")
        return String(decoding: text.bytes, as: UTF8.self).split(separator: "\n")
    }

    @Test func `count hosts by environment and pickup state, zeros too`() throws {
        let totals = RecordTotals(
            pickups: [
                "production": [.current: 1, .refused: 1], "staging": [.neverFetched: 3],
                "off": [.quiet: 1],
            ], dropped: 7, writeFailures: 8)
        let lines = try lines(.table(), totals)
        let hosts = lines.filter { $0.contains("_hosts{") }
        #expect(
            hosts == [
                "aasa_origin_hosts{environment=\"production\"} 2",
                "aasa_origin_hosts{environment=\"staging\"} 3",
                "aasa_origin_hosts{environment=\"off\"} 1",
                "aasa_origin_pickup_hosts{environment=\"production\",state=\"current\"} 1",
                "aasa_origin_pickup_hosts{environment=\"production\",state=\"stale\"} 0",
                "aasa_origin_pickup_hosts{environment=\"production\",state=\"never_fetched\"} 0",
                "aasa_origin_pickup_hosts{environment=\"production\",state=\"refused\"} 1",
                "aasa_origin_pickup_hosts{environment=\"production\",state=\"quiet\"} 0",
                "aasa_origin_pickup_hosts{environment=\"staging\",state=\"current\"} 0",
                "aasa_origin_pickup_hosts{environment=\"staging\",state=\"stale\"} 0",
                "aasa_origin_pickup_hosts{environment=\"staging\",state=\"never_fetched\"} 3",
                "aasa_origin_pickup_hosts{environment=\"staging\",state=\"refused\"} 0",
                "aasa_origin_pickup_hosts{environment=\"staging\",state=\"quiet\"} 0",
                "aasa_origin_pickup_hosts{environment=\"off\",state=\"current\"} 0",
                "aasa_origin_pickup_hosts{environment=\"off\",state=\"stale\"} 0",
                "aasa_origin_pickup_hosts{environment=\"off\",state=\"never_fetched\"} 0",
                "aasa_origin_pickup_hosts{environment=\"off\",state=\"refused\"} 0",
                "aasa_origin_pickup_hosts{environment=\"off\",state=\"quiet\"} 1",
            ])
        for line in [
            "aasa_origin_start_timestamp_seconds 1900000000",
            "aasa_origin_configuration_loaded_timestamp_seconds 1900000000",
            "aasa_origin_documents 3", "aasa_origin_certificates 0",
            "aasa_origin_record_fetches_dropped_total 7",
            "aasa_origin_record_write_failures_total 8",
        ] {
            #expect(lines.contains(Substring(line)), "\(line)")
        }
    }

    @Test func `add up the hosts of environments beyond the limit`() throws {
        var sample = SampleConfiguration()
        var totals = RecordTotals()
        for number in 1...MetricLimits.environments + 3 {
            sample.add(
                "env-\(number)", hosts: ["a\(number).example.com", "b\(number).example.com"])
            totals.pickups["env-\(number)"] = [.stale: 1, .neverFetched: 1]
        }
        let lines = try lines(sample, totals)
        #expect(
            lines.filter { $0.hasPrefix("aasa_origin_hosts{") }.suffix(2) == [
                "aasa_origin_hosts{environment=\"env-100\"} 2",
                "aasa_origin_hosts{environment=\"(others)\"} 6",
            ])
        #expect(
            lines.filter { $0.hasPrefix("aasa_origin_pickup_hosts{") }.suffix(4) == [
                "aasa_origin_pickup_hosts{environment=\"(others)\",state=\"stale\"} 3",
                "aasa_origin_pickup_hosts{environment=\"(others)\",state=\"never_fetched\"} 3",
                "aasa_origin_pickup_hosts{environment=\"(others)\",state=\"refused\"} 0",
                "aasa_origin_pickup_hosts{environment=\"(others)\",state=\"quiet\"} 0",
            ])
    }

    @Test func `name the certificates that expire first, each name once`() {
        let many = (0..<10_000).map { (name: "\($0).pem", notAfter: Int64(20_000 - $0)) }
        let rows = MetricsText.expiries(
            many + [("9999.pem", 5), ("a.pem", 5), ("9998.pem", 30_000)])
        #expect(rows.count == 100)
        #expect(
            rows.prefix(4).map(\.labels) == [["9999.pem"], ["a.pem"], ["9998.pem"], ["9997.pem"]])
        #expect(rows.prefix(4).map(\.value) == [5, 5, 10_002, 10_003])
    }
}
