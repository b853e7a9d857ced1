/// Renders the manual page from the table of commands, in the mdoc language.
enum ManualPage {
    /// The whole page.
    static var text: String {
        var lines = [
            ".Dd \(Version.date)", ".Dt AASA-ORIGIN 1", ".Os",
            ".Sh NAME", ".Nm \(Version.name)",
            ".Nd serve apple-app-site-association files, each host's over HTTPS",
            ".Sh SYNOPSIS", ".Nm", ".Ar command", ".Op Ar option ...", ".Op Ar argument ...",
            ".Sh DESCRIPTION", ".Nm",
            "serves apple-app-site-association files, each host's over HTTPS, from one",
            "configuration, and answers questions about such files.", ".Pp",
            "Without an option that names another, commands read the first of these files",
            "that exists:",
        ]
        lines += list(ConfigurationFile.defaults.map { (".Pa \($0)", []) })
        lines += ["The commands are:"]
        lines += list(Program.commands.map { (".Cm \(plain($0.name))", [sentence($0.summary)]) })
        for command in Program.commands { lines += section(command) }
        lines += environment
        lines += [".Sh EXIT STATUS"]
        lines += list(
            ExitCode.allCases.map { (".It \($0.rawValue)", [sentence(capitalized($0.summary))]) },
            tags: false)
        lines += [
            ".Sh STANDARDS",
            "Supporting associated domains, documentation of Apple;",
            "RFC 9110 and RFC 9112 (HTTP), RFC 8446 (TLS 1.3).",
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    private static let environment =
        [".Sh ENVIRONMENT"]
        + list([
            (".Ev LISTEN_FDS", ["Sockets that the service manager has opened."]),
            (
                ".Ev NOTIFY_SOCKET",
                ["Where the service manager is told that the server is ready, reloads and ends."]
            ),
            (
                ".Ev WATCHDOG_USEC",
                ["How often the service manager wants a sign of life, in microseconds."]
            ),
        ]) + ["The configuration may name further variables."]

    private static func section(_ command: Command) -> [String] {
        var lines = [".Ss \(capitalized(plain(command.name)))", ".Nm", ".Cm \(command.name)"]
        if !command.options.isEmpty { lines.append(".Op Ar option ...") }
        if !command.operands.isEmpty { lines.append(plain(command.operands)) }
        lines += [".Pp", sentence(plain(command.summary))]
        lines += sentences(command.details).flatMap(wrapped).map(plain)
        lines += list(command.allOptions.map(entry))
        return lines + [
            "For instance:", ".Pp", ".Dl \(plain(command.example))",
        ]
    }

    private static func entry(_ option: Option) -> (String, [String]) {
        // mdoc puts the first dash there itself.
        let names = [option.short, option.name].compactMap(\.self).map { name in
            "Fl \(plain(String(name.dropFirst())))"
        }
        let value = option.value.map { " Ar \(plain($0))" } ?? ""
        return (
            "." + names.joined(separator: " , ") + value, [sentence(capitalized(option.summary))]
        )
    }

    private static func list(
        _ rows: [(tag: String, body: [String])], tags: Bool = true
    ) -> [String] {
        [".Bl -tag -width Ds"]
            + rows.flatMap { row in
                [tags ? ".It " + row.tag.dropFirst() : row.tag] + row.body.map(plain)
            } + [".El"]
    }

    /// Joins lines and parts them where a sentence ends, as the language wants it.
    private static func sentences(_ lines: [String]) -> [String] {
        let words = lines.joined(separator: " ").split(separator: " ")
        var sentences: [[Substring]] = [[]]
        for (word, next) in zip(words, words.dropFirst() + [""]) {
            sentences[sentences.count - 1].append(word)
            let isEnd = word.hasSuffix(".") && next.first?.isLowercase == false
            if isEnd { sentences.append([]) }
        }
        return sentences.filter { !$0.isEmpty }.map { $0.joined(separator: " ") }
    }

    private static func wrapped(_ sentence: String) -> [String] {
        var lines: [String] = []
        for word in sentence.split(separator: " ") {
            if let last = lines.last, last.count + word.count < 70 {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }

    /// Ends a text as a sentence.
    private static func sentence(_ text: String) -> String { text + "." }

    private static func capitalized(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst()
    }

    /// Takes the meaning from characters that have one for the formatter.
    private static func plain(_ text: String) -> String {
        let safe = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
        return safe.hasPrefix(".") || safe.hasPrefix("'") ? "\\&" + safe : safe
    }
}
