import CYAML
import Diagnostics

/// One step of a YAML file, copied out of the parser.
struct Event {
    enum Kind {
        case documentStart
        case streamEnd
        case scalar(Node.Scalar)
        case sequenceStart
        case mappingStart
        case end
        case alias(String)
        /// A stream's start, a document's end: nothing that has to be acted on.
        case other
    }

    var kind: Kind
    var location: Location
    var anchor: String?
    var tag: String?
}

/// Reads a YAML text as a series of events.
///
/// - Ownership: Owns one `yaml_parser_t` and a copy of the text that it reads from.
/// - Threads: One thread at a time.
/// - Limits: None of its own; the parser keeps at most one event and a look-ahead of about
///   a thousand tokens.
@safe final class EventReader {
    private let source: SourceFile
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let input: UnsafeMutableBufferPointer<UInt8>
    private let isInitialized: Bool

    /// Creates a reader at the start of a text that has passed ``EncodingCheck``.
    init(_ source: SourceFile) {
        self.source = source
        unsafe input = .allocate(capacity: max(1, source.bytes.count))
        unsafe parser = .allocate(capacity: 1)
        isInitialized = unsafe yaml_parser_initialize(parser) == 1
        guard isInitialized else { return }
        _ = unsafe input.update(fromContentsOf: source.bytes)
        unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        unsafe yaml_parser_set_input_string(parser, input.baseAddress, source.bytes.count)
    }

    deinit {
        if isInitialized { unsafe yaml_parser_delete(parser) }
        unsafe parser.deallocate()
        unsafe input.deallocate()
    }

    /// Returns the next event.
    ///
    /// - Throws: `yaml-syntax` at the place where the text stops being YAML.
    func next() throws(Diagnostic) -> Event {
        guard isInitialized else { throw outOfMemory }
        var raw = unsafe yaml_event_t()
        guard unsafe yaml_parser_parse(parser, &raw) == 1 else { throw fault() }
        defer { unsafe yaml_event_delete(&raw) }
        return unsafe event(&raw)
    }

    private func event(_ raw: UnsafePointer<yaml_event_t>) -> Event {
        let mark = unsafe raw.pointee.start_mark
        let place = location(mark)
        var event = Event(kind: .other, location: place)
        switch unsafe raw.pointee.type {
        case YAML_DOCUMENT_START_EVENT: event.kind = .documentStart
        case YAML_STREAM_END_EVENT: event.kind = .streamEnd
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: event.kind = .end
        case YAML_ALIAS_EVENT:
            event.kind = .alias(unsafe text(raw.pointee.data.alias.anchor) ?? "")
        case YAML_SCALAR_EVENT:
            let data = unsafe raw.pointee.data.scalar
            event.kind = .scalar(unsafe scalar(data.value, data.length, data.style))
            event.anchor = unsafe text(data.anchor)
            event.tag = unsafe text(data.tag)
        case YAML_SEQUENCE_START_EVENT:
            event.kind = .sequenceStart
            event.anchor = unsafe text(raw.pointee.data.sequence_start.anchor)
            event.tag = unsafe text(raw.pointee.data.sequence_start.tag)
        case YAML_MAPPING_START_EVENT:
            event.kind = .mappingStart
            event.anchor = unsafe text(raw.pointee.data.mapping_start.anchor)
            event.tag = unsafe text(raw.pointee.data.mapping_start.tag)
        default: break
        }
        return event
    }

    private func scalar(
        _ bytes: UnsafeMutablePointer<yaml_char_t>?, _ count: Int, _ style: yaml_scalar_style_t
    ) -> Node.Scalar {
        let buffer = unsafe UnsafeBufferPointer(start: bytes, count: count)
        return Node.Scalar(
            text: unsafe String(decoding: buffer, as: UTF8.self),
            isPlain: style == YAML_PLAIN_SCALAR_STYLE)
    }

    private func text(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        unsafe pointer.map { unsafe String(cString: $0) }
    }

    private func location(_ mark: yaml_mark_t) -> Location {
        Location(source, line: mark.line + 1, column: mark.column + 1)
    }

    private var outOfMemory: Diagnostic {
        Diagnostic(
            .error, "yaml-memory", "memory ran out while reading YAML", at: Location(file: source))
    }

    private func fault() -> Diagnostic {
        let error = unsafe parser.pointee.error
        if error == YAML_MEMORY_ERROR { return outOfMemory }
        let problem = unsafe parser.pointee.problem.map { unsafe String(cString: $0) } ?? ""
        if error == YAML_READER_ERROR {
            let offset = unsafe parser.pointee.problem_offset
            return Diagnostic(
                .error, "yaml-encoding", "a character cannot be read (\(problem))",
                at: source.location(ofOffset: offset))
        }
        let context = unsafe parser.pointee.context.map { unsafe String(cString: $0) }
        return SyntaxFault(
            problem: problem, context: context,
            place: location(unsafe parser.pointee.problem_mark),
            contextPlace: location(unsafe parser.pointee.context_mark)
        ).diagnostic
    }
}
