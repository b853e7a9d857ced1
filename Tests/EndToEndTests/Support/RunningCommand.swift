import TestSupport

/// A command of the built program that runs while the test goes on.
final class RunningCommand {
    /// Standard output.
    let output = LineBuffer()
    /// Standard error.
    let errors = LineBuffer()
    private let streams: TemporaryDirectory
    private let child: Child

    /// Starts it.
    init(_ arguments: [String]) throws {
        streams = try TemporaryDirectory()
        let outputPipe = try NamedPipe(streams.file("output"), .reading)
        let errorPipe = try NamedPipe(streams.file("errors"), .reading)
        child = try ProcessRegistry.start(
            [RunningServer.program] + arguments,
            streams: (input: "/dev/null", output: outputPipe.path, errors: errorPipe.path))
        output.collect(from: outputPipe)
        errors.collect(from: errorPipe)
    }

    /// Waits until standard error has a line that contains a text.
    func waitForError(_ text: String) throws {
        let isThere = errors.wait(deadlineSeconds: RunningServer.deadlineSeconds) { lines in
            lines.contains { $0.contains(text) }
        }
        guard isThere else {
            throw ServerFailure(description: "no '\(text)'; standard error:\n\(errors.text)")
        }
    }

    /// Waits for the end, and of what it wrote, and returns the exit status.
    func waitForExit() throws -> Int32 {
        guard let status = child.wait(deadlineSeconds: RunningServer.deadlineSeconds) else {
            throw ServerFailure(description: "no end; standard error:\n\(errors.text)")
        }
        for stream in [output, errors] {
            stream.waitForEnd(deadlineSeconds: RunningServer.deadlineSeconds)
        }
        return status
    }
}
