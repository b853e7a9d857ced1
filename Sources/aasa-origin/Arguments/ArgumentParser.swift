import Diagnostics

/// Reads a command line by the table of commands.
struct ArgumentParser {
    /// What a command line asks for.
    enum Request {
        case help(Command?)
        case version
        case run(Command, Invocation)
    }

    private let commands: [Command]

    init(_ commands: [Command]) { self.commands = commands }

    /// Reads the words behind the program's name.
    ///
    /// The command is the first word that is neither an option nor its value, so options may
    /// stand before it. `--` ends the options.
    func parse(_ arguments: [String]) throws(UsageError) -> Request {
        guard let index = commandIndex(arguments) else {
            return try parseWithoutCommand(arguments)
        }
        let word = arguments[index]
        guard let command = commands.first(where: { $0.name == word }) else {
            throw UsageError(
                "unknown-command", "unknown command \(Diagnostic.quoted(word))",
                hint: hint(word, among: commands.map(\.name)), for: nil)
        }
        var rest = arguments
        rest.remove(at: index)
        return try parse(rest, of: command)
    }

    private func commandIndex(_ arguments: [String]) -> Int? {
        let options = commands.flatMap(\.allOptions)
        var isValue = false
        for (index, word) in arguments.enumerated() {
            if isValue {
                isValue = false
            } else if word.hasPrefix("-"), word.count > 1 {
                if word == "--" { return nil }
                isValue = options.contains { $0.value != nil && $0.matches(word) }
            } else {
                return index
            }
        }
        return nil
    }

    private func parseWithoutCommand(_ arguments: [String]) throws(UsageError) -> Request {
        for word in arguments {
            if Option.help.matches(word) { return .help(nil) }
            if Option.version.matches(word) { return .version }
        }
        guard let first = arguments.first else {
            throw UsageError(
                "command-missing", "a command is missing",
                hint: "for instance: \(Version.name) serve --config FILE", for: nil)
        }
        let known = Set(commands.flatMap(\.allOptions))
        guard known.contains(where: { $0.matches(first) }) else {
            throw unknownOption(first, known.map(\.name).sorted(), nil)
        }
        throw UsageError(
            "command-missing", "a command is missing before \(Diagnostic.quoted(first))", for: nil)
    }

    private func parse(_ words: [String], of command: Command) throws(UsageError) -> Request {
        var invocation = Invocation(command)
        var rest = words[...]
        var takesOptions = true
        while let word = rest.popFirst() {
            guard takesOptions, word.hasPrefix("-"), word.count > 1 else {
                invocation.add(operand: word)
                continue
            }
            if word == "--" {
                takesOptions = false
                continue
            }
            let (option, value) = try option(word, &rest, of: command)
            if option == .help { return .help(command) }
            if option == .version { return .version }
            guard !invocation.has(option) else {
                throw UsageError(
                    "option-repeated", "option \(Diagnostic.quoted(option.name)) is given twice",
                    for: command)
            }
            invocation.add(option, value: value)
        }
        try check(invocation.operands, of: command)
        return .run(command, invocation)
    }

    private func option(
        _ word: String, _ rest: inout ArraySlice<String>, of command: Command
    ) throws(UsageError) -> (Option, String?) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let option = command.allOptions.first(where: { $0.matches(name) }) else {
            throw unknownOption(name, command.allOptions.map(\.name), command)
        }
        guard let valueName = option.value else {
            guard parts.count == 1 else {
                throw UsageError(
                    "option-without-value", "option \(Diagnostic.quoted(name)) takes no value",
                    for: command)
            }
            return (option, nil)
        }
        guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst(), !value.isEmpty
        else {
            throw UsageError(
                "option-value-missing",
                "option \(Diagnostic.quoted(name)) needs a value: \(valueName)", for: command)
        }
        return (option, value)
    }

    private func check(_ operands: [String], of command: Command) throws(UsageError) {
        if operands.count > command.operandCount.upperBound {
            let extra = operands[command.operandCount.upperBound]
            throw UsageError(
                "argument-unexpected", "unexpected argument \(Diagnostic.quoted(extra))",
                for: command)
        }
        if operands.count < command.operandCount.lowerBound {
            throw UsageError(
                "argument-missing", "\(command.operands) is missing", for: command)
        }
    }

    private func unknownOption(
        _ word: String, _ names: [String], _ command: Command?
    ) -> UsageError {
        UsageError(
            "unknown-option", "unknown option \(Diagnostic.quoted(word))",
            hint: hint(word, among: names), for: command)
    }

    private func hint(_ word: String, among names: [String]) -> String? {
        NearestWord.nearest(to: word, among: names).map { "did you mean '\($0)'?" }
    }
}

extension Option {
    /// Whether a word is a spelling of the option.
    fileprivate func matches(_ word: String) -> Bool { word == name || word == short }
}
