public import Architecture
internal import Diagnostics
public import Files
public import Graph
internal import Paths
internal import Projects
internal import SpecDecoding

/// Specs that could not be read completely, and the names that they may define.
///
/// One error is one finding: names that a broken file may define are not reported as missing. Since
/// the file cannot be parsed, every word of its text is a possible name.
public struct BrokenSpecs: Sendable {
  /// The paths of broken specs, in order.
  public let paths: [String]
  private let texts: [[UInt8]]
  /// The sequences of letters, digits and `_` in the texts, each with the index of the first text
  /// that contains it.
  private let words: [String: Int]
  /// The paths of specs that were not read, or not with every include.
  public let unreadPaths: Set<String>
  /// The numbers of specs with missing includes.
  private let incomplete: Set<Int>
  /// The paths of specs with a missing include that git ignores.
  public let incompletePaths: Set<String>

  public init(_ read: ReadProjects, failures: [String], in tree: some FileTree) {
    let diagnostics = read.diagnostics
    var paths = Set(failures)
    var incomplete: Set<Int> = []
    for diagnostic in diagnostics
    where diagnostic.severity == .error && diagnostic.rule.hidesModules {
      if let location = diagnostic.location { paths.insert(read.sources[location.file]) }
    }
    for number in read.projects.indices {
      let gaps = read.projects[number].gaps
      if gaps.isDisjoint(with: [.isBroken, .parts]) { continue }
      paths.insert(read.projects[number].path)
      // A file without a name is only a part of a spec.
      if !gaps.isDisjoint(with: [.parts, .name]) { incomplete.insert(number) }
    }
    // An included file may contain a block of targets under a key that is unknown to XcodeGen.
    if !incomplete.isEmpty {
      for diagnostic in diagnostics
      where diagnostic.severity == .error && diagnostic.rule == .unknownKey {
        if let location = diagnostic.location { paths.insert(read.sources[location.file]) }
      }
    }
    self.paths = paths.sorted { $0.precedes($1) }
    self.incomplete = incomplete
    incompletePaths =
      read.notes.ignoredIncludes.isEmpty ? [] : Self.incompletePaths(read, diagnostics)
    texts = self.paths.map { path in
      var text: [UInt8] = []
      do throws(FileError) { try tree.read(path, limit: Limits.fileSize, into: &text) } catch {}
      return text + Array(path.utf8)
    }
    words = Self.words(of: texts)
    unreadPaths = paths.subtracting(
      paths.isEmpty
        ? []
        : read.projects.filter { !$0.gaps.contains(.parts) }.map(\.path))
  }

  private static func words(of texts: [[UInt8]]) -> [String: Int] {
    let words = texts.enumerated().flatMap { number, text in
      text.split { !isPartOfWord($0) }.map { (String(decoding: $0, as: UTF8.self), number) }
    }
    return Dictionary(words) { first, _ in first }
  }

  /// Returns the specs that lack an include although no missing file is reported in them.
  private static func incompletePaths(
    _ read: ReadProjects, _ diagnostics: [Diagnostic]
  ) -> Set<String> {
    let reported = diagnostics.lazy.filter { $0.rule == .missingInclude }.compactMap(\.location)
    let specs = read.projects.filter { $0.gaps.contains(.parts) }
    return Set(specs.map(\.path)).subtracting(reported.map { read.sources[$0.file] })
  }

  /// The folders of broken specs that are templates for new projects, by path.
  public var templates: [String: InactiveFolder] {
    var templates: [String: InactiveFolder] = [:]
    for (path, text) in zip(paths, texts) {
      // The text is followed by its path.
      templates[path] = InactiveFolder(template: path, text: Array(text.dropLast(path.utf8.count)))
    }
    return templates
  }

  /// Whether the target of a reference may be missing only because of a reported error.
  public func explains(_ reference: UnknownReference, ofSpec spec: Int) -> Bool {
    guard !paths.isEmpty else { return false }
    switch reference.scope {
    case .spec, .malformed, .projectReferences, .packages: return incomplete.contains(spec)
    case .packageProducts, .manifest, .packageTargets, .manifestPackages: return false
    case .project, .products, .systemFramework, .hosts:
      return reference.name.split(separator: "/").contains(where: hasWords)
    }
  }

  /// Whether a text has all words of a name.
  private func hasWords(of name: Substring) -> Bool {
    let names = name.utf8.split { !Self.isPartOfWord($0) }
    return !names.isEmpty && names.allSatisfy { words[String(decoding: $0, as: UTF8.self)] != nil }
  }

  /// Returns the path of the spec that may declare a target of another state of the workspace.
  ///
  /// - Parameters:
  ///   - target: The name of the target.
  ///   - path: The path of its spec in the other state.
  ///   - isThere: Whether that file exists. If not, the spec may have moved to any of these.
  /// - Returns: `nil` if no file may declare it.
  public func fileHiding(_ target: String, in path: String, isThere: () -> Bool) -> String? {
    guard !paths.isEmpty else { return nil }
    if unreadPaths.contains(path) { return path }
    let word = String(decoding: target.utf8.prefix(while: Self.isPartOfWord), as: UTF8.self)
    guard !word.isEmpty, let number = words[word] else { return nil }
    if isThere() { return paths.contains(path) ? path : nil }
    return paths[number]
  }

  /// Whether a broken spec may generate the project of a name in a folder.
  func mayMake(_ project: String, in folder: String) -> Bool {
    paths.contains { Path.parent($0) == folder } || hasWords(of: project[...])
  }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    byte == 0x5f || byte >= 0x80 || 0x30...0x39 ~= byte || 0x41...0x5a ~= byte
      || 0x61...0x7a ~= byte
  }
}
