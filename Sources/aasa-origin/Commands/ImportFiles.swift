import Configuration
import Diagnostics
import Origin
import POSIX

/// The association files that the command `import` works on, with the hosts they belong to.
struct ImportFiles {
    /// How deep folders are looked into.
    private static let depthLimit = 8
    /// How many folders are looked into.
    private static let folderLimit = 200_000
    /// How many folders without a file are named.
    private static let shownLimit = 3

    private(set) var files: [(path: String, host: String?)] = []
    private(set) var findings: [Diagnostic] = []
    private var folderCount = 0
    private var folders: [FileIdentity] = []

    /// Finds the files.
    ///
    /// - Parameter operands: Files and directories, as they stand in the command line.
    init(_ operands: [String]) {
        for operand in operands {
            if Files.isDirectory(operand) {
                add(directory: operand)
            } else {
                files.append((operand, ImportSource.host(ofPath: operand)))
            }
        }
    }

    // MARK: Directories

    private mutating func add(directory: String) {
        let directory =
            directory.count > 1 && directory.hasSuffix("/")
            ? String(directory.dropLast()) : directory
        let start = files.count
        var empty: [String] = []
        look(in: [], of: directory, &empty)
        guard files.count > start else {
            findings.append(
                Diagnostic(
                    .error, "import-no-files",
                    "there is no association file in \(Diagnostic.quotedPath(directory))",
                    hint: Self.forms))
            return
        }
        // ORDER: by path, so that the same directory gives the same configuration.
        files[start...].sort { $0.path < $1.path }
        report(empty)
    }

    private static let forms =
        "they are HOST.json there, or \(ImportSource.fileName) in the folder HOST or below"

    /// Looks into a folder and those below.
    ///
    /// - Parameters:
    ///   - names: The names on the way from the directory to the folder.
    ///   - directory: The directory.
    ///   - empty: Takes the folders of the directory without any file.
    private mutating func look(
        in names: [String], of directory: String, _ empty: inout [String]
    ) {
        let folder = ([directory] + names).joined(separator: "/")
        // A link that leads to a folder on the way here would never end.
        guard let identity = FileIdentity(path: folder), !folders.contains(identity),
            mayLook(folder, names.count)
        else { return }
        folders.append(identity)
        defer { folders.removeLast() }
        for name in entries(folder) where !name.hasPrefix(".") || name == ".well-known" {
            let path = "\(folder)/\(name)"
            if Files.isDirectory(path) {
                let before = files.count + findings.count
                look(in: names + [name], of: directory, &empty)
                let isSilent = files.count + findings.count == before
                if names.isEmpty, isSilent { empty.append(path) }
            } else if names.isEmpty ? !Self.isAndroid(name) : Self.isAssociation(name) {
                files.append((path, ImportSource.host(ofFile: names + [name], below: directory)))
            }
        }
    }

    private mutating func entries(_ folder: String) -> [String] {
        do throws(SystemError) {
            return try Files.names(in: folder)
        } catch {
            findings.append(
                Diagnostic(
                    .error, "file-unreadable",
                    "cannot read \(Diagnostic.quotedPath(folder)): \(error.reason)"))
            return []
        }
    }

    /// Whether a folder is within the limits; a finding tells of the first that is not.
    private mutating func mayLook(_ folder: String, _ depth: Int) -> Bool {
        folderCount += 1
        let fault: String? =
            if depth > Self.depthLimit {
                "is more than \(Self.depthLimit) folders deep"
            } else if folderCount > Self.folderLimit {
                "is one of more than \(Self.folderLimit) folders"
            } else {
                nil
            }
        guard let fault else { return true }
        if !findings.contains(where: { $0.id == "import-folder" }) {
            findings.append(
                Diagnostic(
                    .error, "import-folder",
                    "\(Diagnostic.quotedPath(folder)) \(fault) and is not looked into",
                    hint: "copy the association files to a directory of their own"))
        }
        return false
    }

    private mutating func report(_ empty: [String]) {
        guard let first = empty.first else { return }
        let more = empty.count == 1 ? "" : ", nor in \(Count.text(empty.count - 1, "more folder"))"
        findings.append(
            Diagnostic(
                .warning, "import-passed-over",
                "there is no association file in \(Diagnostic.quotedPath(first))\(more)",
                hint: Self.forms,
                notes: empty.dropFirst().prefix(Self.shownLimit - 1).map {
                    Diagnostic.Note("there is none in \(Diagnostic.quotedPath($0))")
                }))
    }

    private static func isAssociation(_ name: String) -> Bool {
        name == ImportSource.fileName || name == ImportSource.fileName + ".json"
    }

    /// Whether a file is Android's counterpart, which often lies beside.
    private static func isAndroid(_ name: String) -> Bool {
        name == "assetlinks.json" || name.hasSuffix(".assetlinks.json")
    }
}
