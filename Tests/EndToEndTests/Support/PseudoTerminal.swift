import Foundation
import TestSupport

/// A terminal for programs, and what they write to it.
///
/// - Threads: One thread reads what is written; all methods may be called from any thread.
final class PseudoTerminal: @unchecked Sendable {
    /// The file of the terminal, for the streams of programs.
    let path: String
    private let control: Int32
    private let held: Int32
    private let condition = NSCondition()
    private var bytes: [UInt8] = []
    private var hasEnded = false

    /// Opens a terminal.
    ///
    /// - Parameter columns: Its width; 0 for a terminal that does not know it.
    /// - Throws: The system's error.
    init(columns: UInt16) throws {
        // What posix_openpt and its like do on Linux, which are not imported.
        let unlock: UInt = 0x4004_5431
        let getNumber: UInt = 0x8004_5430
        control = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var isLocked: Int32 = 0
        var number: Int32 = 0
        var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        guard control >= 0, ioctl(control, unlock, &isLocked) == 0,
            ioctl(control, getNumber, &number) == 0,
            ioctl(control, UInt(TIOCSWINSZ), &size) == 0
        else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .ENODEV) }
        path = "/dev/pts/\(number)"
        // Without an end of its own, reading would fail before the program opens it.
        held = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        Thread.detachNewThread { [self] in collect() }
    }

    private func collect() {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(control, &buffer, buffer.count)
            condition.lock()
            if count > 0 { bytes += buffer.prefix(count) }
            hasEnded = count <= 0
            condition.broadcast()
            condition.unlock()
            if count <= 0 { break }
        }
        close(control)
    }

    /// Waits until what was written satisfies a condition.
    ///
    /// - Parameter isEnough: Asked each time something was written.
    /// - Returns: Whether it did within a minute.
    func wait(until isEnough: (String) -> Bool) -> Bool {
        let deadline = Date(timeIntervalSinceNow: 60)
        condition.lock()
        defer { condition.unlock() }
        while !isEnough(String(decoding: bytes, as: UTF8.self)) {
            if hasEnded || !condition.wait(until: deadline) { return false }
        }
        return true
    }

    /// Closes the terminal, once the programs have ended.
    ///
    /// - Returns: Everything that was written.
    func finish() -> String {
        close(held)
        condition.lock()
        defer { condition.unlock() }
        while !hasEnded { condition.wait() }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the lines that stand on a terminal in the end.
    ///
    /// - Parameter written: Text with line feeds, carriage returns and wiped rests of lines.
    /// - Returns: The lines; nothing is cut, as the terminal had any width.
    static func screen(_ written: String) -> String {
        var lines: [[Unicode.Scalar]] = [[]]
        var column = 0
        var rest = Array(written.unicodeScalars)[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\n": lines.append([])
            case "\r": column = 0
            case "\u{1B}":
                // The only sequence that the programs use.
                rest = rest.dropFirst(2)
                lines[lines.count - 1].removeLast(max(0, lines[lines.count - 1].count - column))
            default:
                if column < lines[lines.count - 1].count {
                    lines[lines.count - 1][column] = scalar
                } else {
                    lines[lines.count - 1].append(scalar)
                }
                column += 1
            }
        }
        return lines.map { line in String(String.UnicodeScalarView(line)) }
            .joined(separator: "\n")
    }
}
