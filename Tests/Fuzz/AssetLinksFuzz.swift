import AssetLinks
import Diagnostics
import SiteAssociation

/// Reads any bytes as Android's file.
///
/// There are statements or findings. Statements are written and read again, and must be the
/// same; without an error each of them says something of somebody.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let (links, findings) = AssetLinks.read(SourceFile(name: "fuzz", bytes: bytes))
    precondition(findings.count <= JSONReader.findingLimit + 1, "findings have a limit")
    _ = DiagnosticText().text(for: findings)
    guard let links else {
        precondition(!findings.isEmpty, "what is not read has a finding")
        return 0
    }
    let statements = links.statements.map(written)
    let includes = links.includes.map { JSONValue(present: ["include": .string($0)]) }
    let text = JSONValue.array(statements + includes).encoded()
    let again = AssetLinks.read(SourceFile(name: "again", bytes: text)).links
    precondition(again == links, "statements are written as they were read")
    guard !findings.containsError else { return 0 }
    for statement in links.statements {
        precondition(!statement.relations.isEmpty, "a statement has a relation")
        guard case .app(let name, let fingerprints) = statement.target else { continue }
        precondition(name.contains(".") && !fingerprints.isEmpty, "an app has a name and a key")
        let relation = statement.relations[0]
        precondition(links.packages(with: relation).contains(name), "an app has its permission")
    }
    return 0
}

private func written(_ statement: AssetLinks.Statement) -> JSONValue {
    let target: JSONValue =
        switch statement.target {
        case .app(let name, let fingerprints):
            [
                "namespace": "android_app", "package_name": .string(name),
                "sha256_cert_fingerprints": JSONValue(fingerprints),
            ]
        case .site(let url): ["namespace": "web", "site": .string(url)]
        }
    return ["relation": JSONValue(statement.relations), "target": target]
}
