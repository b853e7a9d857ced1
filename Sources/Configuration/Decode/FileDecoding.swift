import Diagnostics
import YAML

/// Decodes one file into the draft that all files share.
struct FileDecoding {
    let decoder: NodeDecoder
    /// The directory that relative paths start from.
    let directory: String
    /// Whose file it is, where its include says so.
    var owner: String?

    /// Decodes the sections of a file.
    ///
    /// - Parameters:
    ///   - root: The file's root.
    ///   - draft: What the files before have said.
    /// - Returns: What the file includes.
    func decode(_ root: Node, into draft: inout Draft) -> [Include] {
        guard let fields = decoder.fields(root, of: .root, named: "a configuration") else {
            return []
        }
        listen(fields["listen"], &draft)
        tls(fields["tls"], &draft)
        RuleDecoding(decoder: decoder).define(fields["rules"], &draft)
        variables(fields["variables"], &draft)
        AppDecoding(decoder: decoder).define(fields["apps"], &draft)
        EnvironmentDecoding(decoder: decoder).define(fields["environments"], &draft)
        TenantDecoding(decoder: decoder, directory: directory).define(fields["tenants"], &draft)
        OverrideDecoding(decoder: decoder).define(fields["overrides"], &draft)
        expect(fields["expect"], &draft)
        shrinkGuard(fields["guard"], &draft)
        log(fields["log"], &draft)
        admin(fields["admin"], &draft)
        limits(fields["limits"], &draft)
        state(fields["state"], &draft)
        user(fields["user"], &draft)
        watch(fields["watch"], &draft)
        let ownership = OwnershipDecoding(decoder: decoder)
        ownership.define(fields["owns"], owner: owner, &draft)
        return ownership.includes(fields["include"])
    }

    // MARK: Sections that are merged

    private func variables(_ field: Field?, _ draft: inout Draft) {
        guard let field, let entries = decoder.mapping(field.value, named: "'variables'") else {
            return
        }
        for entry in entries {
            let name = quoted(entry.key)
            if entry.key.isEmpty || entry.key.contains(where: { "$()".contains($0) }) {
                decoder.error(
                    "variable-name", "the variable name \(name) holds '$', '(' or ')', or nothing",
                    at: entry.location, hint: "use letters, digits, spaces and '-'")
            }
            let values = variableValues(entry)
            decoder.define(
                Definitions.Item(name: entry.key, location: entry.location, value: values),
                kind: "variable", in: &draft.variables)
        }
    }

    private func variableValues(_ entry: Node.Entry) -> [Located<String>] {
        let takes = "a list of values"
        guard case .sequence(let items) = entry.value.content else {
            decoder.wrongType(entry.value, name: quoted(entry.key), takes: takes)
            return []
        }
        if items.isEmpty {
            decoder.error(
                "variable-without-values", "the variable \(quoted(entry.key)) has no value",
                at: entry.location, hint: "a pattern that uses it would never match")
        }
        return items.compactMap { item in
            let value = decoder.text(item, named: quoted(entry.key), takes: takes)
            if let value, value.value.contains("$(") {
                decoder.error(
                    "variable-in-variable", "a variable's value cannot name another variable",
                    at: value.location, hint: "write the values out")
                return nil
            }
            return value
        }
    }

    private func expect(_ field: Field?, _ draft: inout Draft) {
        guard let field, let items = decoder.list(field) else { return }
        for item in items {
            guard let fields = decoder.fields(item, of: .expect, named: "an item of 'expect'")
            else { continue }
            let url = decoder.required("url", in: fields, of: "a test")
            let because = decoder.text(fields["because"])
            guard let opens = opens(fields), let url else { continue }
            draft.expectations.append(
                ExpectationDraft(url: url, opens: opens, because: because))
        }
    }

    private func opens(_ fields: Fields) -> [Located<String>]? {
        guard let field = fields["opens"] else {
            decoder.missing("opens", of: "a test", at: fields.location)
            return nil
        }
        if case .sequence = field.value.content { return decoder.texts(field) }
        guard let text = decoder.text(field) else { return nil }
        return text.value == "nothing" ? [] : [text]
    }

    // MARK: Sections that stand once

