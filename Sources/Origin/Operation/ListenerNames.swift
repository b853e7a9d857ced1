package import Configuration

extension Configuration {
    /// The names of the listeners in logs: the addresses as configured, each different.
    ///
    /// Several listeners may leave their port to the system and so be written alike; the
    /// second of them gets `#2` behind its address.
    package var listenerNames: [String] {
        var counts: [String: Int] = [:]
        return listeners.map { listener in
            let count = counts[listener.name, default: 0] + 1
            counts[listener.name] = count
            return count == 1 ? listener.name : "\(listener.name)#\(count)"
        }
    }
}
