import Diagnostics
import YAML

/// Decodes the `state` section: a path alone, or a mapping.
struct StateDecoding {
    static let keepVersionsRange: ClosedRange<Int64> = 2...1_000
    static let keepDaysRange: ClosedRange<Int64> = 1...3_650
    /// A day to a year, in milliseconds.
    static let quietAfterRange: ClosedRange<Int64> = 86_400_000...365 * 86_400_000

    let file: FileDecoding

    func decode(_ field: Field) -> StateConfiguration {
        var state = StateConfiguration()
        let decoder = file.decoder
        guard case .mapping = field.value.content else {
            setPath(file.path(field), &state)
            return state
        }
        guard let fields = decoder.fields(field.value, of: .state, named: "'state'") else {
            return state
        }
        setPath(file.path(fields["path"]), &state)
        let versions = decoder.quantity(
            fields["keep_versions"], unit: .count, range: Self.keepVersionsRange)
        let days = decoder.quantity(
            fields["keep_days"], unit: .count, range: Self.keepDaysRange)
        let quiet = decoder.quantity(
            fields["quiet_after"], unit: .duration, range: Self.quietAfterRange)
        state.keepVersions = versions?.value ?? state.keepVersions
        state.keepDays = days?.value ?? state.keepDays
        state.quietAfterMilliseconds = quiet?.value ?? state.quietAfterMilliseconds
        return state
    }

    private func setPath(_ path: Located<String>?, _ state: inout StateConfiguration) {
        state.path = path?.value
        state.location = path?.location
    }
}
