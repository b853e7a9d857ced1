import Configuration
import Diagnostics
import SiteAssociation
import TestSupport
import Testing

/// A way to make files at random.
struct FileKind: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let seed: UInt64
    let bytes: @Sendable (inout SeededGenerator) -> [UInt8]

    static let apps = [
        "ABCDE12345.com.example.shop", "ABCDE12345.com.example.shop.Clip",
        "FGHIJ67890.com.example.shop", "ABCDE12345.com.example.app", "ABCD1234.org.example.app",
    ]

    static let all = [
        FileKind(testDescription: "modern", seed: 21) { random in
            RandomDocuments.association(&random, of: apps).encoded()
        },
        FileKind(testDescription: "modern with legacy paths", seed: 22) { random in
            var association = RandomDocuments.association(&random, of: apps)
            association.appLinks?.hasLegacyPaths = true
            return association.encoded()
        },
        FileKind(testDescription: "legacy", seed: 23) { random in
            RandomDocuments.legacy(&random, of: apps).encoded()
        },
        FileKind(testDescription: "full of mistakes", seed: 24) { random in
            RandomDocuments.wild(&random, of: apps).encoded()
        },
    ]
}

struct `The import of files made at random` {
    /// How many configurations are made of each kind of file, and of how many files.
    private static let rounds = 4
    private static let filesInRound = 25

    @Test(arguments: FileKind.all)
    func `gives each host a document that means what its file means`(_ kind: FileKind) throws {
        var random = SeededGenerator(seed: kind.seed)
        for round in 0..<Self.rounds {
            let sources = try (0..<Self.filesInRound).map { index in
                let file = SourceFile(name: "\(index).json", bytes: kind.bytes(&random))
                return ImportSource(
                    file: file, document: try #require(Document.read(file).document),
                    hosts: ["h\(index).example.com"])
            }
            let result = ConfigurationImport(sources)
            let isFaithful = result.isFaithful
            #expect(isFaithful, "round \(round)")
            let loaded = Loading.load(result.text)
            let refusal = loaded.configuration == nil ? Loading.text(loaded) : ""
            #expect(refusal.isEmpty)
            let configuration = try #require(loaded.configuration)
            #expect(configuration.hosts.count == Self.filesInRound)
            for source in sources {
                let host = try #require(
                    configuration.hosts.first { source.hosts == [$0.pattern] })
                let served = Document(configuration.documents[host.document])
                let diff = DocumentDiff(old: source.document, new: served)
                #expect(
                    diff.isSameMeaning, "\(source.document.root.value.text()) \(diff.text)")
                try compare(source.document, served, &random)
            }
        }
    }

    /// Compares verdicts on random URLs, which owe nothing to the comparison of documents.
    private func compare(
        _ old: Document, _ new: Document, _ random: inout SeededGenerator
    ) throws {
        let matchers = [old, new].map(LinkMatcher.init)
        #expect(Set(matchers[0].appIDs) == Set(matchers[1].appIDs))
        for _ in 0..<10 {
            let url = try LinkURL(RandomDocuments.url(&random))
            for appID in matchers[0].appIDs {
                let verdicts = matchers.map { $0.verdict(for: url, appID: appID) }
                #expect(
                    verdicts[0] == verdicts[1], "\(url.text) \(old.root.value.text())")
            }
        }
    }
}
