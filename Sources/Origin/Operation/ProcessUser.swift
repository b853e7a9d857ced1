package import Configuration
package import Diagnostics
package import POSIX

/// Who the process is, and whom it becomes before it serves.
package struct ProcessUser: Sendable {
    /// The user to become, or `nil` to stay the one that the process was started as.
    package let successor: Privileges.Identity?
    /// What the operator should know about the choice.
    package let findings: [Diagnostic]

    private let configuration: Configuration

    /// Decides before anything is opened.
    ///
    /// Root serves other machines only when it is told to, by `user: root`.
    ///
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - userID: The user of the process; 0 is root.
    /// - Throws: `root-without-user` and `unknown-user`.
    package init(
        _ configuration: Configuration, userID: UInt32 = ProcessContext.userID
    ) throws(Diagnostic) {
        self.configuration = configuration
        guard let user = configuration.user else {
            if userID == 0, let address = configuration.reachableAddress {
                throw Self.rootWithoutUser(address.name, at: address.location)
            }
            (successor, findings) = (nil, [])
            return
        }
        let identity = try Self.identity(of: user)
        switch (userID, identity.userID) {
        case (_, userID): (successor, findings) = (nil, [])
        case (0, _): (successor, findings) = (identity, [])
        default: (successor, findings) = (nil, [Self.notRoot(user, userID)])
        }
    }

    /// Becomes the user.
    ///
    /// - Returns: A warning for each file that the user needs and may not open.
    /// - Throws: `user-not-changed`; the process must end then.
    package func become() throws(Diagnostic) -> [Diagnostic] {
        guard let successor else { return [] }
        do {
            try Privileges.drop(to: successor)
        } catch {
            throw Diagnostic(
                .error, "user-not-changed",
                "cannot become user \(Diagnostic.quoted(successor.name)): \(error.reason)",
                at: configuration.user?.location,
                hint: "start as root with the capabilities setuid and setgid, or as that user "
                    + "and without 'user'")
        }
        return inaccessibleFiles(successor.name)
    }

    private func inaccessibleFiles(_ user: String) -> [Diagnostic] {
        let name = Diagnostic.quoted(user)
        var findings: [Diagnostic] = []
        for (path, location) in filesOfReload where !Files.isReadable(path) {
            findings.append(
                Diagnostic(
                    .warning, "unreadable-for-user",
                    "user \(name) cannot read \(Diagnostic.quotedPath(path)), which a reload has "
                        + "to",
                    at: location, hint: "until the user may read it, every reload is refused"))
        }
        if case .file(let path) = configuration.log.access, !Files.isWritable(path) {
            findings.append(
                Diagnostic(
                    .warning, "log-not-writable-for-user",
                    "user \(name) cannot open log \(Diagnostic.quotedPath(path)) again",
                    at: configuration.log.accessLocation,
                    hint: "give the file to the user, or SIGUSR1 leaves the old file in use"))
        }
        return findings
    }

    /// What every load reads, with the place that names it.
    private var filesOfReload: [(path: String, location: Location?)] {
        var files = configuration.sources.map {
            (path: $0.name, location: configuration.user?.location)
        }
        for certificate in configuration.tls.certificates {
            let paths = [
                certificate.certificateFile, certificate.keyFile, certificate.passphraseFile,
                certificate.ocspFile,
            ]
            files += paths.compactMap(\.self).map { ($0, certificate.location) }
        }
        if let admin = configuration.admin, let token = admin.tokenFile {
            files.append((token, admin.location))
        }
        return files
    }

    private static func identity(
        of user: UserConfiguration
    ) throws(Diagnostic) -> Privileges.Identity {
        do {
            return try Privileges.identity(of: user.name)
        } catch {
            let name = Diagnostic.quoted(user.name)
            switch error {
            case .unknownUser:
                throw Diagnostic(
                    .error, "unknown-user", "this machine has no user \(name)",
                    at: user.location,
                    hint:
                        "create it with 'adduser --system --group "
                        + "\(Diagnostic.printable(user.name))', or write the number of one")
            case .system(let error):
                throw Diagnostic(
                    .error, "unknown-user", "cannot look up user \(name): \(error.reason)",
                    at: user.location)
            }
        }
    }

    private static func rootWithoutUser(_ address: String, at location: Location) -> Diagnostic {
        Diagnostic(
            .error, "root-without-user",
            "root does not serve \(Diagnostic.quoted(address)) without being told to",
            at: location,
            hint: "add 'user: www-data' to give up the rights of root once the ports are bound, "
                + "or 'user: root' to keep them")
    }

    private static func notRoot(_ user: UserConfiguration, _ userID: UInt32) -> Diagnostic {
        Diagnostic(
            .warning, "user-ignored",
            "only root can become user \(Diagnostic.quoted(user.name)); this is user \(userID)",
            at: user.location, hint: "the process serves as the user it was started as")
    }
}
