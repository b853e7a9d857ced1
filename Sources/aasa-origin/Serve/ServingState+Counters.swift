import HTTPServer
import Origin

extension ServingState.Counts {
    /// Takes over the numbers of the server.
    init(_ counters: ServerCounters, droppedLogLines: UInt64) {
        self.init()
        connections = counters.connections
        accepted = counters.accepted
        fullHandshakes = counters.fullHandshakes
        resumedHandshakes = counters.resumedHandshakes
        evicted = counters.evicted
        refusedAtLimit = counters.refusedAtLimit
        descriptorShortages = counters.descriptorShortages
        exhausted = counters.exhausted
        handshakeTimeouts = counters.handshakeTimeouts
        headTimeouts = counters.headTimeouts
        idleTimeouts = counters.idleTimeouts
        sendTimeouts = counters.sendTimeouts
        self.droppedLogLines = droppedLogLines
    }
}
