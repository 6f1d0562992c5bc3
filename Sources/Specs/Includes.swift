internal import Diagnostics
internal import YAML

/// One `include` entry.
private struct Include {
  var path: String
  var isRelative = true
  /// The entry, or the text in it, that names the path.
  var node: NodeID

  /// The enabled entries of an `include` value; what has no text for a path is skipped.
  static func list(_ value: NodeID?, in tree: Tree) -> [Include] {
    guard let value else { return [] }
    let entries = tree.isSequence(value) ? tree.elements(of: value) : [value]
    return entries.compactMap { entry in
      if tree.isText(entry) { return Include(path: tree.string(entry), node: entry) }
      guard let path = tree.value(of: entry, for: .path), tree.isText(path) else { return nil }
      guard flag(.enable, of: entry, in: tree) else { return nil }
      return Include(
        path: tree.string(path), isRelative: flag(.relativePaths, of: entry, in: tree), node: path)
    }
  }

  /// A boolean, or a text read as `NSString.boolValue` reads it; anything else is true.
  private static func flag(_ key: SpecKey, of entry: NodeID, in tree: Tree) -> Bool {
    guard let value = tree.value(of: entry, for: key) else { return true }
    if let bool = tree.boolValue(value) { return bool }
    guard tree.isText(value) else { return true }
    var rest = tree.bytes(value).drop { $0 == 0x20 || 0x09...0x0d ~= $0 }
    if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") {
      rest = rest.dropFirst()
    }
    rest = rest.drop { $0 == UInt8(ascii: "0") }
    guard let first = rest.first else { return false }
    return "YyTt123456789".utf8.contains(first)
  }
}

/// Loads what a specification includes and merges it, in XcodeGen's order.
///
/// Three passes over the files as XcodeGen does them: loading, by joined path, each once; placing, by
/// accumulated folder and include path; merging with paths rewritten, includes first, each file once.
struct IncludeResolution {
  private var files: [File] = []
  private var placeOf: [String: Int] = [:]
  private var open: [String] = []
  private var placements: [Placement] = []
  private var placementOf: [String: Int] = [:]
  /// Whether rewriting would change nothing in the root file, as in most.
  private var rootHasPlainPaths = false
  /// Whether something could not be included, so that XcodeGen would refuse the specification.
  private(set) var isBroken = false

  private let specPath: String
  private let base: String
  private let specFile: FileID

  private struct File {
    /// The folder that `path` starts from.
    var base: String
    /// The path as it was included.
    var path: String
    /// The folder part of `path`, unless paths are not relative.
    var folder: String
    var root: NodeID
    var children: [(file: Int, place: SourceRange)] = []
    var isMerged = false
  }

  /// A file in one place of the tree of includes.
  private struct Placement {
    var file: Int
    /// The folder that the file's paths start from, as seen from the root file.
    var folder: String
    var children: [Int]
  }

  init(specPath: String, base: String, file: FileID) {
    self.specPath = specPath
    self.base = base
    self.specFile = file
  }

  /// The specification `root` with everything it includes.
  mutating func resolve(
    _ root: NodeID, _ reader: inout SpecReader
  ) throws(Diagnostic) -> NodeID {
    let path = relativeSpecPath
    // Includes themselves are no paths that are rewritten, and the only odd ones in most files.
    rootHasPlainPaths =
      !reader.tree.hasVariables(root)
      && reader.tree.oddPathCount == reader.tree.oddIncludeCount(of: root)
    files = [File(base: base, path: path, folder: "", root: root)]
    if reader.tree.value(of: root, for: .include) != nil {
      let joined = SpecPath.join(base, path)
      placeOf[joined] = 0
      open = [joined]
      try loadIncludes(of: 0, &reader)
    }
    let top = try place(0, under: "", depth: 0, at: reader.range(of: root))
    return merge(top, &reader) ?? root
  }

  /// The specification's path as seen from the base folder.
  private var relativeSpecPath: String {
    let (path, folder) = (specPath.utf8, base.utf8)
    guard base != ".", path.starts(with: folder),
      let slash = path.index(path.startIndex, offsetBy: folder.count, limitedBy: path.endIndex),
      path[slash...].first == UInt8(ascii: "/")
    else { return specPath }
    return String(specPath[path.index(after: slash)...])
  }
}

