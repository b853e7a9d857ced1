import Foundation
import TestSupport
import Testing

/// The ways into a cluster that `deploy/kubernetes/components` shows.
@Suite(.enabled(if: Manifests.canBeMade, "requires Tests/kubernetes.sh"))
struct `A way into the cluster` {
    private static let paths = [RequestTable.wellKnown, RequestTable.root]

    /// The hosts that the objects' configuration serves.
    private static func hosts(_ objects: ClusterObjects) throws -> [String] {
        let site = try #require(objects.files["site.yaml"])
        let names = try #require(site.firstMatch(of: /hosts: \[(.+)\]/)?.1)
        return names.split(separator: ", ").map(String.init)
    }

    /// Whether a port of the container serves plain HTTP of a trusted proxy.
    private static func isProxied(_ port: Int?, _ objects: ClusterObjects) -> Bool {
        guard let port else { return false }
        return objects.files.values.contains {
            $0.contains("address: \"[::]:\(port)\"\n    plain: proxied\n")
        }
    }

    @Test(arguments: Manifests.all)
    func `has a certificate for just the hosts of the configuration`(
        manifests: Manifests
    ) throws {
        let objects = try manifests.objects()
        #expect(
            objects("Certificate")["spec", "dnsNames"].texts == (try Self.hosts(objects)))
    }

    @Test func `by a load balancer passes TLS on, and the addresses of clients`() throws {
        let service = try Manifests(overlay: "production").objects()("Service")["spec"]
        #expect(service["type"].text == "LoadBalancer")
        #expect(service["externalTrafficPolicy"].text == "Local")
    }

    @Test(arguments: Manifests.waysIn.filter { $0.way?.hasPrefix("gateway") == true })
    func `by a gateway has nothing that redirects`(manifests: Manifests) throws {
        let objects = try manifests.objects()
        let listeners = objects("Gateway")["spec", "listeners"].items
        // There is no listener for plain HTTP that could.
        #expect(listeners.map { $0["port"].number } == [443])
        let routes = objects.of("HTTPRoute") + objects.of("TLSRoute")
        let route = try #require(routes.first)
        #expect(routes.count == 1)
        #expect(!route.allKeys.contains("filters"))
        #expect(route["spec", "hostnames"].texts == (try Self.hosts(objects)))
        let parent = try #require(route["spec", "parentRefs"].items.first)
        #expect(parent["name"] == objects("Gateway")["metadata", "name"])
        #expect(parent["sectionName"] == listeners.first?["name"])
        let rule = try #require(route["spec", "rules"].items.first)
        let backend = try #require(rule["backendRefs"].items.first)
        let port = objects.target(service: backend["name"].text, port: backend["port"])
        if manifests.way == "gateway-passthrough" {
            #expect(listeners.first?["tls", "mode"].text == "Passthrough")
            #expect(port == 8443)
        } else {
            #expect(listeners.first?["protocol"].text == "HTTPS")
            let secret = listeners.first?["tls", "certificateRefs"].items.first?["name"]
            #expect(secret == objects("Certificate")["spec", "secretName"])
            #expect(rule["matches"].items.map { $0["path", "type"].text } == ["Exact", "Exact"])
            #expect(rule["matches"].items.compactMap { $0["path", "value"].text } == Self.paths)
            #expect(Self.isProxied(port, objects))
        }
    }

    @Test(arguments: Manifests.waysIn.filter { $0.way?.hasPrefix("ingress") == true })
    func `by an ingress has redirects switched off, and nothing else that could`(
        manifests: Manifests
    ) throws {
        let objects = try manifests.objects()
        let ingress = objects("Ingress")
        let prefix = "nginx.ingress.kubernetes.io/"
        var annotations = ["ssl-redirect": "false", "force-ssl-redirect": "false"]
        let isPassthrough = manifests.way == "ingress-passthrough"
        if isPassthrough { annotations["ssl-passthrough"] = "true" }
        let expected = annotations.map { (prefix + $0.key, JSONValue.text($0.value)) }
        #expect(
            ingress["metadata", "annotations"].fields
                == Dictionary(uniqueKeysWithValues: expected))
        #expect(ingress["spec", "ingressClassName"].text == "nginx")
        #expect(ingress["spec", "defaultBackend"] == .null)
        let rules = ingress["spec", "rules"].items
        #expect(rules.compactMap { $0["host"].text } == (try Self.hosts(objects)))
        for path in rules.flatMap({ $0["http", "paths"].items }) {
            let service = path["backend", "service"]
            let port = objects.target(
                service: service["name"].text, port: service["port", "name"])
            #expect(isPassthrough ? port == 8443 : Self.isProxied(port, objects))
        }
        guard !isPassthrough else { return #expect(ingress["spec", "tls"] == .null) }
        for rule in rules {
            let paths = rule["http", "paths"].items
            #expect(paths.compactMap { $0["path"].text } == Self.paths)
            #expect(paths.map { $0["pathType"].text } == ["Exact", "Exact"])
        }
        let tls = try #require(ingress["spec", "tls"].items.first)
        #expect(tls["hosts"].texts == (try Self.hosts(objects)))
        #expect(tls["secretName"] == objects("Certificate")["spec", "secretName"])
    }
}
