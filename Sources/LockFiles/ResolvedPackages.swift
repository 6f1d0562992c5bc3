internal import Diagnostics
public import Files
public import Graph
internal import Paths
internal import Projects
internal import YAML

extension FileTree {
  /// Returns the versions in the Package.resolved files of a folder, and of the Xcode projects and
  /// workspaces in it, by normalized URL; of several the first in order of path.
  ///
  /// A package at a branch or revision has these for a version.
  public func resolvedPackages(in folder: String) -> [String: String] {
    let inside = "xcshareddata/swiftpm/Package.resolved"
    let entries = ((try? entries(of: folder)) ?? []).map(\.name).sorted { $0.precedes($1) }
    let files = entries.compactMap { name in
      if name == "Package.resolved" { return name }
      if name.hasSuffix(".xcworkspace") { return "\(name)/\(inside)" }
      return name.hasSuffix(".xcodeproj") ? "\(name)/project.xcworkspace/\(inside)" : nil
    }
    return files.reduce(into: [:]) { versions, file in
      var text: [UInt8] = []
      let path = Path.join(folder, entry: file)
      guard kind(of: path) == .file, resolvesInside(path),
        (try? read(path, limit: Limits.fileSize, into: &text)) != nil
      else { return }
      versions.merge(Self.versions(in: text)) { first, _ in first }
    }
  }

  /// Returns the versions in a Package.resolved of any format, by normalized URL.
  private static func versions(in text: [UInt8]) -> [String: String] {
    guard let (tree, root) = JSONParser.mapping(text) else { return [:] }
    let object = tree.value(of: root, for: "object") ?? root
    var versions: [String: String] = [:]
    for pin in tree.value(of: object, for: "pins").map({ tree.elements(of: $0) }) ?? [] {
      func text(_ key: StaticString, of node: NodeID) -> String? {
        tree.value(of: node, for: key).flatMap { tree.textValue($0) }
      }
      let url = text("location", of: pin) ?? text("repositoryURL", of: pin)
      guard let url, let state = tree.value(of: pin, for: "state") else { continue }
      versions[normalized(url: url)] =
        text("version", of: state) ?? text("branch", of: state) ?? text("revision", of: state)
    }
    return versions
  }
}

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
