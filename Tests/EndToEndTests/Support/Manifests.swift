import Foundation
import TestSupport
import Testing

/// What `deploy/kubernetes` makes for a cluster: an overlay, and a way in beside it.
struct Manifests: CustomTestStringConvertible, Sendable {
    /// The name of the overlay.
    let overlay: String
    /// A component that is added to it, or `nil`.
    var way: String?

    var testDescription: String { overlay + (way.map { " with \($0)" } ?? "") }

    /// Each overlay, and each way in.
    static let all =
        [Manifests(overlay: "production"), Manifests(overlay: "staging")] + waysIn

    /// Production behind something else than a load balancer.
    static let waysIn = [
        "gateway-passthrough", "gateway-terminated", "ingress-passthrough", "ingress-terminated",
    ].map { Manifests(overlay: "production", way: $0) }

    /// Where `Tests/kubernetes.sh` puts the programs.
    private static let tools =
        (ProcessInfo.processInfo.environment["AASA_ORIGIN_KUBERNETES"]
            ?? "\(DeployFolder.checkout)/.build/kubernetes") + "/bin"

    /// Whether tests that need kustomize and the schemas run: they are there, or must be.
    static let canBeMade =
        Requirement.mustRun || FileManager.default.isExecutableFile(atPath: "\(tools)/kubectl")

    /// The version of Kubernetes whose schemas count.
    private static let version = "1.34"

    /// Checks objects against the schemas of their kinds, and prints what is wrong.
    static func check(_ yaml: String) throws -> CommandResult {
        try reading(yaml, [version])
    }

    private static func reading(_ yaml: String, _ arguments: [String]) throws -> CommandResult {
        try CommandRunner.run(
            "\(tools)/python", ["\(DeployFolder.checkout)/Tests/kubernetes.py"] + arguments,
            input: Array(yaml.utf8))
    }

    /// The text that kustomize makes.
    func yaml() throws -> String {
        let place = DeployFolder.path("kubernetes")
        guard let way else { return try Self.build("\(place)/overlays/\(overlay)") }
        let directory = try TemporaryDirectory()
        // kustomize takes no absolute paths.
        let up = directory.path.split(separator: "/").map { _ in ".." }.joined(separator: "/")
        try directory.write(
            """
            resources: ["\(up)\(place)/overlays/\(overlay)"]
            components: ["\(up)\(place)/components/\(way)"]

            """, to: "kustomization.yaml")
        return try Self.build(directory.path)
    }

    private static func build(_ directory: String) throws -> String {
        try CommandRunner.output("\(tools)/kubectl", ["kustomize", directory])
    }

    /// The objects of all, made once.
    private static let made = Result {
        Dictionary(
            uniqueKeysWithValues: try all.map { manifests in
                let json = try reading(manifests.yaml(), [])
                let objects = try JSONValue(json.outputText).items
                return (manifests.testDescription, ClusterObjects(all: objects))
            })
    }

    /// Returns the objects.
    func objects() throws -> ClusterObjects {
        guard let objects = try Self.made.get()[testDescription] else {
            throw ServerFailure(description: "'\(self)' is not in the list")
        }
        return objects
    }
}

/// Objects of a cluster, by their kinds and names.
struct ClusterObjects: Sendable {
    let all: [JSONValue]

    /// Returns the objects of a kind.
    func of(_ kind: String) -> [JSONValue] { all.filter { $0["kind"].text == kind } }

    /// Returns an object by its kind, and `null` when there is none.
    func callAsFunction(_ kind: String, _ name: String = "aasa-origin") -> JSONValue {
        of(kind).first { $0["metadata", "name"].text == name } ?? .null
    }

    /// The template of the pods.
    var pod: JSONValue { self("Deployment")["spec", "template"] }

    /// The only container of a pod.
    var container: JSONValue { pod["spec", "containers"].items.first ?? .null }

    /// The files of the configuration.
    var files: [String: String] { self("ConfigMap")["data"].fields.compactMapValues(\.text) }

    /// The ports that the configuration listens on.
    var configuredPorts: [Int] {
        files.values.flatMap { text in
            text.matches(of: /"\[::\]:([0-9]+)"/).compactMap { Int($0.1) }
        }.sorted()
    }

    /// Returns the number of the container's port with a name.
    func containerPort(_ name: String?) -> Int? {
        container["ports"].items.first { $0["name"].text == name }?["containerPort"].number
    }

    /// Returns the port of the container that a port of a service leads to.
    func target(service: String?, port: JSONValue) -> Int? {
        let ports = self("Service", service ?? "")["spec", "ports"].items
        let entry = ports.first { $0["port"] == port || $0["name"] == port }
        return containerPort(entry?["targetPort"].text)
    }
}
