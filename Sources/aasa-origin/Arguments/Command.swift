import Diagnostics

/// A command of the program, as data: what it takes, what it does, and an example.
struct Command: Sendable {
    /// The word on the command line.
    let name: String
    /// What it does, in one line.
    let summary: String
    /// The words behind the options, such as `HOST`; empty when there are none.
    var operands = ""
    /// How many words it takes behind the options.
    var operandCount: ClosedRange<Int> = 0...0
    /// The options beside those that every command has.
    var options: [Option] = []
    /// More to know, in lines of at most 80 characters.
    var details: [String] = []
    /// One command line that works.
    let example: String
    /// Runs it.
    let run: @Sendable (Invocation) throws(UsageError) -> ExitCode

    /// All options: its own, and those of every command that it gives no meaning of its own.
    var allOptions: [Option] {
        options + Option.common.filter { common in !options.contains { $0.name == common.name } }
    }
}

/// An option of a command.
struct Option: Sendable, Hashable {
    /// The spelling with two dashes.
    let name: String
    /// The spelling with one dash, if there is one.
    var short: String?
    /// The word for its value in the help, or `nil` when it takes none.
    var value: String?
    /// What it does, in one line.
    let summary: String

    static let help = Option(name: "--help", short: "-h", summary: "show this help")
    static let version = Option(name: "--version", summary: "show the version")
    static let common = [help, version]

    static let config = Option(
        name: "--config", short: "-c", value: "FILE",
        summary: "the configuration; - is standard input")
    static let json = Option(name: "--json", summary: "print JSON for machines")
}

/// A command line that was understood: options and operands of one command.
struct Invocation: Sendable {
    let command: Command
    private(set) var flags: Set<Option> = []
    private(set) var values: [Option: String] = [:]
    private(set) var operands: [String] = []

    init(_ command: Command) { self.command = command }

    /// Whether an option was given.
    func has(_ option: Option) -> Bool { flags.contains(option) || values[option] != nil }

    /// The value of an option, or `nil` when it was not given.
    func value(_ option: Option) -> String? { values[option] }

    mutating func add(_ option: Option, value: String?) {
        if let value { values[option] = value } else { flags.insert(option) }
    }

    mutating func add(operand: String) { operands.append(operand) }
}

/// A command line that is wrong, and the command whose usage helps.
struct UsageError: Error {
    let diagnostic: Diagnostic
    let command: Command?

    init(_ id: String, _ message: String, hint: String? = nil, for command: Command?) {
        diagnostic = Diagnostic(.error, id, message, hint: hint)
        self.command = command
    }
}
