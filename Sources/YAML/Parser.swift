internal import CLibYAML
public import Diagnostics

/// Reads YAML files into trees.
///
/// libyaml's events, in one pass. What a scalar means is decided when it is asked for; aliases stay
/// references, so that nothing a file says about itself can multiply. One parser serves many files
/// and keeps its scratch memory between them.
public struct Parser: Sendable {
  let vocabulary: KnownKeys
  /// The rule that findings about syntax are reported under.
  let rule: RuleID
  /// The innermost open collection; where none is, the list of documents.
  private var top = Frame.documents
  /// The collections around it.
  private var frames: [Frame] = []
  private var anchors: [String: Anchor] = [:]
  /// The names of those open collections that have one.
  private var openAnchors: [(node: Int, name: String)] = []
  private var layer: UInt16 = 0
  /// Where the text of the file starts among that of the tree, if each of its characters is one byte.
  private var sourceStart: Int?
  /// Where the last value ends; the copy that stands for an alias has the place of its anchor.
  private var end = Position(line: 1, column: 1)

  private struct Anchor {
    var node: NodeID
    var height: Int
  }

  /// Small and without references, since each collection is put on the stack and taken off again.
  private struct Frame {
    var node: Int
    /// Levels of collections below it, those behind aliases counted.
    var height: UInt16 = 0
    var isMapping: Bool
    /// Whether what comes next is the key of a mapping.
    var expectsKey: Bool
    var hasMerge = false
    var hasVariables = false
    /// Whether two of its keys may be equal.
    var mayRepeat = false
    /// A bit for the hash of each key.
    var hashes: UInt64 = 0
    /// The bits of the words of its keys.
    var words: UInt32 = 0

    static let documents = Frame(node: 0, isMapping: false, expectsKey: false)
  }

