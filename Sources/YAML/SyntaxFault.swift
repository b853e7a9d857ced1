import Diagnostics

/// A text that is not YAML, in the parser's words, and its translation into ours.
struct SyntaxFault {
    let problem: String
    let context: String?
    let place: Location
    let contextPlace: Location

    /// The finding: our words first, the library's in brackets.
    var diagnostic: Diagnostic {
        let (message, hint) = translation
        if isUnclosedQuote {
            return Diagnostic(
                .error, "yaml-syntax", "\(message) (libyaml: \(problem))", at: contextPlace,
                hint: hint)
        }
        let words = [problem, context].compactMap(\.self).joined(separator: " ")
        var notes: [Diagnostic.Note] = []
        if let context, contextPlace != place, contextPlace.line ?? 0 > 0 {
            notes = [Diagnostic.Note(noteText(context), at: contextPlace)]
        }
        return Diagnostic(
            .error, "yaml-syntax", "\(message) (libyaml: \(words))", at: place, hint: hint,
            notes: notes)
    }

    /// The end of the file says nothing about where a quote is missing; its start does.
    private var isUnclosedQuote: Bool {
        problem == "found unexpected end of stream" && contextPlace.line ?? 0 > 0
    }

    private func noteText(_ context: String) -> String {
        let subject = context.split(separator: " ").dropFirst(2).joined(separator: " ")
        return subject.isEmpty ? "it begins here" : "\(subject) begins here"
    }

    private var translation: (message: String, hint: String?) {
        switch problem {
        case "did not find expected alphabetic or numeric character":
            return ("an unquoted value begins with '*' or '&'", "put quotes around the value")
        case "found character that cannot start any token": return wrongStart
        case "did not find expected key":
            return (
                "a key was expected here",
                "indent it like the keys above, or put quotes around the value above"
            )
        case "did not find expected node content":
            return ("a value was expected here", nil)
        case "did not find expected '-' indicator":
            return ("a list item was expected here", "indent it like the items above")
        case "mapping values are not allowed in this context":
            return (
                "a ':' followed by a space cannot stand in this value",
                "put quotes around the value, or indent the key like its neighbours"
            )
        case "could not find expected ':'":
            return ("a key has no ':' after it", "write it as 'key: value'")
        case "found unexpected end of stream":
            return ("the text in quotes has no end", "add the closing quote")
        case "found a tab character that violates indentation",
            "found a tab character where an indentation space is expected":
            return ("a tab stands where indentation is expected", tabHint)
        default: return unclosed
        }
    }

    private var unclosed: (message: String, hint: String?) {
        if problem.contains("did not find expected ','"), character == "{" {
            return (
                "a '{' cannot stand in a value inside brackets or braces",
                "put quotes around the value"
            )
        }
        if problem.contains("',' or ']'") {
            return ("a list in brackets goes on without ',' or ']'", "add the ',' or the ']'")
        }
        if problem.contains("',' or '}'") {
            return ("a mapping in braces goes on without ',' or '}'", "add the ',' or the '}'")
        }
        if problem.contains("escape character") {
            return (
                "this is not an escape of double-quoted text",
                "double the backslash, or use single quotes"
            )
        }
        return ("this is not YAML", nil)
    }

    private var tabHint: String { "use spaces" }

    /// The character at the place, if there is one.
    private var character: Unicode.Scalar? {
        guard let line = place.line, let column = place.column else { return nil }
        return place.source.text(ofLine: line)?.unicodeScalars.dropFirst(column - 1).first
    }

    private var wrongStart: (message: String, hint: String?) {
        guard let scalar = character else { return ("this is not YAML", nil) }
        if scalar == "\t" { return ("a tab stands where indentation is expected", tabHint) }
        return (
            "a value without quotes cannot begin with \(Diagnostic.quoted(String(scalar)))",
            "put quotes around the value"
        )
    }
}
