import Foundation
import TestSupport

/// A headless Chromium with one window.
final class Browser {
    /// Where screenshots are kept: beside the build, to be looked at.
    static let screenshots: String = {
        let build = URL(fileURLWithPath: CommandLine.arguments[0])
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let directory = build.appendingPathComponent("screenshots").path
        try? FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        return directory
    }()

    private let driver: WebDriver
    private let profile: TemporaryDirectory
    private let session: String

    /// Starts a browser.
    ///
    /// - Parameter runsScripts: Whether pages may run scripts.
    /// - Throws: What keeps it from starting.
    init(runsScripts: Bool = true) throws {
        driver = try WebDriver()
        profile = try TemporaryDirectory()
        let arguments = [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
            "--no-first-run", "--no-proxy-server", "--hide-scrollbars", "--window-size=1440,1000",
            "--lang=en",
            "--user-data-dir=\(profile.path)",
        ]
        let scripts = runsScripts ? 1 : 2
        let options: [String: Any] = [
            "args": arguments,
            "prefs": ["profile.managed_default_content_settings.javascript": scripts],
        ]
        let capabilities: [String: Any] = [
            "browserName": "chrome", "goog:chromeOptions": options,
            "goog:loggingPrefs": ["browser": "ALL"],
        ]
        let value = try driver.send(
            "POST", "/session", ["capabilities": ["alwaysMatch": capabilities]])
        guard let session = (value as? [String: Any])?["sessionId"] as? String else {
            throw BrowserFailure(description: "no session")
        }
        self.session = session
    }

    deinit { _ = try? driver.send("DELETE", "/session/\(session)") }

    @discardableResult
    private func post(_ command: String, _ body: [String: Any] = [:]) throws -> Any? {
        try driver.send("POST", "/session/\(session)/\(command)", body)
    }

    private func get(_ command: String) throws -> String {
        try driver.send("GET", "/session/\(session)/\(command)") as? String ?? ""
    }

    // MARK: Pages

    /// Opens an address and waits until the page is loaded.
    func open(_ address: String) throws { try post("url", ["url": address]) }

    /// The address of the page.
    var address: String { get throws { try get("url") } }

    /// The title of the page.
    var title: String { get throws { try get("title") } }

    /// Runs a script and returns what it returns.
    @discardableResult
    func run(_ script: String, _ arguments: [Any] = []) throws -> Any? {
        try post("execute/sync", ["script": script, "args": arguments])
    }

    /// Runs a script that calls its last argument with the result.
    func runAsync(_ script: String, _ arguments: [Any] = []) throws -> Any? {
        try post("execute/async", ["script": script, "args": arguments])
    }

    /// Sends a command of Chromium's own protocol.
    @discardableResult
    func tell(_ command: String, _ parameters: [String: Any]) throws -> Any? {
        try post("goog/cdp/execute", ["cmd": command, "params": parameters])
    }

    /// What the page and the browser wrote to the console since the last call.
    func console() throws -> [String] {
        let entries = try post("se/log", ["type": "browser"]) as? [[String: Any]] ?? []
        return entries.compactMap { $0["message"] as? String }
    }

    /// Goes on in the first frame of the page, once something was loaded there.
    func enterFrame() throws {
        let id = try wait(for: "iframe")
        let key = "element-6066-11e4-a52e-4f735466cecf"
        try post("frame", ["id": [key: id]])
    }

    // MARK: Appearance

    /// Sets the width of the window, and whether the user wants it dark.
    func appear(width: Int, isDark: Bool) throws {
        try tell(
            "Emulation.setDeviceMetricsOverride",
            ["width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false])
        let scheme = ["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]
        let motion = ["name": "prefers-reduced-motion", "value": "reduce"]
        try tell("Emulation.setEmulatedMedia", ["features": [scheme, motion]])
    }

    /// Keeps a picture of the whole page.
    func photograph(_ name: String) throws {
        let value = try tell(
            "Page.captureScreenshot", ["format": "png", "captureBeyondViewport": true])
        guard let text = (value as? [String: Any])?["data"] as? String,
            let data = Data(base64Encoded: text)
        else { throw BrowserFailure(description: "no picture") }
        try data.write(to: URL(fileURLWithPath: "\(Self.screenshots)/\(name).png"))
    }

    // MARK: Elements

    private func element(_ selector: String) throws -> String? {
        let body = ["using": "css selector", "value": selector]
        let found = try post("elements", body) as? [[String: Any]]
        return found?.first?.values.first as? String
    }

    /// Waits for an element and returns its id.
    private func wait(for selector: String) throws -> String {
        try Waiting.value("element \(selector) at \(address)") { try element(selector) }
    }

    /// Whether an element is there.
    func has(_ selector: String) throws -> Bool { try element(selector) != nil }

    /// The text of an element as it is seen, once the element is there.
    func text(_ selector: String = "main") throws -> String {
        try get("element/\(wait(for: selector))/text")
    }

    /// Waits until the text of an element contains a text.
    func waitForText(_ text: String, in selector: String = "main") throws {
        var last = ""
        do {
            let _: Bool = try Waiting.value("text") {
                // While a page is replaced by the next, its elements cannot be read.
                last = (try? self.text(selector)) ?? last
                return last.contains(text) ? true : nil
            }
        } catch {
            throw BrowserFailure(description: "no '\(text)' in \(selector):\n\(last)")
        }
    }

    /// Clicks on an element.
    func click(_ selector: String) throws {
        try post("element/\(wait(for: selector))/click")
    }

    /// Clicks on a link or a button by its words.
    func press(_ words: String) throws {
        let path = "//*[self::a or self::button][normalize-space(.)=\"\(words)\"]"
        let id: String = try Waiting.value("button '\(words)' at \(address)") {
            let body = ["using": "xpath", "value": path]
            let found = try post("elements", body) as? [[String: Any]]
            return found?.first?.values.first as? String
        }
        try post("element/\(id)/click")
    }

    /// Replaces the text of a field.
    func fill(_ selector: String, _ text: String) throws {
        let id = try wait(for: selector)
        try post("element/\(id)/clear")
        try post("element/\(id)/value", ["text": text])
    }

    /// Presses keys, one after the other, wherever the focus is.
    func type(_ keys: String) throws {
        let actions = keys.flatMap { key in
            ["keyDown", "keyUp"].map { ["type": $0, "value": String(key)] }
        }
        let keyboard: [String: Any] = ["type": "key", "id": "keyboard", "actions": actions]
        try post("actions", ["actions": [keyboard]])
    }

    /// The keys that have no letter.
    enum Key {
        static let tab = "\u{E004}"
        static let enter = "\u{E007}"
        static let space = " "
    }
}
