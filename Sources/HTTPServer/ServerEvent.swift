package import Diagnostics
package import HTTP

/// Something that the server has to say; whoever composes it decides where it is logged.
package enum ServerEvent: Sendable {
    /// A request was answered or refused, or a connection failed.
    case exchange(Exchange)
    /// An operator should know; each kind comes at most once in five seconds and loop.
    case warning(Diagnostic)
}
