internal import Diagnostics
internal import Text

/// Makes a tree of a property list in XML.
struct PropertyListTreeBuilder: XMLPropertyListBuilder {
  private(set) var tree: PropertyListTree
  private var open: [PropertyListTree.Node] = []

  init(_ bytes: [UInt8]) { tree = PropertyListTree(bytes) }

  mutating func start(isTable: Bool, at place: Position) {
    open.append(tree.append(isTable ? .table : .list, decoded: [], at: place))
  }

  mutating func end() {
    if let node = open.popLast() { tree.close(node) }
  }

  mutating func add(_ text: [UInt8], of element: String, at place: Position) {
    let isBoolean = element == "true" || element == "false"
    let text = isBoolean ? Array((element == "true" ? "YES" : "NO").utf8) : text
    tree.append(element == "data" ? .data : .text, decoded: text, at: place)
  }
}
