/// The limits of a server: every number that a client can drive.
package struct ServerLimits: Sendable, Hashable {
    /// Connections at once over all loops; above it the oldest silent one makes room.
    package var connections = 10_000
    /// From accept to the end of the TLS handshake.
    package var handshakeTimeoutMilliseconds: Int64 = 5_000
    /// From the first byte of a request head to its last.
    package var headTimeoutMilliseconds: Int64 = 5_000
    /// From the end of a response, or of the handshake, to the first byte of a request.
    package var idleTimeoutMilliseconds: Int64 = 15_000
    /// From the first byte of a response to its last.
    package var sendTimeoutMilliseconds: Int64 = 10_000
    /// The size of a request head.
    package var headLimitBytes = 8_192
    /// The number of header fields.
    package var headFieldLimit = 64
    /// Requests on one connection, before it is closed in order.
    package var requestsPerConnection = 1_000

    /// The descriptors of the process: the lowest free number is always given next.
    package var descriptors: Int32 = .max
    /// No connection takes a descriptor from this number on.
    var socketCeiling: Int32 { laneCeiling - min(Self.laneDescriptors, descriptors / 6) }
    /// No lane takes a descriptor from this number on.
    var laneCeiling: Int32 { descriptors - reserved }
    /// No connection of the admin listener takes one from this number on: it can be reached
    /// while clients hold all that they may have.
    var adminCeiling: Int32 { descriptors - reserved / 2 }
    /// How many connections may be on their way from one loop to another.
    var passedOn: Int { Int(laneCeiling - socketCeiling) / 2 }
    private var reserved: Int32 { min(Self.reservedDescriptors, descriptors / 8) }

    /// Creates the default limits.
    package init() {}

    /// The size of a request body on the admin listener; no other listener takes one.
    static let adminBodyLimitBytes = 4_096
    /// How long a closing connection is read from, so that its last response arrives.
    static let lingerTimeoutMilliseconds: Int64 = 1_000
    /// How long a connection without a request may still send one while the server ends.
    static let drainGraceMilliseconds: Int64 = 1_000
    /// Bytes that are read from a closing connection before it is cut.
    static let lingerLimitBytes = 256 * 1024
    /// Connections above the limit before new ones are closed unseen.
    static let connectionSlack = 256
    /// How often a connection is given to another loop.
    static let passes = 3
    /// Descriptors that neither connections nor lanes may take, so that files can be read:
    /// a reload must work when everything else is used up.
    static let reservedDescriptors: Int32 = 16
    /// Descriptors that the process opens for itself once its loops are there.
    static let laterDescriptors: Int32 = 4
    /// Descriptors that lanes may take and connections may not: those must get their responses.
    static let laneDescriptors: Int32 = 16
    /// How long the HTTP library may keep a response to itself before it is run again: what a
    /// version does in a later run than others costs a moment, and never a request.
    static let framingPauseMilliseconds: Int32 = 10
    /// Connections that a loop accepts before it looks at others.
    static let acceptBatch = 16
    /// Response bytes that wait for a slow client in this process.
    static let outputLimitBytes = 64 * 1024
    /// Framing connections that are kept for later requests.
    static let idleLanes = 64
    /// Responses that a loop keeps its own copy of.
    static let cachedResponses = 4_096
    /// Requests of the public listeners that are worked on beside the loops at once.
    static let publicWork = 16
    /// Between two warnings of the same kind.
    static let warningIntervalNanoseconds: Int64 = 5_000_000_000
}
