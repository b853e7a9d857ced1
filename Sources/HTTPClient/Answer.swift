import HTTP

/// What has been received so far.
final class Answer {
    /// The largest sum of all header lines.
    static let headLimitBytes = 64 * 1024

    private(set) var headers: [Field] = []
    private(set) var body: [UInt8] = []
    private(set) var isTooLarge = false
    private let bodyLimitBytes: Int
    private var headBytes = 0

    init(bodyLimitBytes: Int) { self.bodyLimitBytes = bodyLimitBytes }

    func appendBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        isTooLarge = body.count + bytes.count > bodyLimitBytes
        guard !isTooLarge else { return false }
        unsafe body.append(contentsOf: bytes)
        return true
    }

    func appendHeader(_ bytes: UnsafeRawBufferPointer) -> Bool {
        headBytes += bytes.count
        isTooLarge = headBytes > Self.headLimitBytes
        guard !isTooLarge else { return false }
        let line = unsafe String(decoding: bytes, as: UTF8.self)
        if line.hasPrefix("HTTP/") {
            // A new status line: what came before belongs to an interim answer.
            headers.removeAll()
        } else if let colon = line.firstIndex(of: ":") {
            let value = line[line.index(after: colon)...]
            headers.append(Field(String(line[..<colon]), Syntax.trimmed(value)))
        }
        return true
    }
}

/// Takes bytes of the body from libcurl.
let receiveBody:
    @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int = {
        data, size, count, argument in
        guard let argument = unsafe argument else { return 0 }
        let answer = unsafe Unmanaged<Answer>.fromOpaque(argument).takeUnretainedValue()
        let bytes = unsafe UnsafeRawBufferPointer(start: data, count: size * count)
        // Another number than that of the bytes given ends the transfer.
        return unsafe answer.appendBody(bytes) ? size * count : -1
    }

/// Takes one header line from libcurl.
let receiveHeader:
    @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int = {
        data, size, count, argument in
        guard let argument = unsafe argument else { return 0 }
        let answer = unsafe Unmanaged<Answer>.fromOpaque(argument).takeUnretainedValue()
        let bytes = unsafe UnsafeRawBufferPointer(start: data, count: size * count)
        return unsafe answer.appendHeader(bytes) ? size * count : -1
    }
