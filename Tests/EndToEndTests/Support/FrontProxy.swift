import Foundation
import TestSupport
import Testing

/// A file of `deploy/proxies` for a proxy of Debian.
enum ProxyFile: String, CaseIterable, CustomStringConvertible {
    case nginxPassThrough = "nginx-pass-through.conf"
    case nginxTerminated = "nginx-terminated.conf"
    case haproxyPassThrough = "haproxy-pass-through.cfg"
    case haproxyTerminated = "haproxy-terminated.cfg"
    case caddyTerminated = "Caddyfile"

    var description: String { rawValue }

    /// The program that reads it.
    var program: String {
        switch self {
        case .nginxPassThrough, .nginxTerminated: "/usr/sbin/nginx"
        case .haproxyPassThrough, .haproxyTerminated: "/usr/sbin/haproxy"
        case .caddyTerminated: "/usr/bin/caddy"
        }
    }

    /// Whether the server sees the TLS of clients.
    var passesTLS: Bool { self == .nginxPassThrough || self == .haproxyPassThrough }

    /// Whether it offers HTTP/2 to clients, while it speaks HTTP/1.1 to the server.
    var offersHTTP2: Bool { self == .haproxyTerminated || self == .caddyTerminated }

    /// Whether it asks the server's admin listener whether requests are taken.
    var asksForReadiness: Bool { program != Self.nginxTerminated.program }

    /// The files whose program is installed, or has to be.
    static let testable = allCases.filter { file in
        let needs = [file.program] + (file == .nginxPassThrough ? [streamModule] : [])
        return Requirement.mustRun || needs.allSatisfy(FileManager.default.fileExists)
    }

    /// What nginx passes TLS through with.
    static let streamModule = "/usr/lib/nginx/modules/ngx_stream_module.so"
}

/// A proxy that runs a file of `deploy/proxies` until the object goes.
///
/// The file is taken as it is but for addresses, ports and the places of certificates; each of
/// them has to stand in it.
final class FrontProxy {
    /// Its port for TLS on 127.0.0.1.
    let tlsPort: Int
    /// Its port for plain HTTP on 127.0.0.1.
    let plainPort: Int
    private let directory: TemporaryDirectory
    private let child: Child

    /// Starts a proxy and waits until it takes connections.
    ///
    /// - Parameters:
    ///   - file: The file that it runs.
    ///   - backends: The ports on 127.0.0.1 by those that stand in the file.
    ///   - second: The same of a second server on 127.0.0.2, where there is one.
    ///   - leaf: The certificate for both hosts.
    /// - Throws: ``ServerFailure`` when it does not start.
    init(
        _ file: ProxyFile, backends: [Int: Int], second: [Int: Int]? = nil,
        leaf: TestCertificates.Leaf
    ) throws {
        directory = try TemporaryDirectory()
        for _ in 0..<5 {
            let ports = (try WebServer.freePort(), try WebServer.freePort())
            let text = try Self.text(
                of: file, ports: ports, backends: backends, second: second, leaf: leaf,
                in: directory)
            let child = try Self.start(file, text, in: directory)
            if Self.listens(on: ports.0), Self.listens(on: ports.1) {
                (tlsPort, plainPort) = ports
                self.child = child
                return
            }
            child.send(SIGKILL)
        }
        throw ServerFailure(
            description: "\(file) did not start: \((try? directory.text(of: "errors")) ?? "")")
    }

    deinit { child.send(SIGTERM) }

    private static func listens(on port: Int) -> Bool {
        let deadline = Date(timeIntervalSinceNow: 10)
        while Date() < deadline {
            if (try? RawConnection(port: port)) != nil { return true }
            // Between two tries nothing happens that one could wait for.
            _ = DispatchSemaphore(value: 0).wait(timeout: .now() + 0.02)
        }
        return false
    }

