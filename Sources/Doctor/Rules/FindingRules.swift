/// The rules of the doctor, each once: what is found, explained, and listed in the README.
package enum FindingRules {
    /// All rules, in the order in which equally bad findings are reported.
    package static let all: [FindingRule] =
        reach + certificates + answers + bodies + wishes + copies + android + others

    /// Returns the rule of an id, or `nil`.
    package static func rule(_ id: String) -> FindingRule? { all.first { $0.id == id } }

    /// The place of a rule in ``all``.
    static let ranks: [String: Int] = Dictionary(
        all.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { first, _ in first }
    )

    /// How the file alone is served as it should be, with one server or another.
    static let servingTheFile: [ServerKind: String] = [
        .nginx: "location = /.well-known/apple-app-site-association { default_type "
            + "application/json; alias /srv/aasa.json; }",
        .apache: "Alias /.well-known/apple-app-site-association /srv/aasa.json",
        .caddy: "handle /.well-known/apple-app-site-association { root * /srv/site; file_server }",
        .cloudflare: "a configuration rule for the path with security off, and no Worker on it",
        .s3: "aws s3 cp aasa.json s3://BUCKET/.well-known/apple-app-site-association "
            + "--content-type application/json",
    ]
}
