import Foundation
import TestSupport

/// The image that `Tests/container.sh` built, and servers that run in its file system.
enum ContainerImage {
    /// Where the image was unpacked, which `Tests/run.sh container` says.
    private static let place = ProcessInfo.processInfo.environment["AASA_ORIGIN_IMAGE"]

    /// Whether the image was built for this run.
    static let isBuilt = place != nil

    /// The directory of the image's file system.
    static func directory() throws -> String { "\(try requiredPlace())/image" }

    /// Returns what the image says to the engine that runs it.
    static func settings() throws -> ImageSettings {
        let data = try Data(contentsOf: URL(filePath: "\(requiredPlace())/image.json"))
        return try JSONDecoder().decode(Inspection.self, from: data).docker.config
    }

    private static func requiredPlace() throws -> String {
        guard let place else {
            throw ServerFailure(description: "AASA_ORIGIN_IMAGE does not name an image")
        }
        return place
    }

    /// What an engine does with `--read-only`, without root's rights, and a directory mounted.
    ///
    /// It is run with the image, the user, the directory to mount and where, and stays one
    /// process; what the caller appends is ignored.
    private static let isolation = """
        set -eu
        image=$1 user=$2 source=$3 target=$4
        mount --make-rprivate /
        mount --bind "$image" "$image"
        mount --bind "$source" "$image$target"
        mount --options remount,bind,ro "$image$target"
        mount --options remount,bind,ro,nosuid "$image"
        mount -t proc proc "$image/proc"
        [ -z "${CONTAINER_HAS_NETWORK:-}" ] || ip link set lo up
        cd "$image"
        exec setpriv --no-new-privs --inh-caps=-all \\
            --bounding-set=-all,+sys_chroot,+setuid,+setgid chroot --userspec="$user" \\
            --groups="${user#*:}" "$image" $CONTAINER_COMMAND
        """

    /// Starts a container and waits until it serves.
    ///
    /// - Parameters:
    ///   - configuration: The text of `aasa-origin.yaml` in the directory.
    ///   - directory: The directory that is mounted, which holds what the configuration names.
    ///   - target: Where it is mounted.
    ///   - variables: The environment.
    ///   - hasNetwork: Whether the container has a loopback interface of its own.
    /// - Returns: The server.
    /// - Throws: The system's error, or what the server wrote instead.
    static func run(
        _ configuration: String, in directory: TemporaryDirectory,
        at target: String = "/etc/aasa-origin", variables: [String: String] = [:],
        hasNetwork: Bool = false
    ) throws -> RunningServer {
        let server = try launch(
            configuration, in: directory, at: target, variables: variables,
            hasNetwork: hasNetwork)
        try server.waitForError("line that says it is ready", until: ReadyLine.isReady)
        return server
    }

    /// Starts a container and does not wait for anything.
    ///
    /// - Parameters:
    ///   - configuration: The text of `aasa-origin.yaml` in the directory.
    ///   - directory: The directory that is mounted, which holds what the configuration names.
    ///   - target: Where it is mounted.
    ///   - variables: The environment.
    ///   - hasNetwork: Whether the container has a loopback interface of its own.
    /// - Returns: The server.
    /// - Throws: The system's error.
    static func launch(
        _ configuration: String, in directory: TemporaryDirectory,
        at target: String = "/etc/aasa-origin", variables: [String: String] = [:],
        hasNetwork: Bool = false
    ) throws -> RunningServer {
        let settings = try settings()
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: directory.path)
        var environment = variables
        environment["CONTAINER_COMMAND"] = (settings.entrypoint + settings.command)
            .joined(separator: " ")
        if hasNetwork { environment["CONTAINER_HAS_NETWORK"] = "yes" }
        return try RunningServer(
            launching: configuration, in: directory,
            wrapper: ["unshare", "--mount"] + (hasNetwork ? ["--net"] : []) + [
                "sh", "-c", isolation, "container", try self.directory(), settings.user,
                directory.path, target,
            ],
            environment: environment)
    }

    /// Returns the arguments for `nsenter` that run a command in the container of a server.
    static func entry(to server: RunningServer) throws -> [String] {
        let user = try settings().user.split(separator: ":")
        return [
            "--target", "\(server.identifier)", "--mount", "--net", "--root", "--wd",
            "--setuid", String(user[0]), "--setgid", String(user[1]),
        ]
    }
}

/// The settings of an image, by the names of engines.
struct ImageSettings: Decodable {
    /// The command that says whether a container is well.
    struct HealthCheck: Decodable {
        let command: [String]
        let intervalNanoseconds: Int
        let timeoutNanoseconds: Int

        private enum CodingKeys: String, CodingKey {
            case command = "Test"
            case intervalNanoseconds = "Interval"
            case timeoutNanoseconds = "Timeout"
        }
    }

    let user: String
    let entrypoint: [String]
    let command: [String]
    let labels: [String: String]
    let exposedPorts: [String: [String: String]]
    let stopSignal: String
    let healthCheck: HealthCheck

    private enum CodingKeys: String, CodingKey {
        case user = "User"
        case entrypoint = "Entrypoint"
        case command = "Cmd"
        case labels = "Labels"
        case exposedPorts = "ExposedPorts"
        case stopSignal = "StopSignal"
        case healthCheck = "Healthcheck"
    }
}

/// The part of what `buildah inspect` prints.
private struct Inspection: Decodable {
    struct Docker: Decodable { let config: ImageSettings }

    let docker: Docker

    private enum CodingKeys: String, CodingKey { case docker = "Docker" }
}
