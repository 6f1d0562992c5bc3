internal import CLibYAML
internal import Diagnostics

/// Reads one YAML file of any kind in one pass over the events of libyaml, and reports all syntax errors.
struct LibYAMLReader: Sendable {
  private var builder: NodeBuilder
  private var anchors: [String: Anchor] = [:]
  /// The open collections with anchors, and the names of these.
  private var openAnchors: [(node: NodeID, name: String)] = []
  /// The start of the text of the file in the text of the tree, if the file is ASCII.
  private var sourceStart: Int?

  private struct Anchor {
    var node: NodeID
    var height: Int
  }

  init(builder: NodeBuilder) { self.builder = builder }

  /// Appends the one document in `bytes` to `tree` and returns its root.
  mutating func read(
    _ bytes: [UInt8], into tree: inout Tree, layer: UInt16
  ) throws(Failure) -> NodeID {
    builder.begin(layer: layer)
    let root = tree.nodes.count
    var failure: Failure?
    // libyaml copies the buffer before the closure returns; no pointer outlives it.
    bytes.withUnsafeBufferPointer { input in
      var parser = yaml_parser_t()
      guard yaml_parser_initialize(&parser) == 1 else { return failure = Failure(.outOfMemory) }
      defer { yaml_parser_delete(&parser) }
      // By default libyaml detects UTF-16, which Yams does not support.
      if input.first ?? 0 >= 0xfe { yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING) }
      yaml_parser_set_input_string(&parser, input.baseAddress, input.count)
      do throws(Failure) {
        keepSource(input, in: &tree)
        try readEvents(of: &parser, into: &tree, bytes)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    if tree.nodes.count == root {
      let start = Position(line: 1, column: 1)
      tree.nodes.append(Node(kind: .mapping, layer: layer, start: start, end: start))
    }
    if !bytes.isEmpty, !endsLine(at: bytes.count - 1, of: bytes) {
      keepPlaces(of: &tree.nodes[root...], before: Position(offset: bytes.count, in: bytes))
    }
    return NodeID(root)
  }

  /// Copies an ASCII file into the tree, so that scalars refer to it by their marks.
  private mutating func keepSource(_ input: UnsafeBufferPointer<UInt8>, in tree: inout Tree) {
    sourceStart = input.reduce(0, |) < 0x80 ? tree.text.count : nil
    if sourceStart != nil { tree.text.append(contentsOf: input) }
  }

  /// Corrects positions at the end of a file without a final line break, which libyaml puts on a
  /// new line.
  private func keepPlaces(of nodes: inout ArraySlice<Node>, before last: Position) {
    for index in nodes.indices where nodes[index].end > last {
      nodes[index].end = last
      nodes[index].start = min(nodes[index].start, last)
    }
  }
}

// Events.
extension LibYAMLReader {
  private mutating func readEvents(
    of parser: inout yaml_parser_t, into tree: inout Tree, _ bytes: [UInt8]
  ) throws(Failure) {
    var documents = 0
    var event = yaml_event_t()
    while yaml_parser_parse(&parser, &event) == 1 {
      // Only events with text own memory that has to be freed.
      switch event.type {
      case YAML_SCALAR_EVENT:
        addScalar(event, to: &tree)
        yaml_event_delete(&event)
      case YAML_MAPPING_START_EVENT, YAML_SEQUENCE_START_EVENT: try open(&event, in: &tree)
      case YAML_MAPPING_END_EVENT, YAML_SEQUENCE_END_EVENT: try close(event, in: &tree)
      case YAML_ALIAS_EVENT:
        defer { yaml_event_delete(&event) }
        try addAlias(event, to: &tree)
      case YAML_DOCUMENT_START_EVENT:
        defer { yaml_event_delete(&event) }
        documents += 1
        if documents > 1 { throw Failure(.secondDocument, from: event.start_mark) }
      case YAML_STREAM_END_EVENT: return
      default: break
      }
    }
    // An unclosed flow collection is reported at its start rather than at the end of the file.
    var last: (start: Position, end: Position)?
    if let node = tree.nodes.last, node.kind == .scalar, node.form == .text {
      last = (node.start, node.end)
    }
    throw Failure(
      of: parser, within: builder.innermost.map { tree[$0].start }, after: last, in: bytes)
  }

