import Diagnostics
import PropertyList

/// Reads any bytes as a property list, in each of its forms.
///
/// There is a value or an error. A value is written as XML and read again, and must be the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let value: PropertyList
    do throws(Diagnostic) {
        value = try PropertyList.read(SourceFile(name: "fuzz", bytes: bytes))
    } catch {
        precondition(error.severity == .error, "a list that is not read is an error")
        _ = DiagnosticText().text(for: [error])
        return 0
    }
    let text = Array("<plist>\(xml(value))</plist>".utf8)
    guard text.count <= PropertyList.sizeLimitBytes else { return 0 }
    let again = try? PropertyList.read(SourceFile(name: "again", bytes: text))
    precondition(again == value, "a value is written as it was read")
    return 0
}

private func xml(_ value: PropertyList) -> String {
    switch value {
    case .string(let text): "<string>\(escaped(text))</string>"
    case .bool(let isTrue): isTrue ? "<true/>" : "<false/>"
    case .other(let text): "<data>\(escaped(text))</data>"
    case .array(let elements): "<array>\(elements.map(xml).joined())</array>"
    case .dictionary(let members):
        "<dict>\(members.map { "<key>\(escaped($0.key))</key>\(xml($0.value))" }.joined())</dict>"
    }
}

private func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "<": result += "&lt;"
        case "&": result += "&amp;"
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result
}
