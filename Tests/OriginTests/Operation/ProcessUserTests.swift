import Diagnostics
import TestSupport
import Testing

@testable import Configuration
@testable import Origin

/// A configuration's addresses and user, the user of the process, and what becomes of them.
struct UserCase: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var address: ListenerConfiguration.Address = .internet(host: "127.0.0.1", port: 8443)
    var admin: ListenerConfiguration.Address?
    var user: String?
    var userID: UInt32 = 0
    /// The number of the user to become.
    var successor: UInt32?
    /// The finding, word for word.
    var finding: String?

    static let everywhere = ListenerConfiguration.Address.internet(host: "::", port: 443)

    static let all = [
        UserCase(testDescription: "root stays root on a loopback address"),
        UserCase(
            testDescription: "root stays root on a Unix socket", address: .unix(path: "/run/x")),
        UserCase(
            testDescription: "root is refused on every address", address: everywhere,
            finding: """
                test.yaml:1:3: error: root does not serve 'first' without being told to \
                [root-without-user]
                  1 | one
                    |   ^
                  hint: add 'user: www-data' to give up the rights of root once the ports are \
                bound, or 'user: root' to keep them

                """),
        UserCase(
            testDescription: "root is refused for the admin listener too", admin: everywhere,
            finding: """
                test.yaml:2:3: error: root does not serve 'second' without being told to \
                [root-without-user]
                  2 | two
                    |   ^
                  hint: add 'user: www-data' to give up the rights of root once the ports are \
                bound, or 'user: root' to keep them

                """),
        UserCase(
            testDescription: "root stays root when told so", address: everywhere, user: "root"),
        UserCase(
            testDescription: "root becomes a user by number", address: everywhere, user: "54321",
            successor: 54_321),
        UserCase(
            testDescription: "another user serves every address", address: everywhere,
            userID: 1_000),
        UserCase(
            testDescription: "another user stays who it is by name", address: everywhere,
            user: "1000", userID: 1_000),
        UserCase(
            testDescription: "another user cannot become a third", user: "54321", userID: 1_000,
            finding: """
                test.yaml:2:3: warning: only root can become user '54321'; this is user 1000 \
                [user-ignored]
                  2 | two
                    |   ^
                  hint: the process serves as the user it was started as

                """),
        UserCase(
            testDescription: "a user that does not exist is refused", user: "no-such-user",
            finding: """
                test.yaml:2:3: error: this machine has no user 'no-such-user' [unknown-user]
                  2 | two
                    |   ^
                  hint: create it with 'adduser --system --group no-such-user', or write the \
                number of one

                """),
        UserCase(
            testDescription: "the number that stands for nobody in particular is refused",
            user: "4294967295",
            finding: """
                test.yaml:2:3: error: this machine has no user '4294967295' [unknown-user]
                  2 | two
                    |   ^
                  hint: create it with 'adduser --system --group 4294967295', or write the \
                number of one

                """),
    ]

    var configuration: Configuration {
        var sample = SampleConfiguration()
        sample.value.listeners = [
            ListenerConfiguration(
                name: "first", address: address, kind: .tls, location: SampleConfiguration.place(1))
        ]
        sample.value.admin = admin.map {
            AdminConfiguration(
                address: $0, name: "second", hosts: [], location: SampleConfiguration.place(2))
        }
        sample.value.user = user.map {
            UserConfiguration(name: $0, location: SampleConfiguration.place(2))
        }
        return sample.value
    }
}

struct `The user of the process` {
    @Test(arguments: UserCase.all)
    func `is decided before anything is opened`(_ example: UserCase) {
        var findings: [Diagnostic] = []
        var successor: UInt32?
        do throws(Diagnostic) {
            let user = try ProcessUser(example.configuration, userID: example.userID)
            (successor, findings) = (user.successor?.userID, user.findings)
        } catch {
            findings = [error]
        }
        #expect(successor == example.successor)
        #expect(DiagnosticText().text(for: findings) == example.finding ?? "")
    }

    @Test func `differs from the start only by a restart`() throws {
        let started = UserCase(testDescription: "", user: "1000").configuration
        let later = UserCase(testDescription: "", user: "1001").configuration
        let findings = RestartNeeds.findings(started: started, new: later)
        #expect(
            findings.map(\.message) == ["user differs from what the process started with"])
    }
}
