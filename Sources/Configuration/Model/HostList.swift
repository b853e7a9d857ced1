import Diagnostics
package import SiteAssociation

/// The hosts of a configuration, in the order of the file.
///
/// A host is made when it is asked for: what is kept of it are a name in a common buffer and
/// seven numbers, so that a hundred thousand hosts cost little and lie together.
///
/// - Threads: A value; copies share their memory.
package struct HostList: Sendable {
    private struct Record: Sendable {
        var source: Int32
        var line: UInt32
        var column: UInt32
        var environment: Int32
        var document: Int32
        /// The number of the row and one more, or 0 for a host of its own.
        var row: Int32
        var table: Int32
    }

    /// The hosts as an operator writes them, by their numbers.
    package private(set) var patterns = HostPatterns()
    private var records: [Record] = []
    private var sources: [SourceFile] = []
    private var sourceNumbers: [ObjectIdentifier: Int32] = [:]

    /// Creates an empty list.
    package init() {}

    /// Creates a list of hosts.
    package init(_ hosts: some Sequence<HostConfiguration>) {
        for host in hosts { append(host) }
    }

    /// Makes room for hosts.
    mutating func reserveCapacity(_ count: Int) {
        records.reserveCapacity(count)
        patterns.reserveCapacity(count)
    }

    /// Adds a host.
    package mutating func append(_ host: HostConfiguration) {
        patterns.append(host.pattern)
        let place = host.location
        records.append(
            Record(
                source: number(of: place.source),
                line: UInt32(clamping: place.line ?? 0),
                column: UInt32(clamping: place.column ?? 0),
                environment: Int32(clamping: host.environment),
                document: Int32(clamping: host.document),
                row: host.tenant.map { $0.row + 1 } ?? 0, table: host.tenant?.table ?? 0))
    }

    private mutating func number(of source: SourceFile) -> Int32 {
        // Hosts of one file stand together.
        if let last = records.last, sources[Int(last.source)] === source { return last.source }
        if let known = sourceNumbers[ObjectIdentifier(source)] { return known }
        sources.append(source)
        let number = Int32(clamping: sources.count - 1)
        sourceNumbers[ObjectIdentifier(source)] = number
        return number
    }

    // MARK: One host without its name

    /// Returns the place of a host.
    func location(_ index: Int) -> Location {
        let record = records[index]
        let source = sources[Int(record.source)]
        return record.line == 0
            ? Location(file: source)
            : Location(source, line: Int(record.line), column: Int(record.column))
    }

    /// Returns the environment of a host, by its number.
    package func environment(_ index: Int) -> Int { Int(records[index].environment) }

    /// Returns the document of a host, by its number.
    package func document(_ index: Int) -> Int { Int(records[index].document) }
}

extension HostList: RandomAccessCollection {
    package var startIndex: Int { 0 }
    package var endIndex: Int { records.count }

    /// A host, made anew each time.
    package subscript(index: Int) -> HostConfiguration {
        let record = records[index]
        return HostConfiguration(
            name: patterns.name(index), isWildcard: patterns.isWildcard(index),
            environment: Int(record.environment), document: Int(record.document),
            location: location(index),
            tenant: record.row == 0 ? nil : TenantRow(table: record.table, row: record.row - 1))
    }
}

extension HostList: ExpressibleByArrayLiteral {
    package init(arrayLiteral hosts: HostConfiguration...) { self.init(hosts) }
}
