internal import CLibYAML
public import Diagnostics

/// Reads YAML files into trees.
///
/// libyaml's events, in one pass. What a scalar means is decided when it is asked for; aliases stay
/// references, so that nothing a file says about itself can multiply. One parser serves many files
/// and keeps its scratch memory between them.
public struct Parser: Sendable {
  let vocabulary: Vocabulary
  /// The rule that findings about syntax are reported under.
  let rule: RuleID
  /// The innermost open collection; where none is, the list of documents.
  private var top = Frame.documents
  /// The collections around it.
  private var frames: [Frame] = []
  private var anchors: [String: Anchor] = [:]
  /// The keys of all open mappings, those of the innermost last.
  private var keys: [NodeID] = []
  private var layer: UInt16 = 0
  /// Where the last value ends; the copy that stands for an alias has the place of its anchor.
  private var end = Position(line: 1, column: 1)

  private struct Anchor {
    var node: NodeID
    var height: Int
  }

  private struct Frame {
    var node: Int
    var firstKey: Int
    var isMapping: Bool
    /// Whether what comes next is the key of a mapping.
    var expectsKey: Bool
    var hasMerge = false
    var hasVariables = false
    /// Levels of collections below it, those behind aliases counted.
    var height = 0
    var anchor: String?

    static let documents = Frame(node: 0, firstKey: 0, isMapping: false, expectsKey: false)
  }

  public init(vocabulary: Vocabulary, rule: RuleID) {
    self.vocabulary = vocabulary
    self.rule = rule
  }

  /// Appends the one document in `bytes` to `tree`, as a new layer.
  ///
  /// An empty file is an empty mapping.
  ///
  /// - Returns: The root of the document.
  /// - Throws: A diagnostic with the place where the text stops being YAML, or goes beyond `Limits`.
  ///   What `tree` holds of the file is then of no use.
  public mutating func parse(
    _ bytes: [UInt8], into tree: inout Tree, file: FileID
  ) throws(Diagnostic) -> NodeID {
    top = .documents
    frames.removeAll(keepingCapacity: true)
    anchors.removeAll(keepingCapacity: true)
    keys.removeAll(keepingCapacity: true)
    layer = tree.addLayer(file)
    let root = tree.nodes.count
    // The buffer is copied into libyaml's own before the closure returns; no pointer outlives it.
    let failure = bytes.withUnsafeBufferPointer { input -> Failure? in
      var parser = yaml_parser_t()
      guard yaml_parser_initialize(&parser) == 1 else { return Failure(.outOfMemory) }
      defer { yaml_parser_delete(&parser) }
      // Left to itself libyaml would read UTF-16 as well, which XcodeGen does not.
      if input.first ?? 0 >= 0xfe { yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING) }
      yaml_parser_set_input_string(&parser, input.baseAddress, input.count)
      return readEvents(of: &parser, into: &tree)
    }
    if let failure {
      let start = failure.offset.map { Position(offset: $0, in: bytes) } ?? failure.start
      let last = Position(offset: bytes.count, in: bytes)
      let place = SourceRange(
        file: file, start: min(start, last), end: min(max(start, failure.end), last))
      throw Diagnostic(rule, .error, failure.message, at: place)
    }
    if tree.nodes.count == root {
      let start = Position(line: 1, column: 1)
      tree.nodes.append(Node(kind: .mapping, layer: layer, start: start, end: start))
    }
    if !bytes.isEmpty, !endsLine(at: bytes.count - 1, of: bytes) {
      keepPlaces(of: &tree.nodes[root...], before: Position(offset: bytes.count, in: bytes))
    }
    return NodeID(root)
  }

  /// Where the last line has no end, libyaml gives the end of the file a line of its own.
  private func keepPlaces(of nodes: inout ArraySlice<Node>, before last: Position) {
    for index in nodes.indices where nodes[index].end > last {
      nodes[index].end = last
      nodes[index].start = min(nodes[index].start, last)
    }
  }

  private struct Failure {
    var message: Diagnostic.Message
    /// How many bytes are before it, where libyaml knows no lines.
    var offset: Int?
    var start = Position(line: 1, column: 1)
    var end = Position(line: 1, column: 1)

    init(_ message: Diagnostic.Message) { self.message = message }

    init(_ message: Diagnostic.Message, from start: yaml_mark_t, to end: yaml_mark_t? = nil) {
      self.message = message
      self.start = Position(start)
      self.end = Position(end ?? start)
    }
  }
}

