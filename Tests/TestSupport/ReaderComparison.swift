internal import Diagnostics
package import YAML

/// Reads a file with both readers of YAML and compares all that can be asked of the two trees.
///
/// libyaml is right by definition: where it refuses a file, or reads it in another way, the reader for
/// block YAML has a fault.
package struct ReaderComparison {
  /// Whether the reader for block YAML takes the file.
  package private(set) var isTaken = false
  /// What differs first, in words.
  package private(set) var difference: String?

  private var block = Tree()
  private var libYAML = Tree()
  private let file = FileID(index: 0)

  /// Some words, so that known and unknown keys occur.
  package static let vocabulary = KnownKeys([
    "name", "targets", "dependencies", "include", "settings", "type", "target", "FOO[", "<<",
  ])

  package init(_ bytes: [UInt8]) {
    var parser = Parser(vocabulary: Self.vocabulary, rule: "invalid-spec")
    guard let root = parser.parseWithoutLibYAML(bytes, into: &block, file: file) else {
      if block.nodeCount > 0 || block.oddPathCount > 0 || !block.duplicateKeys.isEmpty {
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

  private mutating func require(_ holds: Bool, _ words: @autoclosure () -> String) {
    if !holds, difference == nil { difference = words() }
  }

  private mutating func compareTrees() {
    let (one, other) = (block, libYAML)
    require(one.nodeCount == other.nodeCount, "\(one.nodeCount) nodes, not \(other.nodeCount)")
    require(
      one.oddPathCount == other.oddPathCount,
      "\(one.oddPathCount) odd paths, not \(other.oddPathCount)")
    require(one.duplicateKeys.count == other.duplicateKeys.count, "other duplicate keys")
    for (first, second) in zip(one.duplicateKeys, other.duplicateKeys) {
      compare(first.first, second.first, at: "duplicate key")
      compare(first.second, second.second, at: "duplicate key")
    }
    for number in 0..<UInt16(16) {
      let word = KeyID(number: number)
      require(one.words.contains(word) == other.words.contains(word), "other words")
    }
  }

  private mutating func compare(_ node: NodeID, _ other: NodeID, at path: String) {
    let (one, two) = (block, libYAML)
    let (place, otherPlace) = (shown(one.range(of: node)), shown(two.range(of: other)))
    require(place == otherPlace, "\(path): \(place), not \(otherPlace)")
    let (kind, otherKind) = (kind(one, node), kind(two, other))
    require(kind == otherKind, "\(path): a \(kind), not a \(otherKind)")
    require(one.layer(of: node) == two.layer(of: other), "\(path): another layer")
    require(one.hasVariables(node) == two.hasVariables(other), "\(path): other variables")
    require(one.isKey(node) == two.isKey(other), "\(path): a key or no key")
    guard difference == nil else { return }
    if one.isScalar(node) {
      require(one.bytes(node) == two.bytes(other), "\(path): '\(one.string(node))'")
      require(one.type(of: node) == two.type(of: other), "\(path): another type")
      require(one.isText(node) == two.isText(other), "\(path): text or no text")
      require(one.boolValue(node) == two.boolValue(other), "\(path): another boolean")
      require(one.word(of: node) == two.word(of: other), "\(path): another word")
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
    for word in entries.map({ block.word(of: $0.key) }) where word != .none {
      let found = block.value(of: node, for: word).map { block.range(of: $0) }
      let otherFound = libYAML.value(of: other, for: word).map { libYAML.range(of: $0) }
      require(found == otherFound, "\(path): a word leads to another value")
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
