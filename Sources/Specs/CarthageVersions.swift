internal import Diagnostics
public import Files
public import Graph
internal import YAML

extension FileTree {
  /// The frameworks that Carthage's `.version` file of `name` lists for a platform, or `nil` where
  /// there is no such file that can be read.
  public func carthageFrameworks(
    of name: String, for platform: Platform, buildFolder: String
  ) -> [String]? {
    let path = SpecPath.join(buildFolder, ".\(name).version")
    var text: [UInt8] = []
    do { try read(path, limit: Limits.fileSize, into: &text) } catch { return nil }
    var tree = Tree()
    let parser = JSONParser(vocabulary: SpecKey.vocabulary, rule: "invalid-spec")
    do {
      let root = try parser.parse(text, into: &tree, file: FileID(index: 0))
      guard tree.isMapping(root) else { return nil }
      guard let list = tree.entry(of: root, named: platform.carthageName)?.value else { return [] }
      let names = tree.elements(of: list).map { tree.text(of: $0, for: .name) }
      // An entry without a name makes the whole file useless to XcodeGen.
      return names.contains(nil) ? nil : names.compactMap { $0 }
    } catch {
      return nil
    }
  }
}

extension Platform {
  /// The name of the platform's folder under `Carthage/Build`.
  public var carthageName: String { self == .macOS ? "Mac" : rawValue }
}
