import Foundation
import TestSupport
import Testing

/// The objects of `deploy/kubernetes`, as kustomize makes them.
@Suite(.enabled(if: Manifests.canBeMade, "requires Tests/kubernetes.sh"))
struct `The objects for Kubernetes` {
    @Test func `fit the schemas of their kinds`() throws {
        let result = try Manifests.check(
            Manifests.all.map { try $0.yaml() }.joined(separator: "---\n"))
        #expect(result.exitCode == 0)
        #expect(result.outputText == "\n")
    }

    @Test func `would be refused with a mistake`() throws {
        var yaml = try Manifests(overlay: "production").yaml()
        let mistakes = [
            ("port: 443", "port: https", "Service: 'https' is not of type 'integer'"),
            ("replicas: 3", "replica: 3", "Deployment: Additional properties are not allowed"),
            (
                "secretName: aasa-origin-tls\n---", "secret: x\n---",
                "Certificate: 1 validation error"
            ),
            (
                "interval: 30s", "every: 30s",
                "ServiceMonitor.spec.endpoints[0].every: unknown field"
            ),
        ]
        for (good, bad, _) in mistakes {
            #expect(yaml.contains(good))
            yaml.replace(good, with: bad)
        }
        let result = try Manifests.check(yaml)
        #expect(result.exitCode == 1)
        for (_, _, words) in mistakes { #expect(("\n" + result.outputText).contains("\n\(words)")) }
    }

    @Test(arguments: Manifests.all)
    func `are those that a cluster needs`(manifests: Manifests) throws {
        let kinds = try manifests.objects().all.compactMap { $0["kind"].text }
        var expected = [
            "Certificate", "ConfigMap", "Deployment", "Namespace", "NetworkPolicy",
            "PodDisruptionBudget", "Service", "Service",
        ]
        if manifests.overlay == "production" { expected.append("ServiceMonitor") }
        switch manifests.way {
        case "gateway-passthrough": expected += ["Gateway", "TLSRoute"]
        case "gateway-terminated": expected += ["Gateway", "HTTPRoute"]
        case .some: expected.append("Ingress")
        case nil: break
        }
        #expect(kinds.sorted() == expected.sorted())
    }

    @Test(arguments: Manifests.all)
    func `mount directories as a whole where the program looks`(manifests: Manifests) throws {
        let objects = try manifests.objects()
        let mounts = objects.container["volumeMounts"].items
        #expect(!objects.container.allKeys.contains("subPath"))
        #expect(mounts.allSatisfy { $0["readOnly"] == .bool(true) })
        func volume(at path: String) throws -> JSONValue {
            let mount = try #require(mounts.first { $0["mountPath"].text == path })
            let volumes = objects.pod["spec", "volumes"].items
            return try #require(volumes.first { $0["name"] == mount["name"] })
        }
        let help = try CommandRunner.output(RunningServer.program, ["help", "serve"])
        let file = "/etc/aasa-origin/aasa-origin.yaml"
        #expect(help.contains(file))
        let configuration = try volume(at: "/etc/aasa-origin")
        #expect(objects("ConfigMap")["metadata", "name"] == configuration["configMap", "name"])
        let main = try #require(objects.files["aasa-origin.yaml"])
        let tls = try #require(main.firstMatch(of: /certificates: \[(.+)\]/)?.1)
        #expect(
            try volume(at: String(tls))["secret", "secretName"]
                == objects("Certificate")["spec", "secretName"])
        let token = try #require(main.firstMatch(of: /token_file: (.+)\/token\n/)?.1)
        #expect(
            try volume(at: String(token))["secret", "secretName"].text == "aasa-origin-admin")
        #expect(mounts.count == 3)
    }

    @Test(arguments: Manifests.all)
    func `open the ports that the configuration listens on`(manifests: Manifests) throws {
        let objects = try manifests.objects()
        let ports = objects.container["ports"].items.compactMap { $0["containerPort"].number }
        #expect(ports.sorted() == objects.configuredPorts)
        for service in objects.of("Service") {
            for port in service["spec", "ports"].items {
                #expect(objects.containerPort(port["targetPort"].text) != nil)
            }
        }
        let service = objects("Service")
        #expect(objects.target(service: "aasa-origin", port: .number(443)) == 8443)
        #expect(objects.target(service: "aasa-origin", port: .number(80)) == 8080)
        #expect(service["spec", "ports"].items.allSatisfy { $0["targetPort"].text != "admin" })
    }

    @Test(arguments: Manifests.all)
    func `let nobody but the monitoring reach the admin listener`(manifests: Manifests) throws {
        let objects = try manifests.objects()
        let policy = objects("NetworkPolicy")["spec"]
        #expect(policy["policyTypes"].texts == ["Ingress", "Egress"])
        #expect(policy["egress"] == .list([]))
        let rules = policy["ingress"].items
        let open = rules.filter { $0["from"] == .null }.flatMap { $0["ports"].items }
        let restricted = rules.filter { $0["from"] != .null }.flatMap { $0["ports"].items }
        let names = objects.container["ports"].items.compactMap { $0["name"].text }
        #expect(restricted.compactMap { $0["port"].text } == ["admin"])
        #expect(
            open.compactMap { $0["port"].text }.sorted() == names.filter { $0 != "admin" }.sorted())
    }

    @Test(arguments: Manifests.all)
    func `find the pods by their labels`(manifests: Manifests) throws {
        let objects = try manifests.objects()
        let labels = objects.pod["metadata", "labels"]
        #expect(labels.fields.count == 1)
        #expect(objects("Deployment")["spec", "selector", "matchLabels"] == labels)
        #expect(objects("PodDisruptionBudget")["spec", "selector", "matchLabels"] == labels)
        #expect(objects("NetworkPolicy")["spec", "podSelector", "matchLabels"] == labels)
        for service in objects.of("Service") { #expect(service["spec", "selector"] == labels) }
        for monitor in objects.of("ServiceMonitor") {
            let wanted = monitor["spec", "selector", "matchLabels"].fields
            let found = objects.of("Service").filter { service in
                wanted.allSatisfy { service["metadata", "labels", $0.key] == $0.value }
            }
            #expect(found.compactMap { $0["metadata", "name"].text } == ["aasa-origin-admin"])
            let port = monitor["spec", "endpoints"].items.first?["port"] ?? .null
            #expect(objects.target(service: "aasa-origin-admin", port: port) == 9180)
        }
    }

    @Test(arguments: Manifests.all)
    func `survive the loss of a node, and lose no request to an update`(
        manifests: Manifests
    ) throws {
        let objects = try manifests.objects()
        let deployment = objects("Deployment")["spec"]
        #expect(try #require(deployment["replicas"].number) >= 2)
        #expect(objects("PodDisruptionBudget")["spec", "maxUnavailable"].number == 1)
        #expect(deployment["strategy", "rollingUpdate", "maxUnavailable"].number == 0)
        let grace = try #require(objects.pod["spec", "terminationGracePeriodSeconds"].number)
        let wait = objects.container["lifecycle", "preStop", "sleep", "seconds"].number
        let manual = try Fixtures.text(of: "\(Fixtures.configurations)/aasa-origin.yaml")
        let drain = try #require(manual.firstMatch(of: /drain_timeout: ([0-9]+)s/)?.1)
        #expect(try grace > #require(wait) + #require(Int(drain)))
    }

    @Test(arguments: Manifests.all)
    func `give the pods no rights`(manifests: Manifests) throws {
        let objects = try manifests.objects()
        let namespace = try #require(objects.of("Namespace").first)
        let level = namespace["metadata", "labels", "pod-security.kubernetes.io/enforce"]
        #expect(level.text == "restricted")
        let pod = objects.pod["spec"]
        #expect(pod["automountServiceAccountToken"] == .bool(false))
        #expect(pod["securityContext", "runAsNonRoot"] == .bool(true))
        #expect(pod["securityContext", "seccompProfile", "type"].text == "RuntimeDefault")
        let dockerfile = try Fixtures.text(of: "\(DeployFolder.checkout)/Dockerfile")
        let user = try #require(dockerfile.firstMatch(of: /\nUSER ([0-9]+):([0-9]+)\n/))
        #expect(pod["securityContext", "runAsUser"].number == Int(user.1))
        #expect(pod["securityContext", "runAsGroup"].number == Int(user.2))
        // The group that the mounted files are readable for.
        #expect(pod["securityContext", "fsGroup"].number == Int(user.2))
        let container = objects.container["securityContext"]
        #expect(container["allowPrivilegeEscalation"] == .bool(false))
        #expect(container["readOnlyRootFilesystem"] == .bool(true))
        #expect(container["capabilities", "drop"].texts == ["ALL"])
    }

    @Test func `run the version of the program`() throws {
        for manifests in [Manifests(overlay: "production"), Manifests(overlay: "staging")] {
            let image = try #require(manifests.objects().container["image"].text)
            let version = try CommandRunner.output(RunningServer.program, ["--version"])
            #expect(version == "aasa-origin \(image.split(separator: ":").last ?? "")\n")
        }
    }
}