    /// Returns the text of a file with what a test has to change in it.
    private static func text(
        of file: ProxyFile, ports: (tls: Int, plain: Int), backends: [Int: Int],
        second: [Int: Int]?, leaf: TestCertificates.Leaf, in directory: TemporaryDirectory
    ) throws -> String {
        var text = try DeployFolder.text("proxies/\(file.rawValue)")
        func replace(_ old: String, _ new: String) throws {
            guard text.contains(old) else {
                throw ServerFailure(description: "\(file) has no '\(old)'")
            }
            text = text.replacing(old, with: new)
        }
        for (shipped, actual) in backends where text.contains("127.0.0.1:\(shipped)") {
            try replace("127.0.0.1:\(shipped)", "127.0.0.1:\(actual)")
        }
        if let second {
            let line = try #require(
                text.firstMatch(of: /# ((?:server|to) .*)192\.0\.2\.11:([0-9]+)/))
            let port = try #require(second[Int(line.2) ?? 0])
            try replace(String(line.0), "\(line.1)127.0.0.2:\(port)")
        }
        let admin = backends[9180] ?? 9180
        switch file.program {
        case ProxyFile.nginxTerminated.program:
            if file == .nginxTerminated {
                let snippet = DeployFolder.path("proxies/nginx-snippet.conf")
                try replace("snippets/aasa-origin.conf", snippet)
            }
            for (shipped, port) in [(443, ports.tls), (80, ports.plain)] {
                try replace("listen \(shipped)", "listen 127.0.0.1:\(port)")
                try replace("listen [::]:\(shipped)", "listen [::1]:\(port)")
            }
        case ProxyFile.haproxyTerminated.program:
            for (shipped, port) in [(443, ports.tls), (80, ports.plain)] {
                try replace("bind :\(shipped)", "bind 127.0.0.1:\(port)")
                try replace("bind [::]:\(shipped)", "bind [::1]:\(port)")
            }
            try replace("check port 9180 inter 2s", "check port \(admin) inter 100ms")
            // A check may take as long as it does on a busy machine.
            try replace("timeout connect 5s", "timeout connect 5s\n    timeout check 30s")
        default:
            try replace(
                "\tservers {",
                "\tadmin off\n\tdefault_bind 127.0.0.1\n\thttp_port \(ports.plain)\n"
                    + "\thttps_port \(ports.tls)\n\tservers {")
            try replace("health_port 9180", "health_port \(admin)")
            try replace("health_interval 2s", "health_interval 100ms")
        }
        if !file.passesTLS { try replaceCertificates(of: file, leaf, directory, replace) }
        return text
    }

    private static func replaceCertificates(
        of file: ProxyFile, _ leaf: TestCertificates.Leaf, _ directory: TemporaryDirectory,
        _ replace: (String, String) throws -> Void
    ) throws {
        guard file != .haproxyTerminated else {
            try directory.write(Fixtures.text(of: leaf.combined), to: "tls/hosts.pem")
            return try replace("/etc/haproxy/tls", directory.file("tls"))
        }
        let place = file == .nginxTerminated ? "/etc/nginx/tls" : "/etc/caddy/tls"
        for host in ["shop.example.com", "www.example.com"] {
            try replace("\(place)/\(host).pem", leaf.chain)
            try replace("\(place)/\(host).key", leaf.key)
        }
    }

    private static func start(
        _ file: ProxyFile, _ text: String, in directory: TemporaryDirectory
    ) throws -> Child {
        let path = try directory.write(text, to: file.rawValue)
        let command: [String]
        switch file.program {
        case ProxyFile.nginxTerminated.program:
            let main = try directory.write(nginx(file, path, directory.path), to: "main.conf")
            command = ["-p", directory.path, "-e", directory.file("errors"), "-c", main]
        case ProxyFile.haproxyTerminated.program:
            let main = try directory.write("global\n    log stderr local0\n", to: "main.cfg")
            command = ["-db", "-dW", "-f", main, "-f", path]
        default: command = ["run", "--adapter", "caddyfile", "--config", path]
        }
        return try ProcessRegistry.start(
            [file.program] + command, environment: ["HOME": directory.path],
            streams: ("/dev/null", directory.file("output"), directory.file("errors")))
    }

    /// What surrounds the file in Debian's `nginx.conf`, without root.
    private static func nginx(_ file: ProxyFile, _ path: String, _ directory: String) -> String {
        let head = "daemon off;\nmaster_process off;\npid \(directory)/pid;\nevents {}\n"
        guard file != .nginxPassThrough else {
            return "load_module \(ProxyFile.streamModule);\n" + head
                + "include \(path);\n"
        }
        let places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
            "\($0)_temp_path \(directory)/\($0);\n"
        }
        // What Debian's sets for all sites.
        let site = "gzip on;\nssl_protocols TLSv1 TLSv1.1 TLSv1.2 TLSv1.3;\nsendfile on;\n"
        return head + "http {\naccess_log off;\n\(site)\(places.joined())include \(path);\n}\n"
    }
}
