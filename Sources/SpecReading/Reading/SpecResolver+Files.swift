internal import Diagnostics
internal import Files
internal import Paths
internal import Projects
internal import Text
internal import YAML

// Adding included files to the tree.
extension SpecResolver {
  /// Adds the included file at `path` to the tree, or reports at `place` why it cannot be included.
  ///
  /// Findings quote no text for an entry `outside` of the root.
  mutating func addFile(
    _ path: String, includedAs written: String, at place: SourceRange, outside: Diagnostic.Note?
  ) -> (root: NodeID, hasPaths: Bool)? {
    let notes = [outside].compactMap(\.self)
    included.paths.append(path)
    switch included.fragment(at: path) {
    case .file(let file): return add(file, at: place)
    case .broken(let error, let range): report(error, at: range, in: path, includedAt: place)
    case .unreadable(let reason):
      let message: Diagnostic.Message =
        outside == nil ? .unreadable(written, reason) : .includesUnreadable
      log.add(Diagnostic(.invalidSpec, .error, message, at: place, notes: notes))
    case .ignored: included.gitIgnored.insert(path)
    case .missing(nil, _) where outside != nil:
      log.add(Diagnostic(.missingInclude, .error, .includesMissing, at: place, notes: notes))
    case .missing(let spelling, let near):
      return addFile(path, spelledAs: spelling, or: near, includedAs: written, at: place)
    }
    return nil
  }

  private mutating func report(
    _ error: Diagnostic, at range: SourceRange, in path: String, includedAt place: SourceRange
  ) {
    if included.isOutside(path) {
      let note = Diagnostic.Note.outsideOfWorkspace(path, at: range.start)
      let redacted = error.message.redacted.map { Diagnostic.Message($0) } ?? error.message
      log.add(Diagnostic(.invalidSpec, .error, redacted, at: place, notes: [note]))
    } else {
      log.add(Diagnostic(.invalidSpec, .error, error.message, at: range, help: error.help))
    }
  }

  private mutating func addFile(
    _ path: String, spelledAs spelling: String?, or near: String?, includedAs written: String,
    at place: SourceRange
  ) -> (root: NodeID, hasPaths: Bool)? {
    guard let spelling, case .file(let file) = included.fragment(at: spelling) else {
      let help = helpForMissing(path, near, includedAs: written, in: numbers[place.file])
      log.add(Diagnostic(.missingInclude, .error, .missing(written, path), at: place, help: help))
      return nil
    }
    log.add(
      Diagnostic(
        .includeCase, .warning, .otherCase(written, spelling), at: place,
        help: [.writeAs(Path.lastComponent(spelling))],
        fix: .spelling(written, as: spelling, at: place)))
    included.paths.append(spelling)
    return add(file, at: place)
  }

  private mutating func helpForMissing(
    _ path: String, _ near: String?, includedAs written: String, in includer: String
  ) -> [Diagnostic.Message] {
    // With a project root, XcodeGen does not find files next to the spec.
    let beside = Path.join(Path.parent(includer), written)
    if beside != path, included.source.kind(of: beside) == .file { return [.isBeside(beside)] }
    // XcodeGen finds the file if it runs in the root, where the file is part of this spec.
    let fromRoot = Path.join("", written)
    if fromRoot != path, included.source.kind(of: fromRoot) == .file {
      included.paths.append(fromRoot)
      return [.isBelowRoot(fromRoot)]
    }
    return near.map { [.didYouMean(Path.join(Path.parent(written), $0))] } ?? []
  }

  private mutating func add(
    _ file: IncludedFile, at place: SourceRange
  ) -> (root: NodeID, hasPaths: Bool) {
    if let ignoredKeys = file.ignoredKeys { add(ignoredKeys, of: file, at: place) }
    let copy = tree.addLayer(copying: file.tree, root: file.root, file: file.file)
    if file.isOutside {
      outsideFiles[tree.layer(of: copy)] = OutsideFile(path: file.path, entry: place)
    }
    return (copy, file.hasPaths)
  }

  private mutating func add(_ keys: IgnoredKeys, of file: IncludedFile, at place: SourceRange) {
    traits.formUnion(keys.traits)
    guard file.isOutside else { return included.ignoredKeys.append((file.path, keys)) }
    log.ignored += keys.findings.compactMap { $0.withoutText(in: file.path, at: place) }
    // The location depends on the including spec.
    if !keys.findings.isEmpty { log.dependsOnOthers = true }
  }
}

extension Diagnostic.Fix {
  /// Returns a fix that spells an include like its file, from the last component up to the first
  /// that differs in more than case.
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