// Loading.
extension IncludeResolution {
  private mutating func loadIncludes(
    of index: Int, _ reader: inout SpecReader
  ) throws(Diagnostic) {
    let value = reader.tree.value(of: files[index].root, for: .include)
    for include in Include.list(value, in: reader.tree) {
      guard let child = try load(include, from: index, &reader) else { continue }
      files[index].children.append((child, reader.range(of: include.node)))
    }
  }

  private mutating func load(
    _ include: Include, from parent: Int, _ reader: inout SpecReader
  ) throws(Diagnostic) -> Int? {
    let includer = files[parent]
    let base = include.isRelative ? SpecPath.join(includer.base, includer.folder) : includer.base
    let path = SpecPath.join(base, include.path)
    let place = reader.range(of: include.node)
    if let cycle = open.firstIndex(of: path) {
      let circle = (open[cycle...] + [path]).joined(separator: "' → '")
      throw Diagnostic("invalid-spec", .error, .circle(circle), at: place, help: [.dropOne])
    }
    if let known = placeOf[path] { return known }
    guard open.count < Limits.includeDepth, files.count < Limits.includes else {
      throw Diagnostic("invalid-spec", .error, .tooManyIncludes, at: place)
    }
    guard let root = reader.addFragment(path, includedAs: include.path, at: place) else {
      isBroken = true
      return nil
    }
    let folder = include.isRelative ? SpecPath.parent(include.path) : ""
    files.append(File(base: base, path: include.path, folder: folder, root: root))
    let index = files.count - 1
    placeOf[path] = index
    open.append(path)
    try loadIncludes(of: index, &reader)
    open.removeLast()
    return index
  }
}

// Rewriting paths and merging.
extension IncludeResolution {
  /// A file with all it includes, under the folder that its includers have come to.
  private mutating func place(
    _ index: Int, under folder: String, depth: Int, at place: SourceRange
  ) throws(Diagnostic) -> Int {
    let file = files[index]
    // Two different files can have one such key: XcodeGen then takes the first for the second.
    let key = SpecPath.join(folder, file.path)
    if let known = placementOf[key] { return known }
    guard depth < Limits.includeDepth, placements.count < Limits.includes else {
      throw Diagnostic("invalid-spec", .error, .tooManyIncludes, at: place)
    }
    let own = SpecPath.join(folder, file.folder)
    var children: [Int] = []
    for child in file.children {
      children.append(
        try self.place(child.file, under: own, depth: depth + 1, at: child.place))
    }
    placements.append(Placement(file: index, folder: own, children: children))
    placementOf[key] = placements.count - 1
    return placements.count - 1
  }

  /// A file merged onto all it includes, or `nil` if it was merged before.
  private mutating func merge(
    _ placement: Int, _ reader: inout SpecReader
  ) -> NodeID? {
    let (file, children) = (files[placements[placement].file], placements[placement].children)
    guard !file.isMerged else { return nil }
    files[placements[placement].file].isMerged = true
    let isUnchanged = placements[placement].file == 0 && rootHasPlainPaths
    if !isUnchanged {
      PathRewriting(folder: placements[placement].folder).rewrite(file.root, in: &reader.tree)
    }
    var result: NodeID?
    for child in children {
      guard let included = merge(child, &reader) else { continue }
      // Merging onto nothing changes nothing: the file's own keys are settled by its own merge.
      result = result.map { reader.tree.merge(included, onto: $0) } ?? included
    }
    if result == nil, !reader.tree.hasReplacingKeys(file.root) { return file.root }
    return reader.tree.merge(file.root, onto: result)
  }
}

extension Tree {
  /// Whether a key of the mapping ends in `:REPLACE`.
  fileprivate func hasReplacingKeys(_ mapping: NodeID) -> Bool {
    entries(of: mapping).contains { isReplacingKey($0.key) }
  }
}

extension Tree {
  /// How many texts of a file's includes would change if they were normalised as paths.
  fileprivate func oddIncludeCount(of root: NodeID) -> Int {
    guard let include = value(of: root, for: .include) else { return 0 }
    let entries = isSequence(include) ? elements(of: include) : [include]
    return entries.count { entry in
      let path = isMapping(entry) ? value(of: entry, for: .path) : entry
      return path.map { isScalar($0) && isOddPath(bytes($0)) } ?? false
    }
  }
}

extension Diagnostic.Message {
  fileprivate static let tooManyIncludes: Self =
    "more than \(Limits.includeDepth) files include each other in a row, or more than \(Limits.includes) in all"
  fileprivate static let dropOne: Self = "drop one of these includes"

  fileprivate static func circle(_ circle: String) -> Self {
    "files include each other in a circle: '\(circle)'"
  }
}
