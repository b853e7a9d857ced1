import Foundation
import TestSupport

/// Why a server did not do what a test waited for.
struct ServerFailure: Error, CustomStringConvertible {
    let description: String
}

/// The built program `aasa-origin`, run as a server until the object goes.
///
/// - Threads: All methods may be called from any thread.
final class RunningServer: @unchecked Sendable {
    /// The seconds after which a test gives up waiting for the server, which may have been built
    /// with a sanitizer and share its processors with other tests.
    static let deadlineSeconds = 60.0

    /// The directory of the configuration.
    let directory: TemporaryDirectory
    /// Standard output: the access log, unless configured otherwise.
    let output = LineBuffer()
    /// Standard error: diagnostics and events.
    let errors = LineBuffer()
    /// The process id of the program that was started.
    var identifier: Int32 { child.processID }
    private let streams: TemporaryDirectory
    private let child: Child

    /// The program, which stands beside the tests' bundle; the variable names another build.
    static let program: String = {
        let other = ProcessInfo.processInfo.environment["AASA_ORIGIN_PROGRAM"]
        if let other, !other.isEmpty { return other }
        let tests = URL(fileURLWithPath: CommandLine.arguments[0])
        return tests.deletingLastPathComponent().appendingPathComponent("aasa-origin").path
    }()

    /// Starts the program and does not wait for anything.
    ///
    /// - Parameters:
    ///   - configuration: The text of `aasa-origin.yaml`.
    ///   - directory: Where it is written; other files that it names may already be there.
    ///   - wrapper: A program and its arguments that run the server, such as `unshare`.
    ///   - environment: Variables set in addition to those of the test.
    /// - Throws: The system's error.
    convenience init(
        launching configuration: String, in directory: TemporaryDirectory,
        wrapper: [String] = [], environment: [String: String] = [:]
    ) throws {
        try self.init(
            launchingFile: directory.write(configuration, to: "aasa-origin.yaml"), in: directory,
            wrapper: wrapper, environment: environment)
    }

    /// Starts the program with a file that is there, and does not wait for anything.
    init(
        launchingFile file: String, in directory: TemporaryDirectory,
        wrapper: [String] = [], environment: [String: String] = [:]
    ) throws {
        self.directory = directory
        streams = try TemporaryDirectory()
        let outputPipe = try NamedPipe(streams.file("output"), .reading)
        let errorPipe = try NamedPipe(streams.file("errors"), .reading)
        child = try ProcessRegistry.start(
            wrapper + [Self.program, "serve", "--config", file], environment: environment,
            streams: (input: "/dev/null", output: outputPipe.path, errors: errorPipe.path))
        output.collect(from: outputPipe)
        errors.collect(from: errorPipe)
    }

    /// Starts the program and waits until it serves.
    convenience init(
        _ configuration: String, in directory: TemporaryDirectory? = nil, wrapper: [String] = [],
        environment: [String: String] = [:]
    ) throws {
        try self.init(
            launching: configuration, in: directory ?? TemporaryDirectory(), wrapper: wrapper,
            environment: environment)
        try waitForError("line that says it is ready", until: ReadyLine.isReady)
    }

    /// The ports of the listeners, in the order of the configuration.
    var ports: [Int] { ReadyLine.ports(in: errors.lines) }

    /// Waits until standard error satisfies a condition.
    ///
    /// - Parameters:
    ///   - what: What is waited for, in words.
    ///   - isEnough: Asked with all lines so far.
    /// - Throws: ``ServerFailure`` with everything the server wrote.
    func waitForError(_ what: String, until isEnough: ([Substring]) -> Bool) throws {
        guard !errors.wait(deadlineSeconds: Self.deadlineSeconds, until: isEnough) else { return }
        throw ServerFailure(description: "no \(what); standard error:\n\(errors.text)")
    }

    /// Waits until standard output has a number of lines that hold a text, and returns them.
    @discardableResult
    func waitForOutput(lines count: Int, holding text: String = "") throws -> [Substring] {
        func holds(_ line: Substring) -> Bool { text.isEmpty || line.contains(text) }
        guard
            output.wait(
                deadlineSeconds: Self.deadlineSeconds,
                until: { $0.lazy.filter(holds).count >= count })
        else {
            throw ServerFailure(
                description: "fewer than \(count) lines of output:\n\(output.text)")
        }
        return output.lines.filter(holds)
    }

    /// Sends a signal to the program.
    func send(_ signal: Int32) { child.send(signal) }

    /// Replaces the configuration and nothing else.
    func write(_ configuration: String) throws {
        try directory.write(configuration, to: "aasa-origin.yaml")
    }

    /// Waits for the end of the program, and of what it wrote.
    ///
    /// - Returns: The exit status, or minus the number of the signal that ended it.
    func waitForExit() throws -> Int32 {
        guard let status = child.wait(deadlineSeconds: Self.deadlineSeconds) else {
            throw ServerFailure(description: "no end; standard error:\n\(errors.text)")
        }
        // A pipe may still hold what the program wrote last.
        for stream in [output, errors] {
            stream.waitForEnd(deadlineSeconds: Self.deadlineSeconds)
        }
        return status
    }

    /// Ends the program in order.
    ///
    /// - Returns: The exit status.
    @discardableResult
    func stop() throws -> Int32 {
        send(SIGTERM)
        return try waitForExit()
    }

    deinit { child.send(SIGKILL) }
}
