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

    /// What an engine does with `--read-only`, without root's rights, and directories mounted.
    ///
    /// It is run with the image, the user, pairs of a directory and where it is mounted, and
    /// two dashes; what the caller appends is ignored. It stays one process. What is mounted
    /// needs directories, which are made in memory above the image.
    private static let isolation = """
        set -eu
        image=$1 user=$2
        shift 2
        mount --make-rprivate /
        mount -t tmpfs tmpfs /mnt
        mkdir /mnt/upper /mnt/work /mnt/root
        root=/mnt/root
        mount -t overlay overlay \\
            -o "lowerdir=$image,upperdir=/mnt/upper,workdir=/mnt/work" "$root"
        while [ "$1" != -- ]; do
            mkdir -p "$root$2"
            mount --bind "$1" "$root$2"
            mount -o remount,bind,ro "$root$2"
            shift 2
        done
        mkdir -p "$root/proc"
        mount -t proc proc "$root/proc"
        mount -o remount,bind,ro,nosuid "$root"
        [ -z "${CONTAINER_HAS_NETWORK:-}" ] || ip link set lo up
        cd "$root"
        exec setpriv --no-new-privs --inh-caps=-all \\
            --bounding-set=-all,+sys_chroot,+setuid,+setgid chroot --userspec="$user" \\
            --groups="${user#*:}" "$root" $CONTAINER_COMMAND
        """

    /// A directory and where it is mounted.
    struct Mount {
        /// The path on this machine.
        let source: String
        /// The path in the container.
        let target: String
    }

    /// Starts a container with one directory and waits until it serves.
    ///
    /// - Parameters:
    ///   - configuration: The text of `aasa-origin.yaml` in the directory.
    ///   - directory: The directory, which holds what the configuration names.
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
        try directory.write(configuration, to: "aasa-origin.yaml")
        return try run(
            in: directory, [Mount(source: directory.path, target: target)],
            variables: variables, hasNetwork: hasNetwork)
    }

    /// Starts a container and waits until it serves.
    ///
    /// - Parameters:
    ///   - directory: The directory that the others are in.
    ///   - mounts: The directories.
    ///   - variables: The environment.
    ///   - hasNetwork: Whether the container has a loopback interface of its own.
    /// - Returns: The server.
    /// - Throws: The system's error, or what the server wrote instead.
    static func run(
        in directory: TemporaryDirectory, _ mounts: [Mount], variables: [String: String] = [:],
        hasNetwork: Bool = false
    ) throws -> RunningServer {
        let server = try launch(
            in: directory, mounts, variables: variables, hasNetwork: hasNetwork)
        try server.waitForError("line that says it is ready", until: ReadyLine.isReady)
        return server
    }

    /// Starts a container and does not wait for anything.
    static func launch(
        in directory: TemporaryDirectory, _ mounts: [Mount], variables: [String: String],
        hasNetwork: Bool = false
    ) throws -> RunningServer {
        let settings = try settings()
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: directory.path)
        var environment = variables
        environment["CONTAINER_COMMAND"] = (settings.entrypoint + settings.command)
            .joined(separator: " ")
        if hasNetwork { environment["CONTAINER_HAS_NETWORK"] = "yes" }
        let places = mounts.flatMap { [$0.source, $0.target] }
        return try RunningServer(
            launchingFile: "", in: directory,
            wrapper: ["unshare", "--mount"] + (hasNetwork ? ["--net"] : []) + [
                "sh", "-c", isolation, "container", try self.directory(), settings.user,
            ] + places + ["--"],
            environment: environment)
    }

    /// Returns what a command says that is run in the network of a container.
    static func output(
        _ server: RunningServer, _ program: String, _ arguments: [String]
    ) throws -> String {
        try CommandRunner.output(
            "nsenter", ["--target", "\(server.identifier)", "--net", program] + arguments)
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
