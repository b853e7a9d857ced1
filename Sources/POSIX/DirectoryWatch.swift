import CInotify
import Glibc
import Synchronization

/// Tells that something happened in one of some directories (inotify(7)).
///
/// It is a hint to look, not a list of what happened: events of network and overlay file
/// systems may be missing, so whoever waits looks from time to time anyway.
///
/// - Ownership: Owns the inotify descriptor and a pipe.
/// - Threads: ``wake()`` from any; everything else from one thread.
package final class DirectoryWatch: Sendable {
    private let descriptor: Int32
    private let pipeEnds: (read: Int32, write: Int32)
    private let watches = Mutex<[String: Int32]>([:])

    /// Creates a watch over no directory.
    ///
    /// - Throws: The system's error, for instance when a user's limit is reached.
    package init() throws(SystemError) {
        descriptor = aasa_inotify_open()
        guard descriptor >= 0 else { throw SystemError() }
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else {
            let error = SystemError()
            close(descriptor)
            throw error
        }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        pipeEnds = (ends[0], ends[1])
    }

    deinit {
        close(descriptor)
        close(pipeEnds.read)
        close(pipeEnds.write)
    }

    /// Watches exactly these directories; those that cannot be watched are left out.
    package func set(_ directories: Set<String>) {
        watches.withLock { watches in
            for (directory, watch) in watches where !directories.contains(directory) {
                inotify_rm_watch(descriptor, watch)
                watches[directory] = nil
            }
            // A directory that was replaced needs a new watch, so all are added again.
            for directory in directories {
                let watch = unsafe inotify_add_watch(descriptor, directory, aasa_inotify_changes)
                watches[directory] = watch >= 0 ? watch : nil
            }
        }
    }

    /// Waits until something happens, ``wake()`` is called, or time is over.
    package func wait(timeoutMilliseconds: Int64) {
        var watched = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: pipeEnds.read, events: Int16(POLLIN), revents: 0),
        ]
        _ = unsafe poll(&watched, 2, Int32(clamping: timeoutMilliseconds))
        var chunk = [UInt8](repeating: 0, count: 4096)
        for end in [descriptor, pipeEnds.read] {
            while unsafe read(end, &chunk, chunk.count) > 0 {}
        }
    }

    /// Ends a wait.
    package func wake() {
        var byte: UInt8 = 0
        _ = unsafe write(pipeEnds.write, &byte, 1)
    }
}
