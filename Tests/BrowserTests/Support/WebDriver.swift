import Foundation
import TestSupport

/// What a browser did not do.
struct BrowserFailure: Error, CustomStringConvertible {
    let description: String
}

/// The program `chromedriver`, and commands of the WebDriver protocol (W3C) over HTTP.
///
/// - Ownership: Owns the process; it ends with the object, at the latest with the tests.
final class WebDriver: Sendable {
    /// How long a command may take.
    static let deadlineSeconds = 60.0

    private let child: Child
    private let streams: TemporaryDirectory
    private let port: Int

    /// Starts the program on a port of its own choice.
    init() throws {
        streams = try TemporaryDirectory()
        let output = streams.file("output")
        child = try ProcessRegistry.start(
            ["chromedriver", "--port=0"], environment: ["HOME": streams.path],
            streams: ("/dev/null", output, streams.file("errors")))
        port = try Waiting.value("port of chromedriver") {
            let text = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
            return text.firstMatch(of: /started successfully on port ([0-9]+)/).flatMap {
                Int($0.1)
            }
        }
    }

    deinit {
        child.send(SIGTERM)
        _ = child.wait(deadlineSeconds: 10)
    }

    /// Sends a command.
    ///
    /// - Parameters:
    ///   - method: `GET`, `POST` or `DELETE`.
    ///   - path: The path of the command.
    ///   - body: The parameters of a POST.
    /// - Returns: The value of the answer.
    /// - Throws: ``BrowserFailure`` with the words of the driver.
    @discardableResult
    func send(_ method: String, _ path: String, _ body: [String: Any] = [:]) throws -> Any? {
        let content =
            method == "POST" ? try JSONSerialization.data(withJSONObject: body) : Data()
        let connection = try RawConnection(port: port)
        try connection.send(
            "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
                + "Content-Type: application/json\r\nContent-Length: \(content.count)\r\n"
                + "Connection: close\r\n\r\n")
        if !content.isEmpty { try connection.send(Array(content)) }
        let text = try connection.receiveResponse(deadlineSeconds: Self.deadlineSeconds)
        guard let head = text.firstRange(of: "\r\n\r\n"),
            let object = try JSONSerialization.jsonObject(
                with: Data(text[head.upperBound...].utf8)) as? [String: Any]
        else { throw BrowserFailure(description: "no answer to \(path): \(text.prefix(500))") }
        let value = object["value"]
        if let error = value as? [String: Any], let name = error["error"] as? String {
            let words = (error["message"] as? String ?? "").prefix(400)
            throw BrowserFailure(description: "\(method) \(path): \(name): \(words)")
        }
        return value is NSNull ? nil : value
    }
}

/// Waits for conditions, with a deadline.
enum Waiting {
    /// Returns a value as soon as there is one.
    static func value<Value>(
        _ what: String, deadlineSeconds: Double = 30, _ read: () throws -> Value?
    ) throws -> Value {
        let end = Date().addingTimeInterval(deadlineSeconds)
        while true {
            if let value = try read() { return value }
            guard Date() < end else { throw BrowserFailure(description: "no \(what)") }
            usleep(20_000)
        }
    }
}
