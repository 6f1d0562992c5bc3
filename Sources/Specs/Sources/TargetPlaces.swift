internal import YAML
internal import Files
internal import Paths

/// What decides where the targets of a specification lie, besides the folder of the specification.
struct TargetPlaces {
  /// The folders of included files by the keys of the targets that are written in them.
  ///
  /// A target that several files write belongs to the first that XcodeGen merges.
  fileprivate var includedFolders: [ArraySlice<UInt8>: String] = [:]
  /// Whether a path in `sources` may lead out of the specification's folder.
  var mayLeadElsewhere = false
  var scope = Scope.none
  /// The folder below which, as was asked last, patterns tell no folders apart.
  fileprivate var uniformFolder: String?

  /// The targets of which it matters where their sources lie.
  enum Scope {
    case none
    /// Those that included files write, and those whose sources lie elsewhere.
    case elsewhere
    case all
  }

  mutating func removeAll() {
    if !includedFolders.isEmpty { includedFolders.removeAll() }
    mayLeadElsewhere = false
    scope = .none
  }
}

// Where targets lie decides about their layers, mostly as the folder of the specification does: then
// nothing is looked at.
extension SpecReader {
  /// Notes that the targets of an included file are written in it.
  mutating func noteTargets(of root: NodeID, in path: String) {
    guard options.tellsApartFolders != nil else { return }
    if tree.value(of: root, for: .targetTemplates) != nil {
      resolution.places.mayLeadElsewhere = true
    }
    guard let targets = tree.value(of: root, for: .targets) else { return }
    resolution.places.mayLeadElsewhere = true
    guard !Path.leadsOutside(path) else { return }
    let folder = Path.folder(of: Path.normalized(path))
    var entries = tree.startOfEntries(of: targets)
    while let (key, _) = tree.nextEntry(&entries) {
      var name = tree.bytes(key)
      if tree.isReplacingKey(key) { name = name.dropLast(":REPLACE".utf8.count) }
      if resolution.places.includedFolders[name] == nil {
        resolution.places.includedFolders[ArraySlice(Array(name))] = folder
      }
    }
  }

  /// Finds out of which targets it matters where they lie.
  ///
  /// - Parameters:
  ///   - path: The path of the specification.
  ///   - base: The folder that its paths start from; `.` for the root.
  mutating func findScope(ofTargetsIn path: String, base: String) {
    guard let tellsApart = options.tellsApartFolders else { return }
    let folder = Path.folder(of: path)
    if base != (folder.isEmpty ? "." : folder) {
      resolution.places.scope = .all
    } else if !isUniform(folder, tellsApart) {
      resolution.places.scope = .all
    } else if resolution.places.mayLeadElsewhere {
      resolution.places.scope = .elsewhere
    }
  }

  /// Whether nothing tells apart a folder and those below it: neighbours mostly share the answer.
  private mutating func isUniform(_ folder: String, _ tellsApart: (String) -> Bool) -> Bool {
    if let known = resolution.places.uniformFolder, Path.part(of: folder, in: known) != nil {
      return true
    }
    let parent = folder.isEmpty ? "" : Path.folder(of: folder)
    if !parent.isEmpty, !tellsApart(parent) {
      resolution.places.uniformFolder = parent
      return true
    }
    return !tellsApart(folder)
  }

  /// Finds the folders of a target.
  mutating func locate(_ target: inout Target, _ sources: NodeID?, key: NodeID) {
    let included = includedFolder(of: target, key: key)
    guard
      resolution.places.scope == .all || included != nil
        || resolution.places.mayLeadElsewhere && leadsElsewhere(sources)
    else { return }
    if let included { target.includedFolder = batch.names.intern(included) }
    guard let sources,
      let shared = SourceFolder(of: sources, in: decoding.baseFolder, tree, source).path
    else {
      return
    }
    target.sourceFolder = batch.names.intern(shared)
  }

  private func includedFolder(of target: Target, key: NodeID) -> String? {
    guard !resolution.places.includedFolders.isEmpty else { return nil }
    if let folder = resolution.places.includedFolders[tree.bytes(key)] { return folder }
    guard let name = target.unsuffixedName else { return nil }
    return resolution.places.includedFolders[batch.names.bytes(of: name)[...]]
  }

  /// Whether a path among `sources` leads out of the specification's folder.
  private func leadsElsewhere(_ sources: NodeID?) -> Bool {
    guard let sources else { return false }
    if tree.isText(sources) { return !Path.isPlain(tree.bytes(sources)) }
    return tree.elements(of: sources).contains { entry in
      let path = tree.isMapping(entry) ? tree.value(of: entry, for: .path) : entry
      return path.map { tree.isText($0) && !Path.isPlain(tree.bytes($0)) } ?? false
    }
  }
}
