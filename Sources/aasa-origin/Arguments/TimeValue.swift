import Diagnostics

extension Invocation {
    /// The longest time that an option takes, in seconds: 30 days.
    static let longestSeconds = 2_592_000

    /// Returns the time of an option such as `45s`, `30m`, `6h` or `2d` in seconds.
    ///
    /// - Parameter option: The option.
    /// - Returns: The seconds, or `nil` when the option was not given.
    /// - Throws: `option-value` for anything that is no time, none, or a longer one.
    func seconds(_ option: Option) throws(UsageError) -> Int? {
        guard let text = value(option) else { return nil }
        let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
        guard let unit = text.last.flatMap({ units[$0] }), let count = Int(text.dropLast()),
            (1...Self.longestSeconds).contains(count), count * unit <= Self.longestSeconds
        else {
            throw UsageError(
                "option-value", "\(Diagnostic.quoted(text)) is no time",
                hint: "such as 45s, 30m or 6h, at most 30d", for: command)
        }
        return count * unit
    }
}
