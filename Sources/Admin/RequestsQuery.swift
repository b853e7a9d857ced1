import FetchRecord
import Origin

/// The parameters that choose among the latest requests; an empty one says nothing.
struct RequestsQuery {
    /// The parameters in words.
    static let names =
        "after, host, fetcher (\(Fetcher.allCases.map(\.rawValue).joined(separator: ", "))) "
        + "and status (such as 404, 4xx, or none for a connection without an answer)"

    /// What was understood; the rest lets every request through.
    let lenient: RecentRequests.Filter
    /// The same, or `nil` when a value is none of those that are known.
    let strict: RecentRequests.Filter?

    /// Reads the parameters.
    init(_ fields: FormFields) {
        let (fetcher, status) = (fields.text("fetcher"), fields.text("status"))
        lenient = RecentRequests.Filter(
            host: fields["host"] ?? "", fetcher: fetcher.flatMap(Fetcher.init),
            status: status.flatMap(RecentRequests.StatusFilter.init))
        let isUnderstood =
            (fetcher == nil) == (lenient.fetcher == nil)
            && (status == nil) == (lenient.status == nil)
        strict = isUnderstood ? lenient : nil
    }
}