  private mutating func addScalar(_ event: yaml_event_t, to tree: inout Tree) {
    let scalar = event.data.scalar
    // libyaml guarantees `length` readable bytes at `value` until the event is deleted.
    let text = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
    var node = NodeBuilder.Scalar(
      form: Self.form(of: scalar), first: tree.text.count, start: Position(event.start_mark),
      end: Position(event.end_mark))
    if let sourceStart, scalar.style == YAML_PLAIN_SCALAR_STYLE, node.start.line == node.end.line {
      // The start mark may be that of an anchor or a tag.
      node.first = sourceStart &+ Int(event.end_mark.index) &- text.count
      assert(tree.text[node.first..<node.first + text.count].elementsEqual(text))
    } else {
      tree.text.append(contentsOf: text)
    }
    if let anchor = scalar.anchor {
      anchors[Self.text(anchor)] = Anchor(node: NodeID(tree.nodes.count), height: 0)
    }
    if builder.expectsKey {
      builder.addKey(node, text.span, to: &tree)
    } else {
      builder.addValue(node, text.span, to: &tree)
    }
  }

  private mutating func addAlias(_ event: yaml_event_t, to tree: inout Tree) throws(Failure) {
    let name = Self.text(event.data.alias.anchor)
    guard let anchor = anchors[name] else {
      var failure = Failure(
        .undefinedAlias(name), from: event.start_mark, to: event.end_mark)
      failure.help = [.quoteWord("*" + name)]
      throw failure
    }
    guard builder.depth + anchor.height <= Limits.nesting else {
      throw Failure(.tooDeep, from: event.start_mark)
    }
    let (start, end) = (Position(event.start_mark), Position(event.end_mark))
    guard builder.expectsKey else {
      return builder.addAlias(
        of: anchor.node, height: anchor.height, from: start, to: end, in: &tree)
    }
    guard tree.isScalar(anchor.node) else {
      throw Failure(.keyIsNoText, from: event.start_mark, to: event.end_mark)
    }
    // A key needs a `keyID`, so the aliased text becomes a key.
    let (node, text) = (tree[anchor.node], Array(tree.bytes(anchor.node)))
    let key = NodeBuilder.Scalar(form: node.form, first: Int(node.first), start: start, end: end)
    builder.addKey(key, text.span, to: &tree)
  }

  private mutating func open(_ event: inout yaml_event_t, in tree: inout Tree) throws(Failure) {
    let isMapping = event.type == YAML_MAPPING_START_EVENT
    let anchor = isMapping ? event.data.mapping_start.anchor : event.data.sequence_start.anchor
    let tag = isMapping ? event.data.mapping_start.tag : event.data.sequence_start.tag
    defer { if anchor != nil || tag != nil { yaml_event_delete(&event) } }
    let start = event.start_mark
    if builder.expectsKey { throw Failure(.keyIsNoText, from: start) }
    guard builder.depth < Limits.nesting, tree.nodes.count < Limits.nodes else {
      throw Failure(.tooDeep, from: start)
    }
    var kind = isMapping ? Node.Kind.mapping : .sequence
    if isMapping, let tag, Self.text(tag) == "tag:yaml.org,2002:set" { kind = .set }
    if let anchor { openAnchors.append((NodeID(tree.nodes.count), Self.text(anchor))) }
    builder.open(kind, at: Position(start), in: &tree)
  }

