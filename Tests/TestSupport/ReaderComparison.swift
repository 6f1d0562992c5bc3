internal import Diagnostics
package import YAML

/// A bit for texts of each length.
@Sendable private func traits(of text: Span<UInt8>) -> TextTraits {
  TextTraits(rawValue: 1 << UInt8(text.count % 8))
}

/// Reads a file with both readers of YAML and compares all that can be asked of the two trees.
///
/// libyaml is right by definition: where it refuses a file, or reads it in another way, the reader for
/// block YAML is wrong.
package struct ReaderComparison {
  /// Whether the reader for block YAML takes the file.
  package private(set) var isTaken = false
  /// What differs first.
  package private(set) var difference: String?

  private var block = Tree(classifier: traits)
  private var libYAML = Tree(classifier: traits)
  private let file = FileID(index: 0)

  /// Some keys, so that known and unknown keys occur.
  package static let knownKeys = KnownKeys([
    "name", "targets", "dependencies", "include", "settings", "type", "target", "FOO[", "<<",
  ])

  package init(_ bytes: [UInt8]) {
    var parser = Parser(knownKeys: Self.knownKeys, rule: "invalid-spec")
    guard let root = parser.parseWithoutLibYAML(bytes, into: &block, file: file) else {
      if block.nodeCount > 0 || !block.duplicateKeys.isEmpty {
        difference = "a file that is not taken leaves nodes behind"
      }
      return
    }
    isTaken = true
    do throws(Diagnostic) {
      let other = try parser.parseWithLibYAML(bytes, into: &libYAML, file: file)
      compareTrees()
      compare(root, other, at: "")
    } catch {
      difference = "libyaml refuses it: \(error.message.text)"
    }
  }

  private mutating func require(_ holds: Bool, _ message: @autoclosure () -> String) {
    if !holds, difference == nil { difference = message() }
  }

  private mutating func compareTrees() {
    let (one, other) = (block, libYAML)
    require(one.nodeCount == other.nodeCount, "\(one.nodeCount) nodes, not \(other.nodeCount)")
    require(one.duplicateKeys.count == other.duplicateKeys.count, "other duplicate keys")
    for (first, second) in zip(one.duplicateKeys, other.duplicateKeys) {
      compare(first.first, second.first, at: "duplicate key")
      compare(first.second, second.second, at: "duplicate key")
    }
    for number in 0..<UInt16(16) {
      let key = KeyID(number: number)
      require(one.keys.contains(key) == other.keys.contains(key), "other keys")
    }
  }

  private mutating func compare(_ node: NodeID, _ other: NodeID, at path: String) {
    let (one, two) = (block, libYAML)
    let (place, otherPlace) = (shown(one.range(of: node)), shown(two.range(of: other)))
    require(place == otherPlace, "\(path): \(place), not \(otherPlace)")
    let (kind, otherKind) = (kind(one, node), kind(two, other))
    require(kind == otherKind, "\(path): a \(kind), not a \(otherKind)")
    require(one.layer(of: node) == two.layer(of: other), "\(path): another layer")
    require(one.traits(of: node) == two.traits(of: other), "\(path): other traits")
    require(one.isKey(node) == two.isKey(other), "\(path): a key or no key")
    guard difference == nil else { return }
    if one.isScalar(node) {
      require(one.bytes(node) == two.bytes(other), "\(path): '\(one.string(node))'")
      // As text, since `.nan` is not equal to itself.
      let types = (String(describing: one.type(of: node)), String(describing: two.type(of: other)))
      require(types.0 == types.1, "\(path): another type")
      require(one.isText(node) == two.isText(other), "\(path): text or no text")
      require(one.boolValue(node) == two.boolValue(other), "\(path): another boolean")
      require(one.keyID(of: node) == two.keyID(of: other), "\(path): another key")
    } else if one.isMapping(node) {
      compareEntries(of: node, other, at: path)
    } else {
      let (elements, others) = (one.elements(of: node), two.elements(of: other))
      require(elements.count == others.count, "\(path): \(elements.count) elements")
      for (number, (element, other)) in zip(elements, others).enumerated() {
        compare(element, other, at: "\(path)[\(number)]")
      }
    }
  }

  private mutating func compareEntries(of node: NodeID, _ other: NodeID, at path: String) {
    let (entries, others) = (block.entries(of: node), libYAML.entries(of: other))
    require(entries.count == others.count, "\(path): \(entries.count) entries")
    for (entry, other) in zip(entries, others) {
      compare(entry.key, other.key, at: path + "?")
      guard difference == nil else { return }
      let name = block.string(entry.key)
      compare(entry.value, other.value, at: "\(path)/\(name)")
    }
    for key in entries.map({ block.keyID(of: $0.key) }) where key != .none {
      let found = block.value(of: node, for: key).map { block.range(of: $0) }
      let otherFound = libYAML.value(of: other, for: key).map { libYAML.range(of: $0) }
      require(found == otherFound, "\(path): a key leads to another value")
    }
  }

  private func kind(_ tree: Tree, _ node: NodeID) -> String {
    tree.isMapping(node)
      ? "mapping" : tree.isSequence(node) ? "sequence" : tree.isScalar(node) ? "scalar" : "set"
  }

  private func shown(_ range: SourceRange) -> String {
    "\(range.start.line):\(range.start.column)-\(range.end.line):\(range.end.column)"
  }
}
