import Glibc

extension Files {
    /// Returns the names in a directory, sorted by their bytes, without `.` and `..`.
    ///
    /// - Parameter directory: The directory; a link to one is followed.
    /// - Returns: The names, without the directory's path.
    /// - Throws: The system's error.
    package static func names(in directory: String) throws(SystemError) -> [String] {
        guard let stream = unsafe opendir(directory) else { throw SystemError() }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while true {
            // Only the error number tells a failure from the end.
            errno = 0
            guard let entry = unsafe readdir(stream) else { break }
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) {
                    unsafe String(cString: $0)
                }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        guard errno == 0 else { throw SystemError() }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
