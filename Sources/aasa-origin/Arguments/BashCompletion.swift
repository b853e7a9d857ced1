/// Renders the completions for bash from the table of commands.
enum BashCompletion {
    /// The script, which bash reads when it starts or from its directory of completions.
    static var text: String {
        let lines =
            [
                "# Completions of \(Version.name) for bash; made by '\(Version.name) completion'.",
                "_aasa_origin() {",
                "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}",
                "    local command= index words=",
                "    COMPREPLY=()",
                "    # bash cuts '--option=value' at the sign.",
                "    if [[ $word == '=' ]]; then",
                "        word=",
                "    elif [[ $before == '=' ]]; then",
                "        before=${COMP_WORDS[COMP_CWORD - 2]}",
                "    fi",
                "    for ((index = 1; index < COMP_CWORD; index++)); do",
                "        case ${COMP_WORDS[index]} in",
                "            \(pattern(valued))) ((index++)) ;;",
                "            -*) ;;",
                "            *)",
                "                command=${COMP_WORDS[index]}",
                "                break",
                "                ;;",
                "        esac",
                "    done",
                "    case $before in",
            ] + values + ["    esac", "    case $command in"] + commands + [
                "    esac",
                "    if [[ $word == -* || -z $command ]]; then",
                "        mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")",
                "        return",
                "    fi",
                "    case $command in",
            ] + operands + ["    esac", "}", "complete -F _aasa_origin \(Version.name)", ""]
        return lines.joined(separator: "\n")
    }

    private static var valued: [Option] { Command.everyOption.filter { $0.value != nil } }

    private static var values: [String] {
        [
            (options { if case .file = $0 { true } else { false } }, files),
            (options { if case .directory = $0 { true } else { false } }, directories),
            (options { if case .other = $0 { true } else { false } }, "return"),
        ].filter { !$0.0.isEmpty }.map { options, action in
            "        \(pattern(options))) \(action) ;;"
        }
    }

    private static func options(_ isMeant: (CompletionKind) -> Bool) -> [Option] {
        valued.filter { isMeant(CompletionKind($0)) }
    }

    private static var commands: [String] {
        let names = Program.commands.map(\.name) + Option.common.flatMap(\.spellings)
        return ["        '') words='\(names.joined(separator: " "))' ;;"]
            + Program.commands.map { command in
                let words = command.allOptions.flatMap(\.spellings).joined(separator: " ")
                return "        \(command.name)) words='\(words)' ;;"
            }
    }

    private static var operands: [String] {
        Program.commands.compactMap { command in
            switch CompletionKind(operandsOf: command) {
            case .file: "        \(command.name)) \(files) ;;"
            case .directory: "        \(command.name)) \(directories) ;;"
            case .words(let words):
                "        \(command.name)) mapfile -t COMPREPLY "
                    + "< <(compgen -W '\(words.joined(separator: " "))' -- \"$word\") ;;"
            case .other: nil
            }
        }
    }

    private static let files = paths("-f")
    private static let directories = paths("-d")

    private static func paths(_ kind: String) -> String {
        "compopt -o filenames 2>/dev/null; "
            + "mapfile -t COMPREPLY < <(compgen \(kind) -- \"$word\"); return"
    }

    private static func pattern(_ options: [Option]) -> String {
        options.flatMap(\.spellings).joined(separator: " | ")
    }
}