// Events.
extension Parser {
  private mutating func readEvents(
    of parser: inout yaml_parser_t, into tree: inout Tree
  ) -> Failure? {
    var documents = 0
    while true {
      var event = yaml_event_t()
      guard yaml_parser_parse(&parser, &event) == 1 else { return fault(of: parser, in: tree) }
      defer { yaml_event_delete(&event) }
      var failure: Failure?
      switch event.type {
      case YAML_STREAM_END_EVENT: return nil
      case YAML_DOCUMENT_START_EVENT:
        documents += 1
        if documents > 1 { return Failure(.secondDocument, from: event.start_mark) }
      case YAML_SCALAR_EVENT: failure = addScalar(event, to: &tree)
      case YAML_ALIAS_EVENT: failure = addAlias(event, to: &tree)
      case YAML_MAPPING_START_EVENT, YAML_SEQUENCE_START_EVENT:
        failure = openCollection(event, in: &tree)
      case YAML_MAPPING_END_EVENT, YAML_SEQUENCE_END_EVENT: failure = close(event, in: &tree)
      default: break
      }
      if let failure { return failure }
    }
  }

  private mutating func addScalar(_ event: yaml_event_t, to tree: inout Tree) -> Failure? {
    let scalar = event.data.scalar
    // libyaml guarantees `length` readable bytes at `value` until the event is deleted.
    let text = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
    var node = Node(
      kind: .scalar, layer: layer, first: UInt32(truncatingIfNeeded: tree.text.count),
      count: UInt32(truncatingIfNeeded: scalar.length), start: Position(event.start_mark),
      end: Position(event.end_mark))
    node.form = Self.form(of: scalar)
    tree.text.append(contentsOf: text)
    let id = NodeID(tree.nodes.count)
    if top.expectsKey {
      node.hash = keyHash(text)
      node.word = vocabulary.word(text, hash: node.hash)
      tree.words.insert(node.word)
      node.hasVariables = node.word == .none && containsVariable(text)
      keys.append(id)
      if scalar.length == 2, node.form == .plain, text.elementsEqual("<<".utf8) {
        top.hasMerge = true
      }
    } else {
      let traits = TextTraits(text)
      node.hasVariables = traits.hasVariables
      if traits.isOddPath { tree.oddPathCount += 1 }
    }
    end = node.end
    tree.nodes.append(node)
    if let anchor = scalar.anchor { anchors[Self.text(anchor)] = Anchor(node: id, height: 0) }
    valueEnded(hasVariables: node.hasVariables, height: 0)
    return nil
  }

  private mutating func addAlias(_ event: yaml_event_t, to tree: inout Tree) -> Failure? {
    let name = Self.text(event.data.alias.anchor)
    guard let anchor = anchors[name] else {
      return Failure(.undefinedAlias(name), from: event.start_mark, to: event.end_mark)
    }
    guard frames.count + anchor.height <= Limits.nesting else {
      return Failure(.tooDeep, from: event.start_mark)
    }
    let (target, id) = (anchor.node, NodeID(tree.nodes.count))
    var node = Node(
      kind: .alias, layer: layer, first: UInt32(target.index), start: Position(event.start_mark),
      end: Position(event.end_mark))
    node.hasVariables = tree[target].hasVariables
    // A scalar is repeated, so that a later change of the one leaves the other as it is.
    if tree.isScalar(target) { node = tree[target] }
    if top.expectsKey {
      guard tree.isScalar(target) else {
        return Failure(.keyIsNoText, from: event.start_mark, to: event.end_mark)
      }
      // A key must answer to `word` itself, so the aliased text is made one.
      node.start = Position(event.start_mark)
      node.end = Position(event.end_mark)
      node.hash = keyHash(tree.bytes(target))
      node.word = vocabulary.word(tree.bytes(target), hash: node.hash)
      tree.words.insert(node.word)
      keys.append(id)
    }
    end = Position(event.end_mark)
    tree.nodes.append(node)
    valueEnded(hasVariables: node.hasVariables, height: anchor.height)
    return nil
  }

