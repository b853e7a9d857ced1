// swift-tools-version: 6.2
import PackageDescription

/// The strict settings that every Swift target is built with.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

/// Test targets keep the language rules, without the memory-safety marks of the sources.
let strictTests: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .treatAllWarnings(as: .error),
]

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(
        name: name + "Tests",
        dependencies: [.byName(name: name)] + dependencies,
        exclude: fixtures[name] ?? [],
        swiftSettings: strictTests
    )
}

/// Folders of data beside the tests, found by path and never compiled.
let fixtures: [String: [String]] = [
    "Configuration": ["Fixtures"], "SiteAssociation": ["Fixtures"],
]

let package = Package(
    name: "aasa-origin",
    products: [.executable(name: "aasa-origin", targets: ["aasa-origin"])],
    targets: [
        // Level 0: C libraries from Debian.
        .systemLibrary(
            name: "CMicrohttpd", pkgConfig: "libmicrohttpd",
            providers: [.apt(["libmicrohttpd-dev"])]),
        .systemLibrary(name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .systemLibrary(
            name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CInotify"),
        .systemLibrary(name: "CMalloc"),
        // Level 1: no dependency.
        library("Diagnostics"),
        library("HTTP"),
        library("POSIX", ["CInotify", "CMalloc"]),
        // Level 2
        library("SiteAssociation", ["Diagnostics"]),
        library("PropertyList", ["Diagnostics"]),
        library("YAML", ["Diagnostics", "CYAML"]),
        library("TLS", ["Diagnostics", "POSIX", "COpenSSL"]),
        library("HTTPClient", ["HTTP", "POSIX", "CCurl"]),
        library("Compression", ["CZlib"]),
        library("SQLite", ["CSQLite"]),
        // Level 3
        library("AssetLinks", ["Diagnostics", "SiteAssociation"]),
        library("Configuration", ["Diagnostics", "POSIX", "SiteAssociation", "YAML"]),
        library("HTTPServer", ["Diagnostics", "HTTP", "POSIX", "TLS", "CMicrohttpd", "CLinux"]),
        library(
            "FetchRecord",
            ["Diagnostics", "HTTP", "POSIX", "SiteAssociation", "Compression", "SQLite"]),
        // Level 4
        library(
            "Origin",
            [
                "Diagnostics", "HTTP", "POSIX", "SiteAssociation", "TLS", "Configuration",
                "FetchRecord",
            ]),
        library(
            "Doctor",
            [
                "Diagnostics", "HTTP", "POSIX", "SiteAssociation", "AssetLinks", "TLS",
                "HTTPClient", "PropertyList", "YAML", "Compression", "Configuration",
            ]),
        // Level 5
        library("Admin", ["Diagnostics", "HTTP", "SiteAssociation", "FetchRecord", "Origin"]),
        // Level 6
        .executableTarget(
            name: "aasa-origin",
            dependencies: [
                "Diagnostics", "HTTP", "POSIX", "SiteAssociation", "TLS", "HTTPClient",
                "Configuration", "HTTPServer", "FetchRecord", "Origin", "Doctor", "Admin",
            ],
            swiftSettings: strict
        ),
        // Tests
        .target(
            name: "TestSupport", dependencies: ["Diagnostics", "SiteAssociation"],
            path: "Tests/TestSupport", swiftSettings: strictTests),
        tests("Diagnostics", ["TestSupport"]),
        tests("HTTP", ["TestSupport"]),
        tests("POSIX", ["TestSupport"]),
        tests("SiteAssociation", ["Diagnostics", "TestSupport"]),
        tests("YAML", ["Diagnostics", "TestSupport"]),
        tests("TLS", ["Diagnostics", "TestSupport"]),
        tests("HTTPClient", ["HTTP", "TestSupport"]),
        tests("Compression", ["TestSupport"]),
        tests("SQLite", ["TestSupport"]),
        tests("Configuration", ["Diagnostics", "SiteAssociation", "YAML", "TestSupport"]),
        tests("HTTPServer", ["Diagnostics", "HTTP", "TLS", "TestSupport"]),
        tests(
            "FetchRecord",
            ["Diagnostics", "HTTP", "POSIX", "SiteAssociation", "SQLite", "TestSupport"]),
        tests(
            "Origin",
            [
                "Diagnostics", "HTTP", "POSIX", "SiteAssociation", "TLS", "Configuration",
                "FetchRecord", "TestSupport",
            ]),
        tests(
            "Admin",
            [
                "Diagnostics", "HTTP", "SiteAssociation", "Configuration", "FetchRecord", "Origin",
                "TestSupport",
            ]),
        tests("PropertyList", ["Diagnostics", "TestSupport"]),
        tests("AssetLinks", ["Diagnostics", "SiteAssociation", "TestSupport"]),
        tests(
            "Doctor",
            [
                "Diagnostics", "HTTP", "HTTPClient", "POSIX", "SiteAssociation", "TLS",
                "Configuration", "TestSupport",
            ]),
        .testTarget(
            name: "ProjectTests",
            dependencies: ["Admin", "Doctor", "HTTP", "FetchRecord", "Origin", "TestSupport"],
            swiftSettings: strictTests),
        .testTarget(
            name: "BrowserTests", dependencies: ["TestSupport"], swiftSettings: strictTests),
        .testTarget(
            name: "EndToEndTests", dependencies: ["Diagnostics", "TLS", "TestSupport"],
            exclude: ["Fixtures"],
            swiftSettings: strictTests),
    ]
)

// An image is built from the sources alone.
if Context.environment["AASA_ORIGIN_WITHOUT_TESTS"] != nil {
    package.targets.removeAll { $0.type == .test || $0.name == "TestSupport" }
}
