/// The clients of a loop, found by the token of an event.
///
/// A slot is used again with another generation, so that an event for a client that is gone
/// never reaches its successor.
struct ClientTable {
    private var slots: [Client?] = []
    private var generations: [UInt32] = []
    private var free: [Int] = []
    /// How many clients there are.
    private(set) var count = 0

    /// Adds the client that `make` creates with the token given to it.
    mutating func insert(_ make: (UInt64) -> Client) -> Client {
        let slot: Int
        if let reused = free.popLast() {
            slot = reused
            generations[slot] &+= 1
        } else {
            slot = slots.count
            slots.append(nil)
            generations.append(0)
        }
        let client = make(UInt64(generations[slot] & 0xFF_FFFF) << 32 | UInt64(slot))
        slots[slot] = client
        count += 1
        return client
    }

    /// Returns the client of a token, or `nil` when it is gone.
    func client(_ token: UInt64) -> Client? {
        let slot = Int(token & 0xFFFF_FFFF)
        guard slot < slots.count, let client = slots[slot], client.token == token else {
            return nil
        }
        return client
    }

    /// Removes a client.
    mutating func remove(_ client: Client) {
        let slot = Int(client.token & 0xFFFF_FFFF)
        guard slots[slot] === client else { return }
        slots[slot] = nil
        free.append(slot)
        count -= 1
    }

    /// All clients.
    var all: [Client] { slots.compactMap { $0 } }
}

/// Clients in the order in which they entered; a client stands in at most one list.
final class ClientList {
    /// What a list is for; each loop has one of a kind.
    enum Kind {
        case none
        /// Clients that have not sent a complete request.
        case silent
        /// Clients that have been answered and may ask again.
        case idle
    }

    private let kind: Kind
    private(set) var first: Client?
    private var last: Client?

    init(_ kind: Kind) {
        self.kind = kind
    }

    /// Appends a client that stands in no list.
    func append(_ client: Client) {
        guard client.membership == .none else { return }
        client.membership = kind
        client.previous = last
        last?.next = client
        last = client
        if first == nil { first = client }
    }

    /// Removes a client, if it stands in this list.
    func remove(_ client: Client) {
        guard client.membership == kind else { return }
        client.membership = .none
        client.previous?.next = client.next
        client.next?.previous = client.previous
        if first === client { first = client.next }
        if last === client { last = client.previous }
        client.previous = nil
        client.next = nil
    }
}