    private func shrinkGuard(_ field: Field?, _ draft: inout Draft) {
        guard let field, decoder.isFirst("guard", field, &draft) else { return }
        guard let text = decoder.text(field) else { return }
        guard let policy = GuardPolicy(text.value) else {
            let isNumber = text.value.utf8.allSatisfy { (0x30...0x39).contains($0) }
            return decoder.badValue(
                field, text,
                hint: isNumber
                    ? "write a share as \(Diagnostic.printable(text.value))%"
                    : decoder.didYouMean(text.value, among: ["on", "off"]))
        }
        draft.guardPolicy = policy
    }

    private func log(_ field: Field?, _ draft: inout Draft) {
        guard let field, decoder.isFirst("log", field, &draft),
            let fields = decoder.fields(field.value, of: .log, named: "'log'")
        else { return }
        let format: Located<LogConfiguration.Format>? = decoder.choice(fields["format"])
        if let format { draft.log.format = format.value }
        guard let access = fields["access"], let text = decoder.text(access) else { return }
        draft.log.accessLocation = text.location
        switch text.value {
        case "stdout": draft.log.access = .standardOutput
        case "stderr": draft.log.access = .standardError
        case "off": draft.log.access = .off
        case let path where path.contains("/"):
            guard decoder.isPath(text) else { return }
            draft.log.access = .file(path: Paths.resolve(path, in: directory))
        default:
            let words = ["stdout", "stderr", "off"]
            decoder.badValue(
                access, text,
                hint: decoder.didYouMean(text.value, among: words)
                    ?? "write a file in this directory as ./\(Diagnostic.printable(text.value))")
        }
    }

    private func state(_ field: Field?, _ draft: inout Draft) {
        guard let field, decoder.isFirst("state", field, &draft) else { return }
        draft.state = StateDecoding(file: self).decode(field)
    }

    private func user(_ field: Field?, _ draft: inout Draft) {
        guard let field, decoder.isFirst("user", field, &draft), let text = decoder.text(field)
        else { return }
        guard !text.value.isEmpty, !text.value.utf8.contains(0) else {
            return decoder.badValue(field, text)
        }
        draft.user = UserConfiguration(name: text.value, location: text.location)
    }

    private func watch(_ field: Field?, _ draft: inout Draft) {
        guard let field, decoder.isFirst("watch", field, &draft) else { return }
        draft.isWatched = decoder.boolean(field) ?? false
    }

    private func admin(_ field: Field?, _ draft: inout Draft) {
        guard let field, decoder.isFirst("admin", field, &draft),
            let fields = decoder.fields(field.value, of: .admin, named: "'admin'")
        else { return }
        let tokenFile = path(fields["token_file"])
        let hosts = decoder.texts(fields["hosts"]) ?? []
        guard let text = decoder.required("address", in: fields, of: "'admin'"),
            let address = address(text)
        else { return }
        draft.admin = AdminDraft(
            address: address, name: text.value, tokenFile: tokenFile,
            hosts: hosts.map { $0.value.lowercased() }, location: text.location)
    }

    private func limits(_ field: Field?, _ draft: inout Draft) {
        guard let field, decoder.isFirst("limits", field, &draft),
            let fields = decoder.fields(field.value, of: .limits, named: "'limits'")
        else { return }
        for limit in LimitKey.all {
            let value = decoder.quantity(fields[limit.name], unit: limit.unit, range: limit.range)
            if let value { limit.set(value.value, in: &draft.limits) }
        }
    }

    // MARK: Values

    /// Returns a path as seen from the working directory.
    func path(_ field: Field?) -> Located<String>? { path(decoder.text(field)) }

    /// Returns a path as seen from the working directory.
    func path(_ text: Located<String>?) -> Located<String>? {
        guard let text, decoder.isPath(text) else { return nil }
        let path = Paths.resolve(text.value, in: directory)
        return Located(value: path, location: text.location)
    }

    /// Returns an address to listen on.
    func address(_ text: Located<String>) -> ListenerConfiguration.Address? {
        do throws(ListenAddressFault) {
            return try ListenAddress.address(text.value, in: directory)
        } catch {
            decoder.error(
                "bad-address", "\(quoted(text.value)) \(error.message)", at: text.location,
                hint: error.hint)
            return nil
        }
    }
}
