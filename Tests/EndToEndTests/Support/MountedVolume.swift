import Foundation
import TestSupport

/// A ConfigMap or a Secret that is mounted as a directory, as a kubelet does it.
///
/// The names of the files lead through one link, `..data`, to a directory of the version; an
/// update is a new directory and one renaming of that link.
struct MountedVolume {
    private let directory: TemporaryDirectory
    private let name: String

    /// The path of the volume.
    var path: String { directory.file(name) }

    /// Mounts files below a directory.
    init(_ name: String, in directory: TemporaryDirectory, files: [String: String]) throws {
        self.directory = directory
        self.name = name
        try update(files)
    }

    /// Replaces all files at once.
    func update(_ files: [String: String]) throws {
        let manager = FileManager.default
        let version = "..\(UUID().uuidString)"
        for (file, text) in files { try directory.write(text, to: "\(name)/\(version)/\(file)") }
        try manager.createSymbolicLink(
            atPath: "\(path)/..data_tmp", withDestinationPath: version)
        guard rename("\(path)/..data_tmp", "\(path)/..data") == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        let names = try manager.contentsOfDirectory(atPath: path).filter { !$0.hasPrefix("..") }
        for file in files.keys where !names.contains(file) {
            try manager.createSymbolicLink(
                atPath: "\(path)/\(file)", withDestinationPath: "..data/\(file)")
        }
        for file in names where files[file] == nil {
            try manager.removeItem(atPath: "\(path)/\(file)")
        }
    }
}
