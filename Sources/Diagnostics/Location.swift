/// A place in a source: the file, and a line and column where one is known.
package struct Location: Sendable, Hashable {
    /// The source that is pointed into.
    package let source: SourceFile

    private let storedLine: UInt32
    private let storedColumn: UInt32

    /// The line, counted from 1, or `nil` for the file as a whole.
    package var line: Int? { storedLine == 0 ? nil : Int(storedLine) }

    /// The column, counted from 1 in Unicode scalars, or `nil` for the file as a whole.
    package var column: Int? { storedColumn == 0 ? nil : Int(storedColumn) }

    /// Creates a place from a line and a column that are counted from 1.
    package init(_ source: SourceFile, line: Int, column: Int) {
        self.source = source
        storedLine = UInt32(clamping: line)
        storedColumn = UInt32(clamping: column)
    }

    /// Creates a place that stands for a whole file, for instance one that is missing.
    package init(file source: SourceFile) {
        self.source = source
        storedLine = 0
        storedColumn = 0
    }

    package static func == (left: Location, right: Location) -> Bool {
        left.source === right.source && left.storedLine == right.storedLine
            && left.storedColumn == right.storedColumn
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(source))
        hasher.combine(storedLine)
        hasher.combine(storedColumn)
    }
}

extension Location: CustomStringConvertible {
    /// The place as `file:line:column`, or the file's name alone when it has no line.
    package var description: String {
        storedLine == 0 ? source.name : "\(source.name):\(storedLine):\(storedColumn)"
    }
}
