import Diagnostics
import YAML

/// Some keys, so that both known and unknown ones are read.
private let knownKeys = KnownKeys(["name", "targets", "dependencies", "<<", "include"])

func readYAML(_ bytes: [UInt8]) {
  var tree = Tree()
  var parser = Parser(knownKeys: knownKeys, rule: "invalid-spec")
  do throws(Diagnostic) {
    let root = try parser.parse(bytes, into: &tree, file: fuzzedFile)
    require(tree.nodeCount <= Limits.nodes + bytes.count + 1, "more values than allowed")
    var visit = Visit(tree: tree, lines: lineCount(of: bytes))
    visit.go(through: root, depth: 0)
  } catch {
    requirePlaces(of: [error], in: bytes)
  }
}

func readJSON(_ bytes: [UInt8]) {
  var tree = Tree()
  let parser = JSONParser(knownKeys: knownKeys, rule: "invalid-spec")
  do throws(Diagnostic) {
    let root = try parser.parse(bytes, into: &tree, file: fuzzedFile)
    require(tree.nodeCount <= bytes.count, "more values than bytes")
    var visit = Visit(tree: tree, lines: lineCount(of: bytes))
    visit.go(through: root, depth: 0)
  } catch {
    requirePlaces(of: [error], in: bytes)
  }
}

/// Asks everything of the values of a tree; aliases lead to some of them often, so not without end.
private struct Visit {
  let tree: Tree
  let lines: Int
  var left = 2_000

  mutating func go(through node: NodeID, depth: Int) {
    require(depth <= Limits.nesting + 1, "deeper than allowed")
    guard left > 0 else { return }
    left -= 1
    requirePlace(tree.range(of: node), lines: lines)
    if tree.isMapping(node) {
      for (key, value) in tree.entries(of: node) {
        require(tree.isScalar(key), "a key that is no text")
        require(tree.entry(of: node, named: tree.string(key)) != nil, "a key that is lost")
        go(through: value, depth: depth + 1)
      }
    } else if tree.isSequence(node) {
      for element in tree.elements(of: node) { go(through: element, depth: depth + 1) }
    } else if tree.isScalar(node) {
      require(tree.isText(node) == (tree.type(of: node) == .text), "text or no text")
      require((tree.textValue(node) != nil) == tree.isText(node), "text without a value")
      _ = tree.boolValue(node)
    }
  }
}
