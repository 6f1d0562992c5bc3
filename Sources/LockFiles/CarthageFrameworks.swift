internal import Diagnostics
public import Files
public import Graph
internal import Paths
internal import YAML

extension FileTree {
  /// Returns the frameworks in Carthage's `.version` file of `name` for a platform, or `nil` if the
  /// file is missing or unreadable.
  public func carthageFrameworks(
    of name: String, for platform: Platform, buildFolder: String
  ) -> [String]? {
    let path = Path.join(buildFolder, ".\(name).version")
    var text: [UInt8] = []
    guard (try? read(path, limit: Limits.fileSize, into: &text)) != nil,
      let (tree, root) = JSONParser.mapping(text)
    else { return nil }
    var found: [String] = []
    for other in Platform.allCases {
      guard let list = tree.entry(of: root, named: other.carthageName)?.value,
        tree.type(of: list) != .null
      else { continue }
      // XcodeGen ignores the whole file if one entry is incomplete.
      guard let names = Platform.carthageNames(in: list, of: tree) else { return nil }
      if other == platform { found = names }
    }
    return found
  }
}

extension Platform {
  /// The name of the platform's folder under `Carthage/Build`.
  public var carthageName: String { self == .macOS ? "Mac" : rawValue }

  /// Returns the names in one platform's list; each entry needs a name and a hash.
  fileprivate static func carthageNames(in list: NodeID, of tree: Tree) -> [String]? {
    guard tree.isSequence(list) else { return nil }
    var names: Set<String> = []
    for element in tree.elements(of: list) {
      guard let name = tree.value(of: element, for: "name").flatMap(tree.textValue),
        let hash = tree.value(of: element, for: "hash"), tree.isText(hash)
      else { return nil }
      names.insert(name)
    }
    return names.sorted { $0.precedes($1) }
  }
}
