/// How much a table of tenants may hold, so that no file can exhaust the loader.
enum TenantLimits {
    /// Tables.
    static let tables = 100
    /// Rows of one table.
    static let rows = 2_000_000
    /// Columns of one table.
    static let columns = 256
    /// The longest value in bytes.
    static let cellBytes = 4_096
    /// The largest file of a table in bytes.
    static let fileBytes = 256 * 1_024 * 1_024
    /// Documents that differ in more than values: environments, overrides, and the sets of
    /// columns that are empty.
    static let templates = 20_000
    /// Overrides, and tenants and hosts that one names.
    static let overrides = 100_000
    /// Faults of one file after which reading it stops.
    static let findings = 10_000
}
