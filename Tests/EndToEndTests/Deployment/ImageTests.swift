import Foundation
import TestSupport
import Testing

/// The image of `Dockerfile`, as `Tests/container.sh` built it.
@Suite(.enabled(if: ContainerImage.isBuilt, "requires Tests/run.sh container"))
struct `The image` {
    @Test func `tells an engine how it is run, asked and ended`() throws {
        let settings = try ContainerImage.settings()
        #expect(settings.user == "65532:65532")
        #expect(settings.entrypoint == ["/usr/bin/aasa-origin"])
        #expect(settings.command == ["serve"])
        #expect(settings.stopSignal == "SIGTERM")
        #expect(settings.healthCheck.command == ["CMD", "/usr/bin/aasa-origin", "health"])
        // The command gives up after 5 seconds on its own.
        #expect(settings.healthCheck.timeoutNanoseconds > 5_000_000_000)
        #expect(
            settings.healthCheck.intervalNanoseconds > settings.healthCheck.timeoutNanoseconds)
    }

    @Test func `is labelled with the version of its program`() throws {
        let labels = try ContainerImage.settings().labels
            .filter { $0.key.hasPrefix("org.opencontainers.image.") }
        let names = labels.keys.map { $0.replacing("org.opencontainers.image.", with: "") }
        #expect(names.sorted() == ["description", "revision", "title", "version"])
        let version = try CommandRunner.output(RunningServer.program, ["--version"])
        let label = try #require(labels["org.opencontainers.image.version"])
        #expect(version == "aasa-origin \(label)\n")
    }

    @Test func `exposes the ports of its own configuration`() throws {
        let text = try DeployFolder.text("container/aasa-origin.yaml")
        let ports = text.matches(of: /"\[::\]:([0-9]+)"/).map { "\($0.1)/tcp" }
        #expect(ports.count == 2)
        #expect(try ContainerImage.settings().exposedPorts.keys.sorted() == ports.sorted())
    }

    @Test func `holds one program and its libraries, and nothing that is set-user-ID`() throws {
        let image = try ContainerImage.directory()
        let executables = try CommandRunner.output(
            "find", [image, "-type", "f", "-perm", "/111", "-printf", "%P\n"])
        let names = executables.split(separator: "\n").filter { !$0.contains(".so.") }
        #expect(names == ["usr/bin/aasa-origin"])
        let special = try CommandRunner.output(
            "find",
            [
                image, "(", "-type", "f", "-perm", "/7000", "-o", "-perm", "/022",
                "-not", "-type", "l", "-o", "-type", "f", "-not", "-user", "0", ")",
                "-printf", "%P\n",
            ])
        #expect(special == "tmp\n")
    }

    @Test func `names the package of each library for those who look for holes`() throws {
        let image = try ContainerImage.directory()
        let packages = try FileManager.default.contentsOfDirectory(
            atPath: "\(image)/var/lib/dpkg/status.d")
        for stem in [
            "ca-certificates", "libc6", "libcurl4", "libmicrohttpd12", "libsqlite3-0", "libssl3",
            "libyaml-0-2", "zlib1g",
        ] {
            let name = try #require(packages.first { $0.hasPrefix(stem) }, "\(packages)")
            let entry = try Fixtures.text(of: "\(image)/var/lib/dpkg/status.d/\(name)")
            #expect(entry.hasPrefix("Package: \(name)\n"))
            #expect(entry.contains("\nVersion: "))
        }
    }

    @Test func `is as small as the README says`() throws {
        let readme = try Fixtures.text(of: "\(DeployFolder.checkout)/README.md")
        let stated = try #require(
            readme.firstMatch(of: /The image has less than ([0-9]+) MiB/)?.1)
        let output = try CommandRunner.output(
            "du", ["--summarize", "--apparent-size", "--bytes", ContainerImage.directory()])
        let size = try #require(output.split(separator: "\t").first.flatMap { Int($0) })
        #expect(try size < #require(Int(stated)) << 20)
    }

    @Test func `trusts the authorities that everybody trusts`() throws {
        let image = try ContainerImage.directory()
        let bundle = try Fixtures.text(of: "\(image)/etc/ssl/certs/ca-certificates.crt")
        #expect(bundle.components(separatedBy: "-----BEGIN CERTIFICATE-----").count > 100)
        let link = try FileManager.default.destinationOfSymbolicLink(
            atPath: "\(image)/usr/lib/ssl/cert.pem")
        #expect(link == "/etc/ssl/certs/ca-certificates.crt")
    }
}
