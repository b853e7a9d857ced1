import Foundation

/// What a finished program left behind.
package struct CommandResult: Sendable {
    /// The exit status, or minus the number of the signal that ended it.
    package var exitCode: Int32
    /// The bytes of standard output.
    package var output: [UInt8]
    /// The bytes of standard error.
    package var errors: [UInt8]

    /// Standard output as text.
    package var outputText: String { String(decoding: output, as: UTF8.self) }
    /// Standard error as text.
    package var errorText: String { String(decoding: errors, as: UTF8.self) }
}

/// Why a program gave no result.
package enum CommandFailure: Error, CustomStringConvertible {
    /// No such program stands in the search path; tests that need it fail.
    case missing(String)
    /// It did not end in time and was killed.
    case deadline(String, Double)
    /// It ended with another status than 0.
    case status(String, Int32, String)

    /// The failure in words.
    package var description: String {
        switch self {
        case .missing(let program): "'\(program)' is not installed"
        case .deadline(let command, let seconds): "no end after \(seconds) s: \(command)"
        case .status(let command, let code, let errors): "exit \(code): \(command)\n\(errors)"
        }
    }
}

/// Runs real programs for tests.
///
/// Streams are files, so that no amount of output can block the program.
package enum CommandRunner {
    /// Runs a program to its end.
    ///
    /// - Parameters:
    ///   - program: A path, or a name that is looked up in `PATH`.
    ///   - arguments: Its arguments.
    ///   - input: What it reads from standard input.
    ///   - environment: Variables set in addition to those of the test.
    ///   - directory: Its working directory, or `nil` for that of the test.
    ///   - deadlineSeconds: When it is killed.
    /// - Returns: Its exit status and output.
    /// - Throws: ``CommandFailure`` when the program is missing or did not end in time.
    package static func run(
        _ program: String, _ arguments: [String], input: [UInt8] = [],
        environment: [String: String] = [:], directory: String? = nil,
        deadlineSeconds: Double = 60
    ) throws -> CommandResult {
        let streams = try TemporaryDirectory()
        try streams.write(input, to: "in")
        let variables = Child.inherited.merging(environment) { $1 }
        let file = try path(of: program)
        let enter = directory.map { ["sh", "-c", "cd -- \"$0\" && exec \"$@\"", $0, file] }
        let child = try Child(
            path: enter == nil ? file : "/bin/sh", arguments: (enter ?? [program]) + arguments,
            environment: variables.map { "\($0)=\($1)" },
            streams: (streams.file("in"), streams.file("out"), streams.file("err")))
        guard let exitCode = child.wait(deadlineSeconds: deadlineSeconds) else {
            let command = ([program] + arguments).joined(separator: " ")
            throw CommandFailure.deadline(command, deadlineSeconds)
        }
        return CommandResult(
            exitCode: exitCode,
            output: try streams.bytes(of: "out"),
            errors: try streams.bytes(of: "err"))
    }

    /// Runs a program that must succeed, and returns its standard output as text.
    ///
    /// - Parameters:
    ///   - program: A path, or a name that is looked up in `PATH`.
    ///   - arguments: Its arguments.
    ///   - input: What it reads from standard input.
    ///   - directory: Its working directory, or `nil` for that of the test.
    /// - Returns: Its standard output.
    /// - Throws: ``CommandFailure`` when it is missing, hangs or fails.
    @discardableResult
    package static func output(
        _ program: String, _ arguments: [String], input: [UInt8] = [], directory: String? = nil
    ) throws -> String {
        let result = try run(program, arguments, input: input, directory: directory)
        guard result.exitCode == 0 else {
            let command = ([program] + arguments).joined(separator: " ")
            throw CommandFailure.status(command, result.exitCode, result.errorText)
        }
        return result.outputText
    }

    /// Returns where a program stands.
    ///
    /// - Parameter program: A path, or a name that is looked up in `PATH`.
    /// - Returns: The path to run.
    /// - Throws: ``CommandFailure/missing(_:)``.
    package static func path(of program: String) throws -> String {
        if program.contains("/") { return program }
        let search = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        for directory in search.split(separator: ":") {
            let candidate = "\(directory)/\(program)"
            if FileManager.default.isExecutableFile(atPath: candidate) { return candidate }
        }
        throw CommandFailure.missing(program)
    }
}
