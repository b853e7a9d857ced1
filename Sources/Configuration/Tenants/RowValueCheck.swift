import Diagnostics
import SiteAssociation

/// Checks the values of a row where they stand in its document.
///
/// What the linter says about a template holds for each of its rows only because no value can
/// change what a pattern means; that is checked here.
struct RowValueCheck {
    let table: TenantTable
    let row: Int

    /// Reports what is wrong with the values of a row.
    ///
    /// - Parameters:
    ///   - shape: The template of the row.
    ///   - report: Takes a finding and the place in the template.
    func check(_ shape: TenantVariant.Shape, report: (Diagnostic, Location) -> Void) {
        var ids = shape.fixedIdentifiers
        for place in shape.places {
            switch place.kind {
            case .identifier: checkIdentifier(place, &ids, report)
            case .pattern, .variable: checkPattern(place, report)
            case .comment: break
            }
        }
    }

    private func checkIdentifier(
        _ place: TenantVariant.Place, _ ids: inout [String],
        _ report: (Diagnostic, Location) -> Void
    ) {
        let id = place.text.text(row, table)
        let location = table.location(row, place.text.columns.first ?? table.keyColumn)
        if let fault = AppIDFault(id) {
            let column = column(of: fault, place.text) ?? table.keyColumn
            report(fault.finding(id, at: table.location(row, column)), place.location)
        } else if ids.contains(id) {
            report(
                Diagnostic(
                    .error, "duplicate-app", "the app identifier \(quoted(id)) stands twice",
                    at: location, hint: "two apps of a tenant have different identifiers",
                    notes: [
                        Diagnostic.Note("it stands here for the second time", at: place.location)
                    ]
                ), place.location)
        }
        ids.append(id)
    }

    /// Returns the column whose value makes an identifier a bad one.
    private func column(of fault: AppIDFault, _ text: TemplateText) -> Int? {
        switch fault {
        case .wildcard: text.columns.first { table.bytes(row, $0).contains(UInt8(ascii: "*")) }
        case .space: text.columns.first { table.bytes(row, $0).contains(UInt8(ascii: " ")) }
        case .bundle: text.columns.last
        case .prefix, .placeholder, .unusual: text.columns.first
        }
    }

    private func checkPattern(
        _ place: TenantVariant.Place, _ report: (Diagnostic, Location) -> Void
    ) {
        for column in place.text.columns {
            let value = table.bytes(row, column)
            let isVariable = place.kind == .variable
            let meaning = isVariable ? Self.meaning(value) : Self.fault(value)
            guard let fault = meaning else { continue }
            report(
                Diagnostic(
                    .error, "tenant-value-pattern",
                    "the value \(quoted(table.value(row, column))) of "
                        + "\(quoted(table.columns[column])) \(fault)",
                    at: table.location(row, column),
                    hint: "letters, digits and -._~%/ have no meaning of their own in patterns",
                    notes: [
                        Diagnostic.Note(
                            "it stands in a \(isVariable ? "variable" : "pattern") here",
                            at: place.location)
                    ]),
                place.location)
        }
    }

    /// Returns what a value would mean in a pattern, or `nil` when it has no meaning of its own.
    private static func meaning(_ value: ArraySlice<UInt8>) -> String? {
        value.lazy.compactMap(meaning).first
    }

    private static func meaning(_ byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "*"), UInt8(ascii: "?"): "would be a wildcard in a pattern"
        case UInt8(ascii: "$"): "would read as a variable in a pattern"
        default: nil
        }
    }

    /// Returns what a value would do to a pattern, or `nil` when it stands for itself.
    static func fault(_ value: ArraySlice<UInt8>) -> String? {
        var dots = 0
        for byte in value {
            if let meaning = meaning(byte) { return meaning }
            switch byte {
            case UInt8(ascii: "("), UInt8(ascii: ")"):
                return "would read as a variable in a pattern"
            case UInt8(ascii: "."): dots += 1
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"),
                UInt8(ascii: "~"), UInt8(ascii: "%"), UInt8(ascii: "/"), UInt8(ascii: "!"),
                UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "+"), UInt8(ascii: ","),
                UInt8(ascii: ";"), UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "@"):
                continue
            default: return "holds a character that no URL has unencoded"
            }
        }
        return dots == value.count && dots > 0 && dots < 3 ? "is a dot segment of paths" : nil
    }
}
