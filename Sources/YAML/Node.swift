package import Diagnostics

/// One value of a YAML file, with its place.
///
/// Aliases are resolved: the node that an alias stands for is shared, and its place is that
/// of the anchor.
package struct Node: Sendable {
    /// What kinds of value there are.
    package enum Content: Sendable {
        case scalar(Scalar)
        case sequence([Node])
        case mapping([Entry])
    }

    /// A text; nothing here decides whether it is a number, a date or a boolean.
    package struct Scalar: Sendable, Hashable {
        /// The text, with quotes, escapes and folding resolved.
        package let text: String
        /// Whether it was written without quotes, so that `null` and `~` mean nothing.
        package let isPlain: Bool

        /// Creates a text.
        package init(text: String, isPlain: Bool) {
            self.text = text
            self.isPlain = isPlain
        }

        /// Whether it is the absence of a value: plain, and empty, `~` or `null`.
        package var isNull: Bool {
            isPlain && ["", "~", "null", "Null", "NULL"].contains(text)
        }
    }

    /// A key and its value.
    package struct Entry: Sendable {
        /// The key; no two entries of a mapping have equal ones.
        package let key: String
        /// The place of the key.
        package let location: Location
        /// The value.
        package let value: Node

        /// Creates an entry.
        package init(key: String, location: Location, value: Node) {
            self.key = key
            self.location = location
            self.value = value
        }
    }

    /// The value.
    package let content: Content
    /// Where the value begins.
    package let location: Location

    /// Creates a node.
    package init(_ content: Content, at location: Location) {
        self.content = content
        self.location = location
    }

    /// What the node is, in the words of a finding: `text`, `a list`, `a mapping`, `nothing`.
    package var kind: String {
        switch content {
        case .scalar(let scalar): scalar.isNull ? "nothing" : "text"
        case .sequence: "a list"
        case .mapping: "a mapping"
        }
    }
}
