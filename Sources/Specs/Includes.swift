internal import Diagnostics
internal import Files
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
    if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    rest = rest.drop { $0 == UInt8(ascii: "0") }
    guard let first = rest.first else { return false }
    return "YyTt123456789".utf8.contains(first)
  }
}

/// Loads what a specification includes and merges it, in XcodeGen's order.
///
/// Three passes over the files as XcodeGen does them: loading, by joined path, each once; rewriting
/// paths, by accumulated folder and include path; merging, includes first, each file once.
struct IncludeResolution {
  private var files: [File] = []
  private var placeOf: [String: Int] = [:]
  private var open: [String] = []
  private var rewritten: Set<String> = []
  private var merged: Set<Int> = []
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
    var children: [Int] = []
  }

  init(specPath: String, base: String, file: FileID) {
    self.specPath = specPath
    self.base = base
    self.specFile = file
  }

  /// The specification `root` with everything it includes.
  mutating func resolve<Source>(
    _ root: NodeID, _ reader: inout SpecReader<Source>
  ) throws(Diagnostic) -> NodeID {
    let path = relativeSpecPath
    files = [File(base: base, path: path, folder: "", root: root)]
    placeOf[SpecPath.join(base, path)] = 0
    open = [SpecPath.join(base, path)]
    try loadIncludes(of: 0, &reader)
    return merge(0, under: "", &reader) ?? root
  }

  /// The specification's path as seen from the base folder.
  private var relativeSpecPath: String {
    guard base != ".", specPath.hasPrefix(base + "/") else { return specPath }
    return String(specPath.dropFirst(base.utf8.count + 1))
  }
}

// Loading.
extension IncludeResolution {
  private mutating func loadIncludes<Source>(
    of index: Int, _ reader: inout SpecReader<Source>
  ) throws(Diagnostic) {
    let value = reader.tree.value(of: files[index].root, for: .include)
    for include in Include.list(value, in: reader.tree) {
      if let child = try load(include, from: index, &reader) { files[index].children.append(child) }
    }
  }

  private mutating func load<Source>(
    _ include: Include, from parent: Int, _ reader: inout SpecReader<Source>
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
  /// A file merged onto all it includes, or `nil` if it was merged before.
  private mutating func merge<Source>(
    _ index: Int, under folder: String, _ reader: inout SpecReader<Source>
  ) -> NodeID? {
    let file = files[index]
    // Two different files can have one such key; XcodeGen then loses the second.
    guard rewritten.insert(SpecPath.join(folder, file.path)).inserted,
      merged.insert(index).inserted
    else { return nil }
    let own = SpecPath.join(folder, file.folder)
    var rewriting = PathRewriting(folder: own)
    rewriting.rewrite(file.root, in: &reader.tree)
    var result: NodeID?
    for child in file.children {
      guard let included = merge(child, under: own, &reader) else { continue }
      result = reader.tree.merge(included, onto: result)
    }
    if result == nil, !reader.tree.hasReplacingKeys(file.root) { return file.root }
    return reader.tree.merge(file.root, onto: result)
  }
}

extension Tree {
  /// Whether a key of the mapping ends in `:REPLACE`.
  fileprivate func hasReplacingKeys(_ mapping: NodeID) -> Bool {
    var found = false
    forEachEntry(of: mapping) { key, _ in
      if word(of: key) == .none, bytes(key).suffix(8).elementsEqual(":REPLACE".utf8) { found = true }
    }
    return found
  }
}

extension SpecReader {
  /// Puts the included file at `path` into the tree and returns its root, or reports why not.
  fileprivate mutating func addFragment(
    _ path: String, includedAs written: String, at place: SourceRange
  ) -> NodeID? {
    switch fragment(path) {
    case .file(let fragment, let root):
      return add(fragment, root: root, from: path, at: place)
    case .broken(let message, let start, let end):
      batch.includedPaths.insert(path)
      if SpecPath.leadsOutside(path) {
        let note = Diagnostic.Note(.inFile(path, start))
        batch.diagnostics.append(
          Diagnostic("invalid-spec", .error, message, at: place, notes: [note]))
      } else {
        let range = SourceRange(file: fileID(for: path), start: start, end: end)
        batch.diagnostics.append(Diagnostic("invalid-spec", .error, message, at: range))
      }
      return nil
    case .missing:
      return addFragmentInOtherCase(path, includedAs: written, at: place)
    }
  }

  private mutating func addFragmentInOtherCase(
    _ path: String, includedAs written: String, at place: SourceRange
  ) -> NodeID? {
    guard let spelling = source.spelling(of: path), case .file(let other, let root) = fragment(spelling)
    else {
      batch.diagnostics.append(
        Diagnostic("missing-include", .error, .missing(written, path), at: place))
      return nil
    }
    batch.diagnostics.append(
      Diagnostic(
        "include-case", .warning, .otherCase(written, spelling), at: place,
        help: [.writeAs(SpecPath.lastComponent(spelling))]))
    return add(other, root: root, from: spelling, at: place)
  }

  /// Puts a fragment into the tree, as a layer of its own.
  private mutating func add(
    _ fragment: Tree, root: NodeID, from path: String, at place: SourceRange
  ) -> NodeID {
    batch.includedPaths.insert(path)
    let copy = tree.addLayer(copying: fragment, root: root, file: fileID(for: path))
    if SpecPath.leadsOutside(path) { entryPlaces[tree.layer(of: copy)] = place }
    return copy
  }

  private mutating func fragment(_ path: String) -> IncludeCache.Fragment {
    includes.fragment(at: path) {
      var text: [UInt8] = []
      do throws(FileError) {
        try source.read(path, limit: Limits.fileSize, into: &text)
      } catch {
        if case .notFound = error { return .missing }
        let start = Position(line: 1, column: 1)
        return .broken(message: .unreadable(error.reason), start: start, end: start)
      }
      return parseFragment(text, at: path)
    }
  }

  private mutating func parseFragment(_ text: [UInt8], at path: String) -> IncludeCache.Fragment {
    var fragment = Tree()
    do throws(Diagnostic) {
      let root = try Self.parse(
        text, at: path, with: &parser, into: &fragment, file: FileID(index: 0))
      if let environment = options.environment, fragment.hasVariables(root) {
        fragment.expandEnvironment(environment)
      }
      return .file(tree: fragment, root: root)
    } catch {
      let start = error.location?.start ?? Position(line: 1, column: 1)
      return .broken(message: error.message, start: start, end: error.location?.end ?? start)
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

  fileprivate static func missing(_ written: String, _ path: String) -> Self {
    written == path
      ? "include '\(written)' does not exist" : "include '\(written)' does not exist: no file '\(path)'"
  }

  fileprivate static func inFile(_ path: String, _ start: Position) -> Self {
    "in '\(path)', line \(start.line), column \(start.column), outside of the workspace"
  }

  fileprivate static func otherCase(_ written: String, _ spelling: String) -> Self {
    "include '\(written)' is only there as '\(spelling)'"
  }

  fileprivate static func writeAs(_ name: String) -> Self {
    "write '\(name)' as the file is spelled; other file systems tell case apart"
  }

  fileprivate static func unreadable(_ reason: String) -> Self {
    "the included file cannot be read: \(reason)"
  }
}
