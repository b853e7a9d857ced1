/// Bytes that no JSON text has, around the values that rows filled in.
///
/// A document with them tells what of it is a tenant's own: it begins with ``template``, and
/// each value stands as ``open``, the name of its column, ``middle``, the value, ``close``.
package enum ValueMarks {
    /// Stands before a document that a template made.
    package static let template: UInt8 = 0xFB
    /// Stands before the name of a column.
    package static let open: UInt8 = 0xF8
    /// Stands between the name of a column and the value.
    package static let middle: UInt8 = 0xF9
    /// Stands behind a value.
    package static let close: UInt8 = 0xFA
}
