import Glibc

/// What tells one state of a file from another without reading it.
///
/// The time of the last change of the inode is in it, which no program can set, so that a
/// file of the same size with a forged modification time differs all the same.
package struct FileSignature: Sendable, Hashable {
    private let device: UInt64
    private let inode: UInt64
    private let size: Int64
    private let mode: UInt32
    /// When the inode changed last, in seconds since 1970 in UTC.
    package let changedSeconds: Int64
    private let changedNanoseconds: Int64
    private let isReadable: Bool

    /// Reads the signature of the file that a path leads to; `nil` when there is none.
    package init?(path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int64(status.st_size)
        mode = UInt32(status.st_mode)
        changedSeconds = Int64(status.st_ctim.tv_sec)
        changedNanoseconds = Int64(status.st_ctim.tv_nsec)
        isReadable = unsafe access(path, R_OK) == 0
    }
}

/// What tells one file from another, whatever its name and its content.
package struct FileIdentity: Sendable, Hashable {
    private let device: UInt64
    private let inode: UInt64

    /// Reads the identity of the file that a path leads to; `nil` when there is none.
    package init?(path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
    }
}