  private mutating func close(_ event: yaml_event_t, in tree: inout Tree) throws(Failure) {
    guard let collection = builder.innermost else { return }
    // In libyaml a block collection ends where the next token starts. In a tree it ends with its
    // last value.
    let isFlow = event.end_mark.index > event.start_mark.index
    let isEmpty = tree.nodes.count == Int(collection.index) + 1
    let last = isFlow || isEmpty ? Position(event.end_mark) : nil
    guard let height = builder.close(at: last, in: &tree) else {
      throw Failure(.tooDeep, from: event.start_mark)
    }
    if let anchor = openAnchors.last, anchor.node == collection {
      openAnchors.removeLast()
      anchors[anchor.name] = Anchor(node: collection, height: height)
    }
  }
}

// Errors of libyaml.
extension LibYAMLReader {
  private static func text(_ pointer: UnsafeMutablePointer<yaml_char_t>) -> String {
    String(cString: pointer)
  }

  private static func form(of scalar: yaml_event_s.__Unnamed_union_data.__Unnamed_struct_scalar)
    -> ScalarForm
  {
    guard scalar.style == YAML_PLAIN_SCALAR_STYLE else { return .text }
    // A plain scalar with the tag of another type than text is what it is without the tag.
    guard let tag = scalar.tag else { return .plain }
    let types = ["bool", "int", "float", "null", "binary", "timestamp"]
    return types.contains { text(tag) == "tag:yaml.org,2002:\($0)" } ? .plain : .text
  }
}

extension Position {
  init(_ mark: yaml_mark_t) {
    self.init(
      line: UInt32(truncatingIfNeeded: mark.line &+ 1),
      column: UInt32(truncatingIfNeeded: mark.column &+ 1))
  }
}

extension LibYAMLReader {
  /// The reason why a file cannot be read, and its position.
  struct Failure: Error {
    var message: Diagnostic.Message
    var help: [Diagnostic.Message] = []
    /// The byte offset of the error, if libyaml reports no line.
    var offset: Int?
    var start = Position(line: 1, column: 1)
    var end = Position(line: 1, column: 1)

    init(_ message: Diagnostic.Message) { self.message = message }

    init(_ message: Diagnostic.Message, from start: yaml_mark_t, to end: yaml_mark_t? = nil) {
      self.message = message
      self.start = Position(start)
      self.end = Position(end ?? start)
    }

    init(
      of parser: yaml_parser_t, within open: Position?,
      after last: (start: Position, end: Position)?, in bytes: [UInt8]
    ) {
      guard let problem = parser.problem else {
        self.init(.outOfMemory)
        return
      }
      let what = String(cString: problem)
      if parser.error == YAML_READER_ERROR {
        self.init(what.contains("control") ? .controlCharacter : .notUTF8)
        help = [what.contains("control") ? .dropIt : .saveAsUTF8]
        offset = parser.problem_offset
        return
      }
      let context = parser.context.map { String(cString: $0) } ?? ""
      let error = SyntaxError(
        what, context, at: Position(parser.problem_mark), from: Position(parser.context_mark),
        after: last, within: open, in: bytes)
      self.init(error.message)
      help = error.help.map { [$0] } ?? []
      (start, end) = (error.start, error.end)
    }
  }
}

extension Diagnostic.Message {
  static let outOfMemory: Self = "not enough memory to read YAML"
  static let secondDocument: Self =
    "a second YAML document starts here, but only one is read from a file"
  static let keyIsNoText: Self = "a list or mapping cannot be a key"
  static let tooDeep: Self =
    "nested more than \(Limits.nesting) levels deep, or more than \(Limits.nodes) values"

  fileprivate static let notUTF8: Self = "not valid UTF-8"
  fileprivate static let saveAsUTF8: Self = "save the file as UTF-8"
  fileprivate static let controlCharacter: Self =
    "YAML does not allow control characters"
  fileprivate static let dropIt: Self =
    "remove it, or write it as an escape sequence in double quotes, such as \"\\e\""
}
