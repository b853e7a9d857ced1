import Foundation
import TestSupport
import Testing

/// The program with the configuration of an overlay, and volumes as a kubelet mounts them.
@Suite(.serialized, .enabled(if: Manifests.canBeMade, "requires Tests/kubernetes.sh"))
struct `A pod` {
    private static let token = "0123456789abcdef0123456789abcdef"

    private let directory: TemporaryDirectory
    private let authority: TestCertificates

    init() throws {
        directory = try TemporaryDirectory()
        authority = try Site.certificates.get()
    }

    /// The configuration with the paths and addresses of this machine.
    private func files(_ objects: ClusterObjects) -> [String: String] {
        let addresses = ["8443": 1, "8080": 2, "8081": 3, "9180": 4]
        return objects.files.mapValues { text in
            var text = text.replacing("/run/secrets/aasa-origin", with: directory.path)
                .replacing("10.0.0.0/8", with: "127.0.0.0/8")
            for (port, last) in addresses {
                text.replace("[::]:\(port)", with: "127.0.0.\(last):0")
            }
            return text
        }
    }

    private func secret(_ leaf: TestCertificates.Leaf) throws -> [String: String] {
        [
            "tls.crt": try Fixtures.text(of: leaf.chain),
            "tls.key": try Fixtures.text(of: leaf.key),
            "ca.crt": try Fixtures.text(of: authority.root),
        ]
    }

    private func start(
        _ objects: ClusterObjects, _ leaf: TestCertificates.Leaf
    ) throws -> (server: RunningServer, configuration: MountedVolume, tls: MountedVolume) {
        let configuration = try MountedVolume(
            "configuration", in: directory, files: files(objects))
        let tls = try MountedVolume("tls", in: directory, files: secret(leaf))
        _ = try MountedVolume("admin", in: directory, files: ["token": Self.token + "\n"])
        let server = try RunningServer(
            launchingFile: "\(configuration.path)/aasa-origin.yaml", in: directory)
        try server.waitForError("line that says it is ready", until: ReadyLine.isReady)
        return (server, configuration, tls)
    }

    private func curl(_ server: RunningServer) -> Curl {
        Curl(server: server, security: .verified(authority: authority.root))
    }

    @Test func `takes updates of the map and of the secret by itself`() throws {
        let objects = try Manifests(overlay: "production").objects()
        let names = objects("Certificate")["spec", "dnsNames"].texts
        let first = try authority.leaf("pod-1", names: names)
        let second = try authority.leaf("pod-2", names: names)
        let (server, configuration, tls) = try start(objects, first)
        #expect(try curl(server).get().body.contains("\"/products/*\""))

        try configuration.update(
            files(objects).mapValues { $0.replacing("/products/", with: "/goods/") })
        try server.waitForOutcome("reloaded", count: 1)
        #expect(try curl(server).get().body.contains("\"/goods/*\""))

        try tls.update(secret(second))
        try server.waitForOutcome("reloaded", count: 2)
        let client = OpenSSLClient(server: server, authority: authority.root)
        #expect(try client.serial() == OpenSSLClient.serial(ofFile: second.certificate))

        // The file of a further team, which names a host of the first one.
        var more = files(objects)
        more["site-help.yaml"] = """
            apps: {help: {id: ABCDE12345.com.example.help, rules: [/faq]}}
            environments: {help: {apps: [help], hosts: [shop.example.com]}}

            """
        try configuration.update(more)
        try server.waitForOutcome("refused", count: 1)
        #expect(try curl(server).get().status == 200)
        more["site-help.yaml"] = nil
        more["site.yaml"]?.replace("/products/", with: "/wares/")
        try configuration.update(more)
        try server.waitForOutcome("reloaded", count: 3)
        #expect(try curl(server).get().body.contains("\"/wares/*\""))
        #expect(try server.stop() == 0)
    }

    @Test(arguments: Manifests.all)
    func `answers the probes, and the monitoring with the token`(manifests: Manifests) throws {
        let objects = try manifests.objects()
        let leaf = try authority.leaf(
            "probe-\(UUID().uuidString)", names: objects("Certificate")["spec", "dnsNames"].texts)
        let server = try start(objects, leaf).server
        func ask(_ path: String?, _ arguments: [String] = []) throws -> HTTPReply {
            let url = "http://127.0.0.4:\(try #require(server.ports.last))\(try #require(path))"
            let text = try CommandRunner.output(
                "curl", ["--silent", "--include", "--noproxy", "*", url] + arguments)
            return try #require(HTTPReply(text))
        }
        for probe in ["startupProbe", "readinessProbe", "livenessProbe"] {
            let action = objects.container[probe, "httpGet"]
            #expect(objects.containerPort(action["port"].text) == 9180)
            #expect(try ask(action["path"].text).status == 200)
        }
        for monitor in objects.of("ServiceMonitor") {
            let endpoint = try #require(monitor["spec", "endpoints"].items.first)
            let kind = try #require(endpoint["authorization", "type"].text)
            #expect(try ask(endpoint["path"].text).status == 401)
            let reply = try ask(
                endpoint["path"].text, ["-H", "Authorization: \(kind) \(Self.token)"])
            #expect(reply.status == 200)
            #expect(reply.body.contains("aasa_origin_build_info"))
        }
        #expect(try server.stop() == 0)
    }

    @Test func `of staging is for devices in developer mode`() throws {
        let objects = try Manifests(overlay: "staging").objects()
        let names = objects("Certificate")["spec", "dnsNames"].texts
        let server = try start(objects, authority.leaf("staging-pod", names: names)).server
        let reply = try curl(server).get(host: #require(names.first))
        #expect(reply.status == 200)
        #expect(reply["cache-control"] == "no-store")
        #expect(try server.stop() == 0)
    }

    @Test(arguments: ["gateway-terminated", "ingress-terminated"])
    func `believes a controller that ends TLS, and refuses plain HTTP`(way: String) throws {
        let objects = try Manifests(overlay: "production", way: way).objects()
        let names = objects("Certificate")["spec", "dnsNames"].texts
        let server = try start(objects, authority.leaf("\(way)-pod", names: names)).server
        let plain = Curl(server: server, listener: 2, security: .plain)
        #expect(try plain.get(arguments: ["-H", "X-Forwarded-Proto: https"]).status == 200)
        #expect(try plain.get(arguments: ["-H", "X-Forwarded-Proto: http"]).status == 403)
        #expect(try curl(server).get().status == 200)
        #expect(try server.stop() == 0)
    }
}
