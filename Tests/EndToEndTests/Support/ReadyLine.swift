/// The lines of standard error that say where a server listens.
enum ReadyLine {
    /// Whether the server has said that it serves.
    static func isReady(_ lines: [Substring]) -> Bool {
        lines.contains { $0.contains("msg=\"ready\"") }
    }

    /// Returns the ports of the listeners on loopback addresses: those of the configuration in
    /// order, then the admin listener's.
    static func ports(in lines: [Substring]) -> [Int] {
        lines.filter { $0.contains("listening on") }.flatMap { line in
            line.matches(of: /(?:127\.[0-9.]+|\[::1?\]):([0-9]+)/).compactMap { Int($0.1) }
        }
    }
}
