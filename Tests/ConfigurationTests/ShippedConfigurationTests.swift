import Configuration
import Diagnostics
import Foundation
import SiteAssociation
import Testing

/// The files in `config`, loaded from disk as a server loads them.
struct `Shipped configurations` {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "config").path

    static func load(_ name: String) throws -> Configuration {
        let loaded = ConfigurationLoader(
            files: SystemConfigurationFiles(), environment: { _ in nil }
        ).load(path: "\(folder)/\(name)")
        #expect(Loading.text(loaded) == "")
        return try #require(loaded.configuration)
    }

    @Test func `quickstart serves one app on loopback`() throws {
        let configuration = try Self.load("quickstart.yaml")
        #expect(configuration.listeners.map(\.name) == ["127.0.0.1:8443"])
        #expect(configuration.hosts.map(\.pattern) == ["localhost"])
        #expect(configuration.admin?.name == "127.0.0.1:9180")
        #expect(
            configuration.tls.authorityDirectory
                == "\(Self.folder)/../.build/quickstart-authority")
    }

    @Test func `example serves twenty hosts from two documents`() throws {
        let configuration = try Self.load("example.yaml")
        #expect(configuration.hosts.count == 20)
        #expect(configuration.documents.count == 2)
        #expect(configuration.expectations.count == 3)
        #expect(
            configuration.documents[0].appLinks?.details.map(\.appIDs)
                == [["ABCDE12345.com.example.shop"], ["ABCDE12345.com.example.seller"]])
        #expect(
            configuration.documents[0].services.map(\.service)
                == [.webCredentials, .activityContinuation, .appClips])
    }

    @Test func `manual loads with every limit at its default`() throws {
        let configuration = try Self.load("aasa-origin.yaml")
        #expect(configuration.limits == LimitsConfiguration())
        #expect(configuration.log.access == .standardOutput)
        #expect(configuration.log.format == .json)
        #expect(configuration.tls.minimumVersion == "1.2")
        #expect(configuration.tls.selfSigned == .developer)
        #expect(configuration.environments[0].cacheControl == "public, max-age=3600")
    }
}

/// The manual against the table of keys.
struct `Manual of the configuration` {
    /// A section of the manual: its lines, from its key to the next one at the margin.
    private static func lines(of section: ConfigurationSection) throws -> [String] {
        let text = try String(
            contentsOfFile: `Shipped configurations`.folder + "/aasa-origin.yaml", encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard section != .root else { return lines }
        let name = section.rawValue.prefix { $0.isLetter }
        let start = try #require(lines.firstIndex { $0.hasPrefix("\(name):") })
        let end = lines[(start + 1)...].firstIndex { $0.first?.isLetter == true } ?? lines.count
        return Array(lines[start..<end])
    }

    /// The comments above each place where a key stands, itself in a comment perhaps.
    private static func comments(above key: String, in lines: [String]) -> [String] {
        lines.indices.compactMap { index in
            let words = lines[index].drop { "# -".contains($0) }
            let isInline = lines[index].contains("{\(key): ") || lines[index].contains(", \(key): ")
            guard words.hasPrefix("\(key):") || isInline else { return nil }
            let above = lines[..<index].reversed().prefix {
                $0.drop { $0 == " " }.hasPrefix("#")
            }
            return above.reversed().joined(separator: "\n")
        }
    }

    @Test(arguments: ConfigurationSection.allCases)
    func `shows every key with its default and its range`(
        _ section: ConfigurationSection
    ) throws {
        let lines = try Self.lines(of: section)
        for key in section.keys {
            let comments = Self.comments(above: key.name, in: lines)
            #expect(!comments.isEmpty, "\(key.name) is not in the manual")
            if let text = key.defaultText {
                let isShown = comments.contains { $0.contains("# default: \(text)") }
                #expect(isShown, "\(key.name) has the default \(text)")
            }
            if let range = key.range {
                let isShown = comments.contains { $0.contains("# range: \(range)") }
                #expect(isShown, "\(key.name) goes from \(range)")
            }
        }
    }

    @Test func `gives each key one meaning in its section`() {
        for section in ConfigurationSection.allCases {
            let names = section.keys.map(\.name)
            #expect(Set(names).count == names.count)
            #expect(!names.isEmpty)
        }
    }
}
