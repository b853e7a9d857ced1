import Diagnostics
import SiteAssociation

/// Reads any bytes as JSON, and what is JSON as an association.
///
/// Every value that is read is written and read again, and must be the same. What an
/// association file means must not change when it is written anew.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let source = SourceFile(name: "fuzz", bytes: bytes)
    let reading = JSONReader.read(source)
    precondition((reading.root == nil) == !reading.findings.isEmpty, "a value or findings")
    _ = DiagnosticText().text(for: reading.findings)
    guard let root = reading.root else { return 0 }
    for isIndented in [false, true] {
        let text = SourceFile(name: "again", bytes: root.value.encoded(indented: isIndented))
        let again = JSONReader.read(text).root
        precondition(again?.value == root.value, "a value is written as it was read")
    }
    let document = Document(root)
    let (association, findings) = document.association()
    _ = DiagnosticText().text(for: findings)
    _ = association.encoded()
    guard let url = try? LinkURL("https://example.com/a/b?c=d#e") else { return 0 }
    let decisions = LinkMatcher(document).decisions(for: url)
    let made = LinkMatcher(Document(association))
    for decision in decisions {
        let verdict = made.verdict(for: url, appID: decision.appID)
        precondition(verdict == decision.verdict, "an association means what its file means")
    }
    return 0
}
