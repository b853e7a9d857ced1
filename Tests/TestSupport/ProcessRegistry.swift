import Foundation
import Synchronization

/// The programs that were started; those left when the tests end are killed then.
package enum ProcessRegistry {
    private static let started = Mutex<[Child]>([])
    private static let atEnd: Void = {
        atexit { ProcessRegistry.started.withLock { $0.forEach { $0.send(SIGKILL) } } }
    }()

    /// Starts a program in the environment of the tests and remembers it.
    ///
    /// - Parameters:
    ///   - command: The program, looked up in `PATH`, and its arguments.
    ///   - environment: Variables set in addition to those of the tests.
    ///   - streams: The files of its standard streams.
    /// - Returns: The running program.
    /// - Throws: ``CommandFailure`` when it is missing, or the system's error.
    package static func start(
        _ command: [String], environment: [String: String] = [:],
        streams: (input: String, output: String, errors: String)
    ) throws -> Child {
        _ = atEnd
        let variables = Child.inherited.merging(environment) { $1 }
        let child = try Child(
            path: CommandRunner.path(of: command[0]), arguments: command,
            environment: variables.map { "\($0.key)=\($0.value)" }, streams: streams)
        started.withLock { $0.append(child) }
        return child
    }
}
