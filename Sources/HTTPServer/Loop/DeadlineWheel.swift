/// Deadlines of many clients, looked at in steps of a tenth of a second.
///
/// A client stands in at most one place that counts. A deadline that moves later costs
/// nothing: the old place is visited, and the client is put where it belongs then.
struct DeadlineWheel {
    /// The length of a tick.
    static let tickNanoseconds: Int64 = 100_000_000
    private static let size: Int64 = 256

    private var buckets = [[UInt64]](repeating: [], count: Int(size))
    private var tick: Int64
    private var entries = 0

    init(now: Int64) {
        tick = now / Self.tickNanoseconds
    }

    /// Sets when something must have happened at a client.
    mutating func set(_ client: Client, deadline: Int64) {
        client.deadline = deadline
        let wanted = min(deadline / Self.tickNanoseconds + 1, tick + Self.size - 1)
        guard client.scheduledTick == 0 || client.scheduledTick > wanted else { return }
        client.scheduledTick = max(wanted, tick + 1)
        buckets[Int(client.scheduledTick % Self.size)].append(client.token)
        entries += 1
    }

    /// Returns the clients whose deadline has passed.
    mutating func expired(now: Int64, in table: ClientTable) -> [Client] {
        let target = now / Self.tickNanoseconds
        var result: [Client] = []
        while tick < target {
            tick += 1
            if entries == 0 {
                tick = target
                break
            }
            let index = Int(tick % Self.size)
            guard !buckets[index].isEmpty else { continue }
            let due = buckets[index]
            buckets[index] = []
            entries -= due.count
            for token in due {
                guard let client = table.client(token), client.scheduledTick == tick else {
                    continue
                }
                client.scheduledTick = 0
                guard client.deadline != 0 else { continue }
                if client.deadline <= now {
                    client.deadline = 0
                    result.append(client)
                } else {
                    set(client, deadline: client.deadline)
                }
            }
        }
        return result
    }

    /// Returns how long a loop may sleep, in milliseconds; -1 without limit.
    func sleepMilliseconds(now: Int64) -> Int32 {
        guard entries > 0 else { return -1 }
        var next = tick + 1
        while next < tick + Self.size, buckets[Int(next % Self.size)].isEmpty { next += 1 }
        let wait = next * Self.tickNanoseconds - now
        return Int32(clamping: max(0, (wait + 999_999) / 1_000_000))
    }
}
