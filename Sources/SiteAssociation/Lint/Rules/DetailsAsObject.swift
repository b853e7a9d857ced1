import Diagnostics

/// Finds the obsolete form of details, keyed by app.
enum DetailsAsObject: LintRule {
    static let id = "details-as-object"
    static let severity = Severity.note
    static let summary =
        "the form with app identifiers as keys is obsolete, and keeps one entry for each app"
    static let example = #""details": {"ABCDE12345.com.example.shop": {"paths": ["*"]}}"#
    static let fix =
        #""details": [{"appID": "ABCDE12345.com.example.shop", "components": [{"/": "*"}]}]"#

    static func findings(in subject: LintSubject) -> [Diagnostic] {
        guard let member = subject.root?["applinks"]?.member("details"),
            let members = member.value.members, !TypeCheck.isEntry(member.value), !members.isEmpty
        else { return [] }
        return [
            finding(
                "'details' is an object with apps as keys, an obsolete form", at: member.location,
                hint: "write an array of objects with 'appIDs' and 'components'")
        ]
    }
}
