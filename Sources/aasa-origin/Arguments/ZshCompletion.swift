/// Renders the completions for zsh from the table of commands.
enum ZshCompletion {
    /// The script, which stands as `_aasa-origin` in a directory of `fpath`.
    static var text: String {
        let lines =
            [
                "#compdef \(Version.name)",
                "# Completions of \(Version.name) for zsh; made by '\(Version.name) completion'.",
                "_aasa_origin() {",
                "    local context state state_descr line",
                "    typeset -A opt_args",
                "    local -a commands",
                "    commands=(",
            ] + Program.commands.map { "        \(quoted("\($0.name):\($0.summary)"))" } + [
                "    )",
                "    _arguments -C \\",
            ] + Option.common.flatMap(specifications).map { "        \($0) \\" } + [
                "        '1:command:->command' '*::argument:->argument'",
                "    case $state in",
                "        command) _describe command commands ;;",
                "        argument)",
                "            case $words[1] in",
            ] + Program.commands.flatMap(arguments) + [
                "            esac",
                "            ;;",
                "    esac",
                "}",
                "_aasa_origin \"$@\"",
                "",
            ]
        return lines.joined(separator: "\n")
    }

    private static func arguments(_ command: Command) -> [String] {
        var words = command.allOptions.flatMap(specifications)
        switch CompletionKind(operandsOf: command) {
        case .file: words.append("'*:file:_files'")
        case .directory: words.append("'*:directory:_files -/'")
        case .words(let choices): words.append("'1:word:(\(choices.joined(separator: " ")))'")
        case .other where !command.operands.isEmpty: words.append("'*:argument: '")
        case .other: break
        }
        return ["                \(command.name)) _arguments \\"]
            + words.dropLast().map { "                    \($0) \\" }
            + ["                    \(words.last ?? "")", "                    ;;"]
    }

    private static func specifications(_ option: Option) -> [String] {
        option.spellings.map { name in
            let summary = option.summary.replacing("[", with: "\\[").replacing("]", with: "\\]")
                .replacing(":", with: "\\:")
            guard let value = option.value else { return quoted("\(name)[\(summary)]") }
            let sign = name.hasPrefix("--") ? "=" : ""
            let action =
                switch CompletionKind(option) {
                case .file: "_files"
                case .directory: "_files -/"
                case .words(let words): "(\(words.joined(separator: " ")))"
                case .other: " "
                }
            return quoted("\(name)\(sign)[\(summary)]:\(value.lowercased()):\(action)")
        }
    }

    private static func quoted(_ text: String) -> String {
        "'\(text.replacing("'", with: "'\\''"))'"
    }
}
