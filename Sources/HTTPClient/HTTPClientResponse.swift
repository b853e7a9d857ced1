package import HTTP

/// What a server answered.
package struct HTTPClientResponse: Sendable, Hashable {
    /// The status code; a redirect is an answer like any other.
    package var status: Int
    /// The header fields in the order received.
    package var headers: [Field]
    /// The body.
    package var body: [UInt8]

    /// Returns the first value of a field, whose name is compared without letter case.
    package func first(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
