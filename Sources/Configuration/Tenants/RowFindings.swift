import Diagnostics

/// Collects findings on rows, so that one mistake in thousands of them is told once.
///
/// All rows are looked at; equal findings of one table become a single one that shows the first
/// rows and counts the rest.
struct RowFindings {
    /// How many rows are shown.
    static let shownLimit = 3

    /// What makes findings equal.
    private struct Key: Hashable {
        var table: String
        var id: String
        /// The place in the template, or what else tells kinds of one id apart.
        var place: Location?
    }

    private struct Group {
        var first: [Diagnostic]
        var count: Int
    }

    private var indices: [Key: Int] = [:]
    private var groups: [(key: Key, group: Group)] = []

    /// Adds a finding.
    ///
    /// - Parameters:
    ///   - finding: The finding, at the row.
    ///   - table: The name of the table.
    ///   - place: The place in the template that the row does not fit.
    mutating func add(_ finding: Diagnostic, table: String, place: Location? = nil) {
        let key = Key(table: table, id: finding.id, place: place)
        guard let index = indices[key] else {
            indices[key] = groups.count
            groups.append((key, Group(first: [finding], count: 1)))
            return
        }
        groups[index].group.count += 1
        if groups[index].group.first.count < Self.shownLimit {
            groups[index].group.first.append(finding)
        }
    }

    /// Adds findings of one table.
    mutating func add(_ findings: [Diagnostic], table: String) {
        for finding in findings { add(finding, table: table) }
    }

    /// Reports everything to a decoder.
    func report(to decoder: NodeDecoder) {
        for (key, group) in groups {
            guard group.count > Self.shownLimit, var finding = group.first.first else {
                group.first.forEach(decoder.report)
                continue
            }
            let rest = group.count - Self.shownLimit
            finding.message +=
                ", and so in \(group.count - 1) more rows of \(quoted(key.table))"
            finding.notes += group.first.dropFirst().map {
                Diagnostic.Note($0.message, at: $0.location)
            }
            finding.notes.append(
                Diagnostic.Note("\(rest) more \(rest == 1 ? "is" : "are") not shown"))
            decoder.report(finding)
        }
    }
}
