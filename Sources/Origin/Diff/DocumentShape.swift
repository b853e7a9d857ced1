/// A document without what is a host's own: app identifiers, the labels of the host, the values
/// of its tenant, and the comments of rules, which mean nothing to a device.
///
/// The documents that a template makes for many hosts have one shape. Identifiers become
/// numbers in the order in which they first stand in either document of a pair, so that two
/// pairs of one shape differ in the same places.
struct DocumentShape: Hashable {
    /// What changes between two shapes, from the first rule or entry that differs to the last.
    struct Edit: Hashable {
        let old: [UInt8]
        let new: [UInt8]
    }

    private let old: [UInt8]
    private let new: [UInt8]

    /// Creates the shape of a pair of documents.
    ///
    /// - Parameters:
    ///   - old: The bytes of the old document, perhaps with `ValueMarks`; empty for none.
    ///   - new: Those of the new document.
    ///   - host: The host that has them, as an operator writes it.
    init(old: [UInt8], new: [UInt8], host: String) {
        let values = SharedValues(old, new)
        var writer = ShapeWriter(host: host, values: values)
        self.old = writer.shape(of: old, isNew: false)
        self.new = writer.shape(of: new, isNew: true)
    }

    /// What differs, widened to whole objects, entries of lists and members.
    var edit: Edit {
        let limit = min(old.count, new.count)
        var prefix = 0
        while prefix < limit, old[prefix] == new[prefix] { prefix += 1 }
        var suffix = 0
        while suffix < limit - prefix,
            old[old.count - 1 - suffix] == new[new.count - 1 - suffix]
        { suffix += 1 }
        while prefix > 0, !Self.opens(old[prefix - 1]) { prefix -= 1 }
        while suffix > 0, !Self.closes(old[old.count - suffix]) { suffix -= 1 }
        return Edit(
            old: Array(old[prefix..<(old.count - suffix)]),
            new: Array(new[prefix..<(new.count - suffix)]))
    }

    private static func opens(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: ",")
    }

    private static func closes(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: ",")
    }
}
