import POSIX
import Testing

/// Looking up users; becoming one is tested with the built server, since it is for good.
struct `A user of the system` {
    @Test func `is found by name with its group`() throws {
        let root = try Privileges.identity(of: "root")
        #expect(root.userID == 0)
        #expect(root.groupID == 0)
        #expect(root.name == "root")
    }

    @Test(arguments: ["54321", "0", "4294967294"])
    func `is taken from a number, which is the group too`(text: String) throws {
        let user = try Privileges.identity(of: text)
        #expect(user.userID == UInt32(text))
        #expect(user.groupID == UInt32(text))
    }

    @Test(arguments: ["", "no-such-user", "-1", "4294967295", "4294967296", "1 ", "root:root"])
    func `is unknown where the system has none`(text: String) {
        #expect(throws: Privileges.Failure.unknownUser) {
            try Privileges.identity(of: text)
        }
    }

    @Test func `that the process is already keeps everything`() throws {
        let own = "\(ProcessContext.userID)"
        try Privileges.drop(to: Privileges.identity(of: own))
        #expect("\(ProcessContext.userID)" == own)
    }
}
