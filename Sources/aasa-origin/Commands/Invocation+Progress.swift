import POSIX

extension Invocation {
    /// Starts a line of progress, which nobody sees where machines read what comes out.
    ///
    /// - Parameter option: The option that asks for output for machines.
    /// - Returns: The line.
    func progress(unless option: Option? = nil) -> ProgressLine {
        let line = ProgressLine()
        if option.map(has) != true { line.start() }
        return line
    }
}
