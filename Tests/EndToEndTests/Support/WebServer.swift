import Foundation
import TestSupport

/// A web server of Debian, nginx or Caddy, that runs until the object goes.
final class WebServer {
    /// Which server it is.
    enum Kind: String {
        case nginx
        case caddy
    }

    /// Its port on 127.0.0.1.
    let port: Int
    private let directory: TemporaryDirectory
    private let child: Child

    /// Whether the program is installed; where tests may not be skipped, it has to be.
    static func isThere(_ kind: Kind) -> Bool {
        ProcessInfo.processInfo.environment["CI"] != nil
            || (try? CommandRunner.path(of: kind.rawValue)) != nil
            || FileManager.default.isExecutableFile(atPath: "/usr/sbin/\(kind.rawValue)")
    }

    /// Starts a server and waits until it takes connections.
    ///
    /// Neither of them can say which port it got, so free ones are tried.
    ///
    /// - Parameters:
    ///   - kind: Which server.
    ///   - site: What stands inside `server { … }` of nginx, or a site's block of Caddy.
    ///   - leaf: The certificate.
    /// - Throws: ``ServerFailure`` when it does not start.
    init(_ kind: Kind, _ site: String, leaf: TestCertificates.Leaf) throws {
        directory = try TemporaryDirectory()
        for _ in 0..<5 {
            let port = try Self.freePort()
            let child = try Self.start(kind, site, leaf, port, in: directory)
            let deadline = Date(timeIntervalSinceNow: 10)
            while Date() < deadline {
                if (try? RawConnection(port: port)) != nil {
                    self.port = port
                    self.child = child
                    return
                }
                // Between two tries nothing happens that one could wait for.
                _ = DispatchSemaphore(value: 0).wait(timeout: .now() + 0.02)
            }
            child.send(SIGKILL)
        }
        throw ServerFailure(
            description: "\(kind) did not start: \((try? directory.text(of: "errors")) ?? "")")
    }

    deinit { child.send(SIGTERM) }

    private static func start(
        _ kind: Kind, _ site: String, _ leaf: TestCertificates.Leaf, _ port: Int,
        in directory: TemporaryDirectory
    ) throws -> Child {
        let streams = (
            input: "/dev/null", output: directory.file("output"), errors: directory.file("errors")
        )
        switch kind {
        case .nginx:
            let file = try directory.write(
                nginx(site, leaf, port, directory.path), to: "nginx.conf")
            let sbin = "/usr/sbin/nginx"
            let program =
                FileManager.default.isExecutableFile(atPath: sbin) ? sbin : kind.rawValue
            return try ProcessRegistry.start(
                [program, "-p", directory.path, "-e", directory.file("errors"), "-c", file],
                streams: streams)
        case .caddy:
            let file = try directory.write(caddy(site, leaf, port), to: "Caddyfile")
            return try ProcessRegistry.start(
                [kind.rawValue, "run", "--adapter", "caddyfile", "--config", file],
                environment: ["HOME": directory.path], streams: streams)
        }
    }

    private static func nginx(
        _ site: String, _ leaf: TestCertificates.Leaf, _ port: Int, _ directory: String
    ) -> String {
        """
        daemon off;
        master_process off;
        pid \(directory)/pid;
        events {}
        http {
          access_log off;
          client_body_temp_path \(directory)/a;
          proxy_temp_path \(directory)/b;
          fastcgi_temp_path \(directory)/c;
          uwsgi_temp_path \(directory)/d;
          scgi_temp_path \(directory)/e;
          server {
            listen 127.0.0.1:\(port) ssl;
            ssl_certificate \(leaf.chain);
            ssl_certificate_key \(leaf.key);
            \(site)
          }
        }

        """
    }

    private static func caddy(
        _ site: String, _ leaf: TestCertificates.Leaf, _ port: Int
    ) -> String {
        """
        {
          admin off
          auto_https off
          default_bind 127.0.0.1
        }
        https://shop.example.com:\(port), https://www.shop.example.com:\(port) {
          tls \(leaf.chain) \(leaf.key)
          \(site)
        }

        """
    }

    /// Returns a port of 127.0.0.1 that nobody has at this moment.
    static func freePort() throws -> Int {
        let probe = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(probe) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        return try withUnsafeMutablePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                guard bind(probe, generic, length) == 0,
                    getsockname(probe, generic, &length) == 0
                else { throw POSIXError(.EADDRNOTAVAIL) }
            }
            return Int(UInt16(bigEndian: pointer.pointee.sin_port))
        }
    }
}
