public import Diagnostics
internal import Files
internal import Paths
internal import YAML

/// A file or folder that a target is made of, besides what it depends on.
public struct TargetPath: Hashable, Sendable {
  /// The target, by the name that others refer to it by.
  public var target: String
  public var kind: Kind
  /// From the source's root.
  public var path: String
  public var location: SourceRange

  public enum Kind: String, Sendable {
    /// Sources and resources: XcodeGen takes both from `sources`.
    case source
    case info
    case entitlements
    case configFile
    /// The file of a build script.
    case script
    /// What a build script says it reads; may hold build settings.
    case scriptInput
  }
}

// Paths are not kept with specifications: linting asks for none of them.
extension SpecReader {
  /// The paths of all targets of the specification at `path`, in order of target and writing.
  ///
  /// Reads the specification anew. What is invalid in it is left out and not reported again.
  public mutating func targetPaths(of path: String) -> [TargetPath] {
    let (diagnostics, reported) = (batch.diagnostics, log.reported)
    defer { (batch.diagnostics, log.reported) = (diagnostics, reported) }
    var text: [UInt8] = []
    do throws(FileError) { try source.read(path, limit: Limits.fileSize, into: &text) } catch {
      return []
    }
    let folder = options.projectRoot ?? Path.parent(path)
    do throws(Diagnostic) {
      let file = fileID(for: path)
      let parsed = try parse(path, text: text, folder: folder, file: file)
      let root = try resolve(parsed).root
      return collectPaths(of: root, folder: folder)
    } catch {
      return []
    }
  }

  private func collectPaths(of root: NodeID, folder: String) -> [TargetPath] {
    guard let targets = tree.value(of: root, for: .targets) else { return [] }
    var found: [TargetPath] = []
    for (key, target) in tree.entries(of: targets) where tree.isMapping(target) {
      var collector = PathCollector(
        target: tree.text(of: target, for: .name) ?? tree.string(key), folder: folder)
      collector.collect(target, in: tree) { range(of: $0) }
      found += collector.found
    }
    return found.sorted {
      $0.target == $1.target ? $0.location < $1.location : $0.target.precedes($1.target)
    }
  }
}

/// Collects the paths of one target.
private struct PathCollector {
  let target: String
  let folder: String
  private(set) var found: [TargetPath] = []

  init(target: String, folder: String) {
    self.target = target
    self.folder = folder
  }

  mutating func collect(_ node: NodeID, in tree: Tree, range: (NodeID) -> SourceRange) {
    for (key, value) in tree.entries(of: node) {
      switch tree.key(key) {
      case .sources: add(paths(of: value, in: tree), .source, in: tree, range)
      case .info: add(paths(of: value, in: tree), .info, in: tree, range)
      case .entitlements: add(paths(of: value, in: tree), .entitlements, in: tree, range)
      case .configFiles: add(tree.entries(of: value).map(\.value), .configFile, in: tree, range)
      case .preBuildScripts, .prebuildScripts, .postCompileScripts, .postBuildScripts,
        .postbuildScripts:
        add(paths(of: value, in: tree), .script, in: tree, range)
        let inputs = tree.elements(of: value).flatMap { script in
          tree.elements(of: tree.value(of: script, for: "inputFiles"))
        }
        add(inputs, .scriptInput, in: tree, range)
      default: break
      }
    }
  }

  /// A text, a mapping with `path`, or a list of these.
  private func paths(of value: NodeID, in tree: Tree) -> [NodeID] {
    let entries = tree.isSequence(value) ? tree.elements(of: value) : [value]
    return entries.compactMap { tree.isMapping($0) ? tree.value(of: $0, for: .path) : $0 }
  }

  private mutating func add(
    _ nodes: [NodeID], _ kind: TargetPath.Kind, in tree: Tree, _ range: (NodeID) -> SourceRange
  ) {
    for node in nodes where tree.isText(node) {
      let text = tree.string(node)
      let path = text.hasVariable ? text : Path.join(folder, text)
      found.append(TargetPath(target: target, kind: kind, path: path, location: range(node)))
    }
  }
}
