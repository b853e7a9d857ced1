import Configuration
import Diagnostics
import SiteAssociation

/// Loads any bytes as a configuration.
///
/// There is a configuration or an error, every finding can be shown, and each document that
/// comes of it can be read by the strict reader.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let loader = ConfigurationLoader(
        files: OneFile(bytes: bytes), environment: { $0 == "TEAM" ? "ABCDE12345" : nil })
    let loaded = loader.load(path: OneFile.path)
    precondition(
        (loaded.configuration == nil) == loaded.findings.containsError, "a value or an error")
    _ = DiagnosticText().text(for: loaded.findings)
    guard let configuration = loaded.configuration else { return 0 }
    for index in configuration.documents.indices {
        let document = configuration.documents[index]
        let bytes = document.encoded()
        precondition(document.encoded() == bytes, "equal documents give equal bytes")
        precondition(configuration.documents.encoded(index) == bytes, "pieces give the same")
        let reading = JSONReader.read(SourceFile(name: "document", bytes: bytes))
        precondition(reading.root?.value == document.json, "a document is strict JSON")
    }
    return 0
}
