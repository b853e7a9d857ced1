/// Renders the completions for fish from the table of commands.
enum FishCompletion {
    /// The script, which stands as `aasa-origin.fish` in a directory of completions.
    static var text: String {
        var lines = [
            "# Completions of \(Version.name) for fish; made by '\(Version.name) completion'.",
            "complete -c \(Version.name) -f",
        ]
        for command in Program.commands {
            lines.append(
                "complete -c \(Version.name) -n __fish_use_subcommand -a \(command.name) "
                    + "-d \(quoted(command.summary))")
        }
        for option in Option.common { lines.append(line(option, "__fish_use_subcommand")) }
        for command in Program.commands {
            let condition = "'__fish_seen_subcommand_from \(command.name)'"
            for option in command.allOptions { lines.append(line(option, condition)) }
            switch CompletionKind(operandsOf: command) {
            case .file, .directory:
                lines.append("complete -c \(Version.name) -n \(condition) -F")
            case .words(let words):
                lines.append(
                    "complete -c \(Version.name) -n \(condition) "
                        + "-a \(quoted(words.joined(separator: " ")))")
            case .other: break
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func line(_ option: Option, _ condition: String) -> String {
        var words = ["complete -c \(Version.name) -n \(condition)"]
        if let short = option.short { words.append("-s \(short.dropFirst())") }
        words.append("-l \(option.name.dropFirst(2))")
        if option.value != nil {
            switch CompletionKind(option) {
            case .file: words.append("-r -F")
            case .directory: words.append("-x -a '(__fish_complete_directories)'")
            case .words, .other: words.append("-x")
            }
        }
        words.append("-d \(quoted(option.summary))")
        return words.joined(separator: " ")
    }

    private static func quoted(_ text: String) -> String {
        "'\(text.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))'"
    }
}
