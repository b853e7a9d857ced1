package import POSIX

/// The files of the machine: the one place of this target that opens any.
package struct SystemConfigurationFiles: ConfigurationFiles {
    /// Creates access to the files of the machine.
    package init() {}

    package func read(_ path: String, limitBytes: Int) throws(SystemError) -> [UInt8] {
        path == "-"
            ? try Files.readStandardInput(limitBytes: limitBytes)
            : try Files.read(path, limitBytes: limitBytes)
    }

    package func paths(matching pattern: String) -> [String] { Files.glob(pattern) }

    package func isDirectory(_ path: String) -> Bool { Files.isDirectory(path) }

    package func listingError(of directory: String) -> SystemError? {
        Files.listingError(of: directory)
    }

    package func identity(of path: String) -> String { Files.canonical(path) ?? path }
}

extension ConfigurationLoader {
    /// Creates a loader that reads the machine's files and the process's environment.
    package init() {
        self.init(files: SystemConfigurationFiles())
    }

    /// Creates a loader that reads the process's environment.
    ///
    /// - Parameter files: Where files come from.
    package init(files: any ConfigurationFiles) {
        self.init(files: files, environment: ProcessContext.environment)
    }
}
