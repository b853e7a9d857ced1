import Foundation
import TestSupport
import Testing

/// What Prometheus reads, read by its own tool.
@Suite(.enabled(if: Requirement.has("promtool"), "requires promtool"))
struct `What Prometheus reads` {
    private func promtool(_ arguments: [String], input: String = "") throws -> CommandResult {
        try CommandRunner.run(
            "promtool", arguments, input: Array(input.utf8),
            directory: DeployFolder.path("prometheus"))
    }

    @Test(arguments: [["check", "rules", "alerts.yaml"], ["check", "config", "prometheus.yaml"]])
    func `is sound`(_ arguments: [String]) throws {
        let result = try promtool(arguments)
        #expect(result.exitCode == 0, "\(result.outputText)\(result.errorText)")
        #expect(result.outputText.contains("SUCCESS: 13 rules found"))
    }

    @Test func `alerts when it should and not otherwise`() throws {
        let result = try promtool(["test", "rules", "alerts.test.yaml"])
        #expect(result.exitCode == 0, "\(result.outputText)\(result.errorText)")
        #expect(result.outputText.contains("SUCCESS"))
    }

    @Test func `parses in every expression of the dashboard`() throws {
        let json = try JSONSerialization.jsonObject(
            with: Data(DeployFolder.text("prometheus/dashboard.json").utf8))
        let dashboard = try #require(json as? [String: Any])
        let expressions = Self.expressions(in: dashboard).map {
            $0.replacing("$__rate_interval", with: "5m").replacing("$instance", with: ".*")
        }
        #expect(expressions.count >= 30)
        #expect(expressions.filter { $0.contains("$") } == [])
        let rules = expressions.enumerated().map { index, expression in
            ["record": "dashboard:\(index)", "expr": expression]
        }
        let groups = ["groups": [["name": "dashboard", "rules": rules] as [String: Any]]]
        let directory = try TemporaryDirectory()
        let file = try directory.write(
            String(
                decoding: try JSONSerialization.data(
                    withJSONObject: groups, options: .withoutEscapingSlashes), as: UTF8.self),
            to: "rules.yaml")
        let result = try promtool(["check", "rules", file])
        #expect(result.exitCode == 0, "\(result.outputText)\(result.errorText)")
        #expect(result.outputText.contains("SUCCESS: \(expressions.count) rules found"))
    }

    /// The expressions of all panels and annotations.
    private static func expressions(in value: Any) -> [String] {
        switch value {
        case let object as [String: Any]:
            return object.sorted { $0.key < $1.key }.flatMap { key, value in
                (value as? String).map { key == "expr" ? [$0] : [] } ?? expressions(in: value)
            }
        case let list as [Any]: return list.flatMap(expressions)
        default: return []
        }
    }

    @Test func `is what a server shows after traffic of all kinds`() throws {
        let server = try RunningServer(
            Site.configuration() + "admin: {address: \"127.0.0.1:0\"}\n")
        let client = try Site.openssl(server)
        _ = try client.handshake("unknown.example.com")
        let path = "/.well-known/apple-app-site-association"
        for agent in ["AASA-Bot/1.0.0", "swcd (unknown version)", "curl"] {
            #expect(
                try Site.curl(server).get(path, arguments: ["--user-agent", agent]).status == 200)
        }
        #expect(try Site.curl(server).get("/nothing").status == 404)
        let admin = "127.0.0.1:\(try server.port(1))"
        let text = try metrics(admin) { text in
            // The log's thread counts a moment after the answer.
            text.matches(of: /\naasa_origin_outcomes_total\{outcome="(?:ok|unknown_path)"\} [1-9]/)
                .count == 2 && text.contains("fetcher=\"apple-device\"} 1\n")
        }
        let result = try promtool(["check", "metrics"], input: text)
        #expect(result.exitCode == 0)
        #expect(result.outputText + result.errorText == "")
        for line in [
            "aasa_origin_handshake_failures_total{reason=\"unknown_server_name\"} 1",
            "aasa_origin_pickup_hosts{environment=\"production\",state=\"current\"} 1",
            "aasa_origin_pickup_hosts{environment=\"production\",state=\"never_fetched\"} 1",
            "aasa_origin_certificates 1",
        ] {
            #expect(text.contains("\n\(line)\n"), "\(line) in\n\(text)")
        }
    }

    /// Asks for the metrics until they satisfy a condition.
    private func metrics(
        _ address: String, until isEnough: (String) -> Bool
    ) throws -> String {
        let deadline = Date(timeIntervalSinceNow: RunningServer.deadlineSeconds)
        while true {
            let text = try CommandRunner.output(
                "curl", ["--silent", "--fail", "--noproxy", "*", "http://\(address)/metrics"])
            if isEnough(text) || Date() > deadline { return text }
        }
    }
}
