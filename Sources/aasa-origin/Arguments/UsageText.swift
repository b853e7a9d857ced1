/// Renders the help from the table of commands.
enum UsageText {
    /// The help of a command, or of the program.
    static func text(for command: Command?) -> String {
        guard let command else { return programText() }
        var lines = ["usage: \(synopsis(of: command))", "", command.summary + ".", ""]
        if !command.details.isEmpty { lines += command.details + [""] }
        lines.append("options:")
        lines += table(command.allOptions.map { (label($0), $0.summary) })
        if command.options.contains(.config) {
            lines += [
                "", "Without --config: \(ConfigurationFile.defaults.joined(separator: ", then ")).",
            ]
        }
        lines += ["", "example:", "  \(command.example)", ""]
        return lines.joined(separator: "\n")
    }

    /// The form of a command's line.
    static func synopsis(of command: Command?) -> String {
        guard let command else { return "\(Version.name) COMMAND [OPTION...]" }
        let options = command.options.isEmpty ? "" : " [OPTION...]"
        let operands = command.operands.isEmpty ? "" : " \(command.operands)"
        return "\(Version.name) \(command.name)\(options)\(operands)"
    }

    private static func programText() -> String {
        var lines = [
            "usage: \(synopsis(of: nil))", "",
            "Serves apple-app-site-association files, each host's over HTTPS, from one",
            "configuration.", "", "commands:",
        ]
        lines += table(Program.commands.map { ($0.name, $0.summary) })
        lines += ["", "options:"]
        lines += table(Option.common.map { (label($0), $0.summary) })
        lines += ["", "exit codes:"]
        lines += table(ExitCode.allCases.map { (String($0.rawValue), $0.summary) })
        lines += ["", "\(Version.name) help COMMAND shows the options of a command.", ""]
        return lines.joined(separator: "\n")
    }

    private static func label(_ option: Option) -> String {
        let names = [option.short, option.name].compactMap(\.self).joined(separator: ", ")
        return option.value.map { "\(names) \($0)" } ?? names
    }

    private static func table(_ rows: [(label: String, text: String)]) -> [String] {
        let width = rows.map(\.label.count).max() ?? 0
        return rows.map { row in
            let pad = String(repeating: " ", count: width - row.label.count)
            return "  \(row.label)\(pad)  \(row.text)"
        }
    }
}
