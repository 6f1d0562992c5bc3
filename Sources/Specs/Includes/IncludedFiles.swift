internal import Diagnostics
internal import Files
internal import Paths
internal import Text
internal import YAML

// Files that specifications include, from the cache.
extension SpecReader {
  /// Puts the included file at `path` into the tree, or reports why not.
  ///
  /// - Parameters:
  ///   - path: Relative to the source's root.
  ///   - written: The path as it is written.
  ///   - place: Where a finding about it stands.
  ///   - outside: Where it is written, if that is outside the root: then its words are not for reports.
  /// - Returns: Its root, and whether there are paths in it.
  mutating func addFragment(
    _ path: String, includedAs written: String, at place: SourceRange, outside: Diagnostic.Note?
  ) -> (root: NodeID, hasPaths: Bool)? {
    if let known = includedFiles[path] { return add(known, at: place) }
    switch fragment(path) {
    case .file(let fragment, let root, let isClean):
      return add(fragment, root: root, isClean: isClean, from: path, at: place)
    case .broken(let message, let help, let start, let end):
      note(included: path)
      if liesOutside(path) {
        let note = Diagnostic.Note.outsideOfWorkspace(path, at: start)
        let redacted = message.redacted.map { Diagnostic.Message($0) } ?? message
        add(Diagnostic(.invalidSpec, .error, redacted, at: place, notes: [note]))
      } else {
        let range = SourceRange(file: fileID(for: path), start: start, end: end)
        add(Diagnostic(.invalidSpec, .error, message, at: range, help: help))
      }
      return nil
    case .unreadable(let reason):
      let message: Diagnostic.Message =
        outside == nil ? .unreadable(written, reason) : .includesUnreadable
      add(
        Diagnostic(.invalidSpec, .error, message, at: place, notes: [outside].compactMap(\.self)))
      return nil
    case .ignored:
      batch.ignoredIncludes.insert(path)
      return nil
    case .missing where outside != nil && includes.spelling(of: path, in: source) == nil:
      let notes = [outside].compactMap(\.self)
      add(Diagnostic(.missingInclude, .error, .includesMissing, at: place, notes: notes))
      return nil
    case .missing:
      return addFragmentInOtherCase(path, includedAs: written, at: place)
    }
  }

  /// Whether a file that is there lies outside the source's root, by its path or by a link on it: then
  /// its words are not for reports.
  func liesOutside(_ path: String) -> Bool {
    Path.leadsOutside(path) || !source.resolvesInside(path)
  }

  private mutating func addFragmentInOtherCase(
    _ path: String, includedAs written: String, at place: SourceRange
  ) -> (root: NodeID, hasPaths: Bool)? {
    guard let spelling = includes.spelling(of: path, in: source),
      case .file(let other, let root, let isClean) = fragment(spelling)
    else {
      // Where paths start from a folder of its own, what lies beside the specification is not found.
      let beside = Path.join(Path.parent(batch.sources[place.file]), written)
      var help: [Diagnostic.Message] =
        beside != path && source.kind(of: beside) == .file ? [.isBeside(beside)] : []
      // Where XcodeGen is run from the root the file is found, and is a part, not a spec of its own.
      let fromRoot = Path.join("", written)
      if help.isEmpty, fromRoot != path, source.kind(of: fromRoot) == .file {
        note(included: fromRoot)
        help = [.isBelowRoot(fromRoot)]
      }
      if help.isEmpty, let near = nearFile(to: path) {
        help = [.didYouMean(Path.join(Path.parent(written), near))]
      }
      add(Diagnostic(.missingInclude, .error, .missing(written, path), at: place, help: help))
      return nil
    }
    add(
      Diagnostic(
        .includeCase, .warning, .otherCase(written, spelling), at: place,
        help: [.writeAs(Path.lastComponent(spelling))],
        fix: .spelling(written, as: spelling, at: place)))
    return add(other, root: root, isClean: isClean, from: spelling, at: place)
  }

  /// The name of a file beside the one at `path` that was most likely meant.
  private func nearFile(to path: String) -> String? {
    let folder = Path.folder(of: path)
    guard !Path.leadsOutside(path), folder.isEmpty || source.resolvesInside(folder),
      let entries = try? source.entries(of: folder)
    else { return nil }
    let names = entries.lazy.filter { $0.kind == .file }.map(\.name)
      .filter { name in [".yml", ".yaml", ".json"].contains { name.hasSuffix($0) } }
    return names.nearest(to: Path.lastComponent(path))
  }

  /// Puts a fragment that was not used before into the tree.
  private mutating func add(
    _ fragment: Tree, root: NodeID, isClean: Bool, from path: String, at place: SourceRange
  ) -> (root: NodeID, hasPaths: Bool) {
    let file = IncludedFile(
      path: path, file: fileID(for: path), tree: fragment, root: root,
      ignoredKeys: isClean ? nil : IgnoredKeys(of: fragment, root: root),
      isOutside: liesOutside(path))
    includedFiles[path] = file
    return add(file, at: place)
  }

