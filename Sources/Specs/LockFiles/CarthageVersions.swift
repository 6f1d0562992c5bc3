internal import Diagnostics
public import Files
public import Graph
internal import Paths
internal import YAML

extension FileTree {
  /// The frameworks that Carthage's `.version` file of `name` lists for a platform, or `nil` where
  /// there is no such file that can be read.
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
      // One entry that is not whole makes the file useless to XcodeGen.
      guard let names = Platform.carthageNames(in: list, of: tree) else { return nil }
      if other == platform { found = names }
    }
    return found
  }
}

extension Platform {
  /// The name of the platform's folder under `Carthage/Build`.
  public var carthageName: String { self == .macOS ? "Mac" : rawValue }

  /// The names in one platform's list; each entry needs a name and a hash.
  fileprivate static func carthageNames(in list: NodeID, of tree: Tree) -> [String]? {
    guard tree.isSequence(list) else { return nil }
    var names: Set<String> = []
    for element in tree.elements(of: list) {
      guard let name = tree.text(of: element, for: .name),
        let hash = tree.value(of: element, for: "hash"), tree.isText(hash)
      else { return nil }
      names.insert(name)
    }
    return names.sorted { $0.precedes($1) }
  }
}
