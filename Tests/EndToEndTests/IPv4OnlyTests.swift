import Foundation
import TestSupport
import Testing

/// Whether a test that cannot do its work must fail instead of being skipped.
private let mustRun = ProcessInfo.processInfo.environment["CI"] != nil

/// Servers whose configuration asks for both versions of IP, on machines that have one.
struct `A machine without IPv6` {
    /// Runs a program that gets no socket of IPv6, as if the kernel had none: a filter of its
    /// calls refuses the family.
    private static let withoutFamily = [
        "perl", "-e",
        """
        use POSIX; my ($socket, $prctl) = (uname)[4] eq "x86_64" ? (41, 157) : (198, 167);
        my @steps = ([0x20, 0, 0, 0], [0x15, 0, 3, $socket], [0x20, 0, 0, 16], [0x15, 0, 1, 10],
            [0x06, 0, 0, 0x50000 | EAFNOSUPPORT], [0x06, 0, 0, 0x7fff0000]);
        my $filter = join "", map { pack "SCCL", @$_ } @steps;
        syscall($prctl, 38, 1, 0, 0, 0) == 0 or die "prctl: $!";
        syscall($prctl, 22, 2, pack("Sx![8]P", scalar @steps, $filter)) == 0 or die "prctl: $!";
        exec @ARGV or die "exec: $!";
        """, "--",
    ]

    /// Runs a program in a network of its own, in which IPv6 is switched off.
    private static let switchedOff = [
        "unshare", "--net", "sh", "-c",
        """
        perl -e 'my $lo = pack("a16Sx22", "lo", 1); socket(ANY, 2, 2, 0);
            ioctl(ANY, 0x8914, $lo) or die "lo: $!"' &&
            echo 1 >/proc/sys/net/ipv6/conf/all/disable_ipv6 && exec "$@"
        """,
        "sh",
    ]

    /// Asks for the document over IPv4.
    private static func get(_ port: Int, wrapper: [String] = []) throws -> HTTPReply? {
        let command =
            wrapper + [
                "curl", "--silent", "--show-error", "--include", "--noproxy", "*", "--cacert",
                try Site.authority(), "--resolve", "shop.example.com:\(port):127.0.0.1",
                "https://shop.example.com:\(port)\(RequestTable.wellKnown)",
            ]
        return HTTPReply(try CommandRunner.output(command[0], Array(command.dropFirst())))
    }

    @Test func `is served over IPv4 by a listener for both, with one warning`() throws {
        let server = try RunningServer(
            Site.configuration(listen: "listen: [\"[::]:0\"]\nuser: root\n"),
            wrapper: Self.withoutFamily)
        let warnings = server.errors.lines.filter { $0.contains("ipv6-unavailable") }
        #expect(warnings.count == 1)
        #expect(warnings[0].contains("the system has no IPv6; [::]:0 serves IPv4 only"))
        let address = try #require(
            server.errors.text.firstMatch(of: #/listening on https://0\.0\.0\.0:([0-9]+)/#))
        let reply = try Self.get(try #require(Int(address.1)))
        #expect(reply?.body == Site.document())
    }

    @Test(.enabled(if: getuid() == 0 || mustRun, "requires root"))
    func `where it is switched off is served over IPv4 by the default listener`() throws {
        let server = try RunningServer(
            Site.configuration(listen: "user: root\n"), wrapper: Self.switchedOff)
        let place = ["nsenter", "--target", "\(server.identifier)", "--net"]
        #expect(try Self.get(443, wrapper: place)?.body == Site.document())
    }
}
