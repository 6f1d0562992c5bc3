internal import Diagnostics
internal import Files
internal import Paths
internal import Projects
internal import SpecReading
internal import YAML

/// Determines whether the sources of a bundle contain code.
struct BundleContents {
  private let spec: ResolvedSpec
  private let source: any FileTree

  init(_ spec: ResolvedSpec, in source: any FileTree) {
    self.spec = spec
    self.source = source
  }

  private var tree: Tree { _read { yield spec.tree } }

  /// Whether sources of a target contain a file that is compiled.
  ///
  /// - Complexity: O(*n*) for *n* entries of the folders, at most `Limits.bundleEntries`.
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

  /// Whether XcodeGen chooses the build phase of an entry by the type of each file.
  private func isCompiled(_ entry: NodeID) -> Bool {
    if let phase = tree.value(of: entry, for: .buildPhase), tree.textValue(phase) != "sources" {
      return false
    }
    return tree.text(of: entry, for: .type) != "folder"
  }

  /// Returns the extensions of source files that remain after `excludes` and `includes` of an
  /// entry.
  ///
  /// Considers only patterns for an extension.
  private func endings(leftBy entry: NodeID) -> Set<String> {
    func patterns(_ key: SpecKey) -> [(stem: String, extension: String?)] {
      spec.texts(in: tree.value(of: entry, for: key)).map {
        Path.splitExtension(Path.lastComponent($0))
      }
    }
    var left = Self.codeEndings
    let included = patterns(.includes).compactMap(\.extension)
    if !included.isEmpty, !included.contains(where: { $0.contains { "*?[{".contains($0) } }) {
      left.formIntersection(included)
    }
    for (stem, ending) in patterns(.excludes) where stem.allSatisfy({ $0 == "*" }) {
      if let ending { left.remove(ending) }
    }
    return left
  }

  /// Whether a path is a file with one of some extensions, or a folder that contains such a file.
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
        // A folder with too many entries counts as code.
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

  /// Whether Xcode treats a folder as one file, or XcodeGen ignores it.
  private static func isOpaque(_ name: String) -> Bool {
    name.hasPrefix(".")
      || ["xcassets", "bundle", "framework", "xcframework", "lproj", "xcodeproj"].contains(
        Path.splitExtension(name).extension)
  }
}