  private mutating func openCollection(_ event: yaml_event_t, in tree: inout Tree) -> Failure? {
    if top.expectsKey { return Failure(.keyIsNoText, from: event.start_mark) }
    guard frames.count < Limits.nesting, tree.nodes.count < Limits.nodes else {
      return Failure(.tooDeep, from: event.start_mark)
    }
    let isMapping = event.type == YAML_MAPPING_START_EVENT
    let anchor = isMapping ? event.data.mapping_start.anchor : event.data.sequence_start.anchor
    var kind = isMapping ? Node.Kind.mapping : .sequence
    if isMapping, let tag = event.data.mapping_start.tag, Self.text(tag) == "tag:yaml.org,2002:set"
    {
      kind = .set
    }
    frames.append(top)
    top = Frame(
      node: tree.nodes.count, firstKey: keys.count, isMapping: isMapping, expectsKey: isMapping,
      anchor: anchor.map { Self.text($0) })
    tree.nodes.append(
      Node(
        kind: kind, layer: layer, start: Position(event.start_mark),
        end: Position(event.start_mark)))
    return nil
  }

  private mutating func close(_ event: yaml_event_t, in tree: inout Tree) -> Failure? {
    let frame = top
    top = frames.removeLast()
    let contents = frame.node + 1..<tree.nodes.count
    tree.nodes[frame.node].extent = UInt32(truncatingIfNeeded: contents.count + 1)
    // A block collection ends where the next token starts; what readers mean is where its last
    // value ends.
    let isFlow = event.end_mark.index > event.start_mark.index
    tree.nodes[frame.node].end =
      isFlow || contents.isEmpty ? Position(event.end_mark) : end
    tree.nodes[frame.node].hasVariables = frame.hasVariables
    if frame.isMapping {
      let doubled = tree.noteDuplicates(among: keys[frame.firstKey...])
      keys.removeSubrange(frame.firstKey...)
      if frame.hasMerge || doubled, tree.nodes[frame.node].kind == .mapping,
        !tree.gather(NodeID(frame.node), merging: frame.hasMerge)
      {
        return Failure(.tooDeep, from: event.start_mark)
      }
    }
    end = tree.nodes[frame.node].end
    let height = frame.height + 1
    if let anchor = frame.anchor {
      anchors[anchor] = Anchor(node: NodeID(frame.node), height: height)
    }
    valueEnded(hasVariables: frame.hasVariables, height: height)
    return nil
  }

  /// A key or a value of the innermost mapping is complete.
  private mutating func valueEnded(hasVariables: Bool, height: Int) {
    if hasVariables { top.hasVariables = true }
    if height > top.height { top.height = height }
    top.expectsKey = top.isMapping && !top.expectsKey
  }
}

// What libyaml says.
extension Parser {
  private static func text(_ pointer: UnsafeMutablePointer<yaml_char_t>) -> String {
    String(cString: pointer)
  }

  private static func form(of scalar: yaml_event_s.__Unnamed_union_data.__Unnamed_struct_scalar)
    -> ScalarForm
  {
    let isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE
    guard let tag = scalar.tag else { return isPlain ? .plain : .text }
    return ScalarForm(tag: text(tag), isPlain: isPlain)
  }

  private func fault(of parser: yaml_parser_t, in tree: Tree) -> Failure {
    guard let problem = parser.problem else { return Failure(.outOfMemory) }
    let what = String(cString: problem)
    if parser.error == YAML_READER_ERROR {
      var failure = Failure(.unreadableText(what))
      failure.offset = parser.problem_offset
      return failure
    }
    let context = parser.context.map { String(cString: $0) }
    // Where a flow list was never closed, the end of the file says nothing; its beginning does.
    var failure = Failure(.syntax(what, context), from: parser.problem_mark)
    if let context, context.contains("flow"), !frames.isEmpty {
      let open = tree.nodes[top.node].start
      (failure.start, failure.end) = (open, open)
    }
    return failure
  }
}

extension Diagnostic.Message {
  fileprivate static let outOfMemory: Self = "not enough memory to read YAML"
  fileprivate static let secondDocument: Self =
    "a second YAML document starts here, but only one is read from a file"
  fileprivate static let keyIsNoText: Self = "a list or mapping cannot be a key"
  fileprivate static let tooDeep: Self =
    "nested more than \(Limits.nesting) levels deep, or more than \(Limits.nodes) values"

  fileprivate static func undefinedAlias(_ name: String) -> Self {
    "alias '*\(name)' has no anchor '&\(name)' before it"
  }

  fileprivate static func unreadableText(_ what: String) -> Self { "not readable as text: \(what)" }

  fileprivate static func syntax(_ what: String, _ context: String?) -> Self {
    guard let context else { return "not valid YAML: \(what)" }
    return "not valid YAML: \(what) \(context)"
  }
}
