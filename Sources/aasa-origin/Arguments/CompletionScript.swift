/// A shell that the program can write completions for.
enum Shell: String, CaseIterable {
    case bash
    case zsh
    case fish

    /// The script that completes command lines of the program.
    var script: String {
        switch self {
        case .bash: BashCompletion.text
        case .zsh: ZshCompletion.text
        case .fish: FishCompletion.text
        }
    }
}

/// What may stand at a place of a command line.
enum CompletionKind {
    /// A file or a directory on the way to it.
    case file
    /// A directory.
    case directory
    /// One of a few words.
    case words([String])
    /// Something that no shell can know.
    case other

    /// What an option's value is.
    init(_ option: Option) {
        switch option.value {
        case "FILE": self = .file
        case "DIR", "DIRECTORY": self = .directory
        default: self = .other
        }
    }

    /// What a command's operands are.
    init(operandsOf command: Command) {
        switch command.name {
        case "help": self = .words(Program.commands.map(\.name))
        case "completion": self = .words(Shell.allCases.map(\.rawValue))
        default:
            let hasFiles = ["FILE", "OLD"].contains(where: command.operands.contains)
            self = hasFiles ? .file : .other
        }
    }
}

extension Command {
    /// Every option that any command takes, each once and in the order of the commands.
    static var everyOption: [Option] {
        var seen: Set<String> = []
        return Program.commands.flatMap(\.allOptions).filter { seen.insert($0.name).inserted }
    }
}

extension Option {
    /// The spellings of the option.
    var spellings: [String] { [name, short].compactMap(\.self) }
}
