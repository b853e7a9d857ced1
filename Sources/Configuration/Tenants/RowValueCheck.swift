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
            case .pattern(let isDecoded):
                checkPattern(place, report) { Self.fault($0, isDecoded: isDecoded) }
            case .variable: checkPattern(place, report) { Self.meaning($0) }
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
        _ place: TenantVariant.Place, _ report: (Diagnostic, Location) -> Void,
        fault: (ArraySlice<UInt8>) -> Fault?
    ) {
        let holder = place.kind == .variable ? "variable" : "pattern"
        for column in place.text.columns {
            guard let fault = fault(table.bytes(row, column)) else { continue }
            report(
                Diagnostic(
                    .error, "tenant-value-pattern",
                    "the value \(quoted(table.value(row, column))) of "
                        + "\(quoted(table.columns[column])) \(fault.message)",
                    at: table.location(row, column), hint: fault.hint,
                    notes: [Diagnostic.Note("it stands in a \(holder) here", at: place.location)]),
                place.location)
        }
    }

    /// What a value would do to a pattern.
    struct Fault {
        let message: String
        var hint = "letters, digits and -._~%/ have no meaning of their own in patterns"
    }

    /// Returns what a value would mean in a pattern, or `nil` when it has no meaning of its own.
    private static func meaning(_ value: ArraySlice<UInt8>) -> Fault? {
        value.lazy.compactMap(meaning).first
    }

    private static func meaning(_ byte: UInt8) -> Fault? {
        switch byte {
        case UInt8(ascii: "*"), UInt8(ascii: "?"):
            Fault(message: "would be a wildcard in a pattern")
        case UInt8(ascii: "$"): Fault(message: "would read as a variable in a pattern")
        default: nil
        }
    }

    /// Returns what a value would do to a pattern, or `nil` when it stands for itself.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - isDecoded: Whether the pattern is compared with the decoded URL, in which any
    ///     character may stand.
    /// - Returns: The fault.
    static func fault(_ value: ArraySlice<UInt8>, isDecoded: Bool) -> Fault? {
        var dots = 0
        for byte in value {
            if let meaning = meaning(byte) { return meaning }
            switch byte {
            case UInt8(ascii: "("), UInt8(ascii: ")"):
                return Fault(message: "would read as a variable in a pattern")
            case UInt8(ascii: "."): dots += 1
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"),
                UInt8(ascii: "~"), UInt8(ascii: "%"), UInt8(ascii: "/"), UInt8(ascii: "!"),
                UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "+"), UInt8(ascii: ","),
                UInt8(ascii: ";"), UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "@"):
                continue
            case UInt8(ascii: "\\"), UInt8(ascii: "#"):
                return Fault(message: "holds a '\\' or a '#', which no pattern should")
            case _ where isDecoded: continue
            default:
                return Fault(
                    message: "holds a character that no URL has unencoded",
                    hint: "write it percent-encoded, or set percent_encoded: false for the rule")
            }
        }
        let isDotSegment = dots == value.count && (1...2).contains(dots)
        return isDotSegment ? Fault(message: "is a dot segment of paths") : nil
    }
}