  public init(vocabulary: KnownKeys, rule: RuleID) {
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
    reset()
    layer = tree.addLayer(file)
    let root = tree.nodes.count
    var failure: Failure?
    // The buffer is copied into libyaml's own before the closure returns; no pointer outlives it.
    bytes.withUnsafeBufferPointer { input in
      var parser = yaml_parser_t()
      guard yaml_parser_initialize(&parser) == 1 else { return failure = Failure(.outOfMemory) }
      defer { yaml_parser_delete(&parser) }
      // Left to itself libyaml would read UTF-16 as well, which Yams does not.
      if input.first ?? 0 >= 0xfe { yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING) }
      yaml_parser_set_input_string(&parser, input.baseAddress, input.count)
      do throws(Failure) {
        keepSource(input, in: &tree)
        try readEvents(of: &parser, into: &tree, bytes)
      } catch {
        failure = error
      }
    }
    if let failure {
      let start = failure.offset.map { Position(offset: $0, in: bytes) } ?? failure.start
      let last = Position(offset: bytes.count, in: bytes)
      let place = SourceRange(
        file: file, start: min(start, last), end: min(max(start, failure.end), last))
      throw Diagnostic(rule, .error, failure.message, at: place, help: failure.help)
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

  private mutating func reset() {
    top = .documents
    frames.removeAll(keepingCapacity: true)
    openAnchors.removeAll(keepingCapacity: true)
    if !anchors.isEmpty { anchors.removeAll(keepingCapacity: true) }
  }

  /// Takes the whole text of a file over where all of it is ASCII: then scalars lie where their marks
  /// say, and need no copies of their own.
  private mutating func keepSource(_ input: UnsafeBufferPointer<UInt8>, in tree: inout Tree) {
    sourceStart = input.reduce(0, |) < 0x80 ? tree.text.count : nil
    if sourceStart != nil { tree.text.append(contentsOf: input) }
  }

  /// Where the last line has no end, libyaml gives the end of the file a line of its own.
  private func keepPlaces(of nodes: inout ArraySlice<Node>, before last: Position) {
    for index in nodes.indices where nodes[index].end > last {
      nodes[index].end = last
      nodes[index].start = min(nodes[index].start, last)
    }
  }
}

// Events.
extension Parser {
  private mutating func readEvents(
    of parser: inout yaml_parser_t, into tree: inout Tree, _ bytes: [UInt8]
  ) throws(Failure) {
    var documents = 0
    var event = yaml_event_t()
    while yaml_parser_parse(&parser, &event) == 1 {
      // Only events with texts own memory, and have to be deleted.
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
    // Where a flow list was never closed, the end of the file says nothing; its beginning does.
    var last: (start: Position, end: Position)?
    if let node = tree.nodes.last, node.kind == .scalar, node.form == .text {
      last = (node.start, node.end)
    }
    throw Failure(
      of: parser, within: frames.isEmpty ? nil : tree.nodes[top.node].start, after: last,
      in: bytes)
  }

  private mutating func addScalar(_ event: yaml_event_t, to tree: inout Tree) {
    let scalar = event.data.scalar
    // libyaml guarantees `length` readable bytes at `value` until the event is deleted.
    let text = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
    let (start, end) = (Position(event.start_mark), Position(event.end_mark))
    let form = Self.form(of: scalar)
    var first = tree.text.count
    if let sourceStart, scalar.style == YAML_PLAIN_SCALAR_STYLE, start.line == end.line {
      // Not from the start mark, which is that of the anchor or tag where there is one.
      first = sourceStart &+ Int(event.end_mark.index) &- text.count
      assert(tree.text[first..<first + text.count].elementsEqual(text))
    } else {
      tree.text.append(contentsOf: text)
    }
    let look =
      top.expectsKey
      ? lookAtKey(text, isPlain: form == .plain, in: &tree) : lookAtValue(text, in: &tree)
    if let anchor = scalar.anchor {
      anchors[Self.text(anchor)] = Anchor(node: NodeID(tree.nodes.count), height: 0)
    }
    tree.nodes.append(
      Node(
        kind: .scalar, form: form, hasVariables: look.hasVariables, word: look.word, layer: layer,
        first: UInt32(truncatingIfNeeded: first), count: UInt32(truncatingIfNeeded: text.count),
        digest: look.digest, start: start, end: end))
    self.end = end
  }

  /// What a scalar's node holds of its text.
  private struct Look {
    var hasVariables: Bool
    var word = KeyID.none
    var digest: UInt32 = 0
  }

  /// Takes a text for a key of the innermost mapping, whose value comes next.
  @inline(__always)
  private mutating func lookAtKey(
    _ text: some ByteText, isPlain: Bool, in tree: inout Tree
  ) -> Look {
    let fingerprint = Fingerprint(text)
    let word = vocabulary.word(text, fingerprint)
    let hasVariables = word == .none && containsVariable(text)
    if hasVariables { top.hasVariables = true }
    if text.count == 2, isPlain, text.elementsEqual("<<".utf8) { top.hasMerge = true }
    top.words |= word.bit
    tree.words.insert(word)
    let bit: UInt64 = 1 &<< UInt64(fingerprint.hash)
    if top.hashes & bit != 0 { top.mayRepeat = true }
    top.hashes |= bit
    top.expectsKey = false
    return Look(hasVariables: hasVariables, word: word, digest: fingerprint.hash)
  }

  /// Takes a text for a value of the innermost collection.
  @inline(__always)
  private mutating func lookAtValue(_ text: some ByteText, in tree: inout Tree) -> Look {
    let traits = TextTraits(text)
    if traits.hasVariables { top.hasVariables = true }
    if traits.needsNormalizing { tree.oddPathCount += 1 }
    top.expectsKey = top.isMapping
    return Look(hasVariables: traits.hasVariables)
  }

  private mutating func addAlias(_ event: yaml_event_t, to tree: inout Tree) throws(Failure) {
    let name = Self.text(event.data.alias.anchor)
    guard let anchor = anchors[name] else {
      var failure = Failure(
        .undefinedAlias(name), from: event.start_mark, to: event.end_mark)
      failure.help = [.quoteWord("*" + name)]
      throw failure
    }
    guard frames.count + anchor.height <= Limits.nesting else {
      throw Failure(.tooDeep, from: event.start_mark)
    }
    let target = anchor.node
    var node = Node(
      kind: .alias, layer: layer, first: UInt32(target.index), start: Position(event.start_mark),
      end: Position(event.end_mark))
    node.hasVariables = tree[target].hasVariables
    // A scalar is repeated, so that a later change of the one leaves the other as it is.
    if tree.isScalar(target) { node = tree[target] }
    end = Position(event.end_mark)
    if top.expectsKey {
      guard tree.isScalar(target) else {
        throw Failure(.keyIsNoText, from: event.start_mark, to: event.end_mark)
      }
      // A key must answer to `word` itself, so the aliased text is made one.
      node.start = Position(event.start_mark)
      node.end = end
      let look = lookAtKey(tree.bytes(target), isPlain: node.form == .plain, in: &tree)
      (node.hasVariables, node.word, node.digest) = (look.hasVariables, look.word, look.digest)
    } else {
      valueEnded(hasVariables: node.hasVariables, height: anchor.height)
    }
    tree.nodes.append(node)
  }

  private mutating func open(_ event: inout yaml_event_t, in tree: inout Tree) throws(Failure) {
    let isMapping = event.type == YAML_MAPPING_START_EVENT
    let anchor = isMapping ? event.data.mapping_start.anchor : event.data.sequence_start.anchor
    let tag = isMapping ? event.data.mapping_start.tag : event.data.sequence_start.tag
    defer { if anchor != nil || tag != nil { yaml_event_delete(&event) } }
    let start = event.start_mark
    if top.expectsKey { throw Failure(.keyIsNoText, from: start) }
    guard frames.count < Limits.nesting, tree.nodes.count < Limits.nodes else {
      throw Failure(.tooDeep, from: start)
    }
    var kind = isMapping ? Node.Kind.mapping : .sequence
    if isMapping, let tag, Self.text(tag) == "tag:yaml.org,2002:set" { kind = .set }
    if let anchor { openAnchors.append((tree.nodes.count, Self.text(anchor))) }
    frames.append(top)
    top = Frame(node: tree.nodes.count, isMapping: isMapping, expectsKey: isMapping)
    tree.nodes.append(Node(kind: kind, layer: layer, start: Position(start), end: Position(start)))
  }

  private mutating func close(_ event: yaml_event_t, in tree: inout Tree) throws(Failure) {
    let frame = top
    let extent = tree.nodes.count &- frame.node
    // A block collection ends where the next token starts; what readers mean is where its last
    // value ends.
    let isFlow = event.end_mark.index > event.start_mark.index
    if isFlow || extent == 1 { end = Position(event.end_mark) }
    tree.nodes[frame.node].close(
      extent: extent, end: end, hasVariables: frame.hasVariables, digest: frame.words)
    if frame.mayRepeat || frame.hasMerge {
      let doubled = tree.noteDuplicates(amongKeysOf: NodeID(frame.node))
      if frame.hasMerge || doubled, tree.nodes[frame.node].kind == .mapping,
        !tree.gather(NodeID(frame.node), merging: frame.hasMerge)
      {
        throw Failure(.tooDeep, from: event.start_mark)
      }
    }
    let height = Int(frame.height) + 1
    if let anchor = openAnchors.last, anchor.node == frame.node {
      openAnchors.removeLast()
      anchors[anchor.name] = Anchor(node: NodeID(frame.node), height: height)
    }
    top = frames.removeLast()
    valueEnded(hasVariables: frame.hasVariables, height: height)
  }

  /// A value of the innermost collection is complete.
  private mutating func valueEnded(hasVariables: Bool, height: Int) {
    if hasVariables { top.hasVariables = true }
    if height > top.height { top.height = UInt16(height) }
    top.expectsKey = top.isMapping
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
}
