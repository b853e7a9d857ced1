import Glibc

/// An error of the operating system: the number and its words.
package struct SystemError: Error, Sendable, Hashable {
    /// The value of `errno`.
    package let number: Int32

    /// The system's words for it in lower case, such as `permission denied`.
    package var reason: String {
        var buffer = [CChar](repeating: 0, count: 256)
        let status = unsafe buffer.withUnsafeMutableBufferPointer { memory -> Int32 in
            guard let base = memory.baseAddress else { return EINVAL }
            return unsafe strerror_r(number, base, memory.count)
        }
        guard status == 0 else { return "error \(number)" }
        let words = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        let text = String(decoding: words, as: UTF8.self)
        guard let first = text.first else { return "error \(number)" }
        return first.lowercased() + text.dropFirst()
    }

    /// Creates an error from a number, by default that of the call that just failed.
    package init(_ number: Int32 = errno) {
        self.number = number
    }

    /// No such file or directory.
    package static let notFound = SystemError(ENOENT)
    /// Permission denied.
    package static let permissionDenied = SystemError(EACCES)
    /// The address is in use by another socket.
    package static let addressInUse = SystemError(EADDRINUSE)
    /// The file is larger than its reader allows.
    package static let tooLarge = SystemError(EFBIG)
    /// A symbolic link stands where none is followed.
    package static let isLink = SystemError(ELOOP)
    /// Something else stands where a directory was expected.
    package static let isNoDirectory = SystemError(ENOTDIR)
    /// A name is longer than the file system allows.
    package static let nameTooLong = SystemError(ENAMETOOLONG)
    /// A directory stands where a file was expected.
    package static let isDirectory = SystemError(EISDIR)
    /// Nobody writes to a pipe.
    package static let noData = SystemError(ENODATA)
}
