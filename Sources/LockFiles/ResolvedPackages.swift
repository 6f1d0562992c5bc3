internal import Diagnostics
public import Files
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
