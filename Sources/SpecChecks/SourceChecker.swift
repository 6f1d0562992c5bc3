internal import Diagnostics
public import Files
internal import Paths
internal import Projects
internal import SpecReading
internal import Text
public import YAML

/// Determines which sources of the targets of a spec exist.
public struct SourceChecker {
  private let spec: ResolvedSpec
  private let source: any FileTree
  /// Whether a target has existing sources.
  public private(set) var hasFound = false
  private var absent: [AbsentTarget] = []
  /// The first path in the sources of a target.
  public private(set) var firstPath: NodeID?
  private var listings: CachedListings?

  private struct AbsentTarget {
    var key: NodeID
    public var name: String
    var sources: NodeID
  }

  init(_ spec: ResolvedSpec, in source: any FileTree) {
    self.spec = spec
    self.source = source
  }

  private var tree: Tree { _read { yield spec.tree } }

  /// Records whether a source of a target exists; mostly looks up the first one only.
  mutating func check(_ sources: NodeID, of target: Target, key: NodeID) {
    var isMissing = false
    if tree.isSequence(sources) {
      var elements = tree.startOfElements(of: sources)
      while let entry = tree.nextElement(&elements) {
        guard note(entry, &isMissing) else { return }
      }
    } else {
      guard tree.isScalar(sources), note(sources, &isMissing) else { return }
    }
    guard isMissing else { return }
    absent.append(
      AbsentTarget(key: key, name: target.details.unsuffixedName ?? target.name, sources: sources))
  }

  /// Returns whether to check further entries: not after a path that exists or is unknown.
  private mutating func note(_ entry: NodeID, _ isMissing: inout Bool) -> Bool {
    guard let node = pathNode(of: entry) else { return true }
    for byte in tree.bytes(node) where Self.isOfPattern(byte) { return false }
    let isBelow = spec.folder != "." && !tree.traits(of: node).contains(.unsettledPath)
    let text = tree.string(node)
    let path = isBelow ? Path.join(spec.folder, entry: text) : Path.join(spec.folder, text)
    if !isBelow, Path.leadsOutside(path) { return false }
    if source.kind(of: path) != nil {
      hasFound = true
      return false
    }
    isMissing = isMissing || !isOptional(entry)
    return true
  }

  private func pathNode(of entry: NodeID) -> NodeID? {
    if tree.isMapping(entry) { return tree.textNode(of: entry, for: .path) }
    return tree.isText(entry) ? entry : nil
  }

  private func isOptional(_ entry: NodeID) -> Bool {
    tree.isMapping(entry) && tree.bool(of: entry, for: .optional) ?? false
  }

  /// Whether a byte makes a path a pattern or a template, whose files are unknown.
  private static func isOfPattern(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "$"), UInt8(ascii: "*"), UInt8(ascii: "{"), UInt8(ascii: "<"),
      UInt8(ascii: "%"):
      true
    default: false
    }
  }

  /// Whether targets lack their sources, and no command runs before XcodeGen.
  var hasAbsentTargets: Bool { !absent.isEmpty && spec.option(.preGenCommand) == nil }

  /// Returns the targets without sources, with the missing paths.
  func absentTargets() -> [(key: NodeID, name: String, paths: [String])] {
    absent.map { target in
      let isList = tree.isSequence(target.sources)
      let paths = (isList ? tree.elements(of: target.sources) : [target.sources])
        .filter { !isOptional($0) }.compactMap { pathNode(of: $0).map { tree.string($0) } }
      return (target.key, target.name, paths)
    }
  }

  /// Records the first source path of a target, if it is below the folder of the spec.
  mutating func noteFirstPath(of sources: NodeID) {
    guard firstPath == nil else { return }
    var elements = tree.startOfElements(of: sources)
    let first = tree.isSequence(sources) ? tree.nextElement(&elements) : sources
    guard let first, let path = pathNode(of: first),
      Path.isPlain(tree.bytes(path)), !tree.hasVariables(path), !isOptional(first)
    else { return }
    firstPath = path
  }

  /// Returns a spelling of a pattern in `excludes` or `includes` that would match further files.
  ///
  /// XcodeGen compares paths as texts, so that `./a.swift`, `/a.swift`, `a//b.swift` and
  /// `../Sources/a.swift` match nothing.
  mutating func matchingSpelling(of pattern: String, in entry: NodeID) -> String? {
    guard let path = tree.text(of: entry, for: .path), !path.hasVariable, !pattern.isEmpty,
      !pattern.contains("**")
    else { return nil }
    let root = Path.normalized(Path.join(spec.folder, path))
    let from = root.isEmpty ? "." : root
    let whole = Path.normalized(Path.join(from, Path.isAbsolute(pattern) ? "." + pattern : pattern))
    guard !Path.leadsOutside(root), let inside = Path.part(of: whole, in: root), !inside.isEmpty,
      inside != Path.withoutTrailingSlashes(pattern[...])
    else { return nil }
    var listings = self.listings ?? CachedListings(source)
    var (written, meant) = (SourceGlob(), SourceGlob())
    written.add(pattern, in: root, &listings)
    meant.add(String(inside), in: root, &listings)
    self.listings = listings
    let matchesMore = !meant.found.isSubset(of: written.found) && !listings.isExhausted
    return matchesMore ? String(inside) : nil
  }
}

extension FileTree {
  /// Whether a path inside the root is a file, or a folder that contains more than specs.
  public func hasSources(at path: String) -> Bool {
    let path = Path.normalized(path)
    guard !Path.leadsOutside(path), let kind = kind(of: path) else { return false }
    guard kind == .folder, let found = try? entries(of: path) else { return kind != .folder }
    return found.contains { !$0.name.hasSuffix(".yml") }
  }
}