  /// Puts an included file into the tree, as a layer of its own.
  private mutating func add(
    _ included: IncludedFile, at place: SourceRange
  ) -> (root: NodeID, hasPaths: Bool) {
    note(included: included.path)
    if let ignoredKeys = included.ignoredKeys { note(ignoredKeys, of: included.path, at: place) }
    let copy = tree.addLayer(copying: included.tree, root: included.root, file: included.file)
    if included.isOutside {
      resolution.outsideFiles[tree.layer(of: copy)] = OutsideFile(path: included.path, entry: place)
    }
    return (copy, included.hasPaths)
  }

  private mutating func note(included path: String) {
    switch stage {
    case .alone: batch.includedPaths.insert(path)
    case .oneOfMany: inclusions.current.append(path)
    case .settling: break
    }
  }

  private mutating func fragment(_ path: String) -> IncludeCache.Fragment {
    includes.fragment(at: path) {
      var text: [UInt8] = []
      do throws(FileError) {
        try source.readAnywhere(path, limit: Limits.fileSize, into: &text)
      } catch {
        guard case .notFound = error else { return .unreadable(reason: error.reason) }
        switch options.ignoredFile?(path) ?? .notIgnored {
        case .notIgnored: return .missing
        case .absent: return .ignored
        case .present(let bytes): text = bytes
        }
      }
      return parseFragment(text, at: path)
    }
  }

  private mutating func parseFragment(_ text: [UInt8], at path: String) -> IncludeCache.Fragment {
    var fragment = Tree.spec
    do throws(Diagnostic) {
      let root = try Self.parse(
        text, at: path, with: &parser, into: &fragment, file: FileID(index: 0))
      if let environment = options.environment, fragment.hasVariables(root) {
        fragment.expandEnvironment(environment)
        if fragment.isTooLarge { throw Diagnostic(.invalidSpec, .error, .tooLarge, at: nil) }
      }
      let isClean = IgnoredKeys(of: fragment, root: root).isEmpty
      return .file(tree: fragment, root: root, isClean: isClean)
    } catch {
      let start = error.location?.start ?? Position(line: 1, column: 1)
      return .broken(
        message: error.message, help: error.help, start: start,
        end: error.location?.end ?? start)
    }
  }
}

/// An included file that a reader has used, with all that is needed to use it again.
///
/// A class, since thousands of specifications may include it, and a copy of its tree for each would
/// count references to all that is in it.
final class IncludedFile: Sendable {
  let path: String
  let file: FileID
  let tree: Tree
  let root: NodeID
  /// What is in it that XcodeGen may pass over.
  let ignoredKeys: IgnoredKeys?
  /// Whether it lies outside the source's root.
  let isOutside: Bool
  /// Whether there are paths in it, which are rewritten for each that includes it.
  let hasPaths: Bool

  init(
    path: String, file: FileID, tree: Tree, root: NodeID, ignoredKeys: IgnoredKeys?, isOutside: Bool
  ) {
    self.path = path
    self.file = file
    self.tree = tree
    self.root = root
    self.ignoredKeys = ignoredKeys
    self.isOutside = isOutside
    hasPaths = PathRewriting.hasPaths(root, in: tree)
  }
}

extension Diagnostic.Fix {
  /// Writes the path of an include as its file is named, as far up as the two are the same but for case.
  fileprivate static func spelling(
    _ written: String, as spelling: String, at place: SourceRange
  ) -> Self? {
    var names = written.split(separator: "/", omittingEmptySubsequences: false)
    let real = spelling.split(separator: "/")
    for (index, name) in zip(names.indices.reversed(), real.reversed()) {
      guard names[index].lowercased() == name.lowercased() else { break }
      names[index] = name
    }
    let text = names.joined(separator: "/")
    return text == written ? nil : .init(safe: [.replace(place, of: written, with: text)])
  }
}

extension Diagnostic.Message {
  fileprivate static let includesMissing: Self =
    "the included file includes another that does not exist"
  fileprivate static let includesUnreadable: Self =
    "the included file includes another that cannot be read"

  fileprivate static func missing(_ written: String, _ path: String) -> Self {
    written == path
      ? "include '\(written)' does not exist"
      : "include '\(written)' does not exist: no file '\(path)'"
  }

  fileprivate static func isBeside(_ path: String) -> Self {
    "there is '\(path)', but the paths of this spec start from another folder"
  }

  fileprivate static func isBelowRoot(_ path: String) -> Self {
    "there is '\(path)' below the root; if XcodeGen runs there, list this spec under 'specs' of rules.yml with 'root: .'"
  }

  fileprivate static func otherCase(_ written: String, _ spelling: String) -> Self {
    "include '\(written)' exists only as '\(spelling)'"
  }

  fileprivate static func writeAs(_ name: String) -> Self {
    "write '\(name)' as the file is named; other file systems are case-sensitive"
  }

  fileprivate static func unreadable(_ written: String, _ reason: String) -> Self {
    "include '\(written)' cannot be read: \(reason)"
  }
}
