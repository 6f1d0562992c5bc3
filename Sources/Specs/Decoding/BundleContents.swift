internal import Diagnostics
internal import Files
internal import Paths
internal import YAML

/// Tells whether the sources of a bundle contain code.
struct BundleContents {
  private let spec: ResolvedSpec
  private let source: any FileTree

  init(_ spec: ResolvedSpec, in source: any FileTree) {
    self.spec = spec
    self.source = source
  }

  private var tree: Tree { spec.tree }

  /// Whether `sources` of a target lists or holds a file that is compiled into a binary.
  ///
  /// - Complexity: O(*n*) for all entries of the folders it names, at most `Limits.bundleEntries`.
  func areCompiled(_ sources: NodeID?) -> Bool {
    guard let sources else { return false }
    let entries = tree.isSequence(sources) ? tree.elements(of: sources) : [sources]
    return entries.contains { entry in
      guard tree.isMapping(entry) else {
        return tree.isText(entry) && holdsCode(tree.string(entry), Self.codeEndings)
      }
      guard let path = tree.text(of: entry, for: .path), isCompiled(entry) else { return false }
      return holdsCode(path, endings(leftBy: entry))
    }
  }

  private static let codeEndings: Set<String> = [
    "swift", "m", "mm", "c", "cc", "cpp", "cxx", "s", "S",
  ]

  /// Whether XcodeGen sorts what the entry names into build phases by its kind of file.
  private func isCompiled(_ entry: NodeID) -> Bool {
    if let phase = tree.value(of: entry, for: "buildPhase") {
      guard tree.isText(phase), tree.string(phase) == "sources" else { return false }
    }
    guard let type = tree.value(of: entry, for: "type"), tree.isText(type) else { return true }
    return tree.string(type) != "folder"
  }

  /// The endings of source files that `excludes` and `includes` of an entry leave, as far as these are
  /// patterns for an ending.
  private func endings(leftBy entry: NodeID) -> Set<String> {
    func endings(of key: StaticString) -> [String]? {
      guard let list = tree.value(of: entry, for: key), tree.isSequence(list) else { return nil }
      return tree.elements(of: list).filter { tree.isText($0) }.compactMap {
        Path.splitExtension(Path.lastComponent(tree.string($0))).extension
      }
    }
    func isOfAll(_ ending: String) -> Bool { ending.contains { "*?[{".contains($0) } }
    var left = Self.codeEndings
    if let included = endings(of: "includes"), !included.isEmpty, !included.contains(where: isOfAll)
    {
      left.formIntersection(included)
    }
    if let excludes = tree.value(of: entry, for: "excludes"), tree.isSequence(excludes) {
      for pattern in tree.elements(of: excludes) where tree.isText(pattern) {
        let (stem, ending) = Path.splitExtension(
          Path.lastComponent(tree.string(pattern)))
        if stem.allSatisfy({ $0 == "*" }), let ending { left.remove(ending) }
      }
    }
    return left
  }

  /// Whether the file or folder at `path` is, or holds, a file with one of these endings.
  private func holdsCode(_ path: String, _ endings: Set<String>) -> Bool {
    let isCode = { (name: String) in
      Path.splitExtension(name).extension.map(endings.contains) ?? false
    }
    guard !endings.isEmpty, !path.hasVariable else { return false }
    let start = Path.join(spec.folder, path)
    if isCode(Path.lastComponent(start)) { return true }
    guard !Path.leadsOutside(start) else { return false }
    var open = [start == "." ? "" : start]
    var left = Limits.bundleEntries
    while let folder = open.popLast() {
      for entry in (try? source.entries(of: folder)) ?? [] {
        left -= 1
        // What is beyond looking through is taken for code, as any other target is.
        guard left > 0 else { return true }
        switch entry.kind {
        case .file, .link: if isCode(entry.name) { return true }
        case .folder where !Self.isOpaque(entry.name):
          open.append(Path.join(folder, entry: entry.name))
        case .folder, .other: break
        }
      }
    }
    return false
  }

  /// Whether Xcode takes a folder of that name as one file, or XcodeGen leaves it out.
  private static func isOpaque(_ name: String) -> Bool {
    name.hasPrefix(".")
      || ["xcassets", "bundle", "framework", "xcframework", "lproj", "xcodeproj"].contains(
        Path.splitExtension(name).extension)
  }
}
