public import Architecture
internal import Diagnostics
public import Files
public import Graph
internal import Paths
internal import Projects
internal import SpecDecoding

/// Specs that could not be read completely.
///
/// One error is one finding: while a spec has one, a name that no spec defines is not reported. A
/// spec that only lacks an include that git ignores is no error, and may define any word of its text.
public struct BrokenSpecs: Sendable {
  public let paths: [String]
  /// The folders of broken specs that are templates for new projects, by path of the spec.
  public let templates: [String: InactiveFolder]
  /// The paths of specs that were not read, or not with every include.
  public let unreadPaths: Set<String>
  private let incomplete: Set<Int>
  private let hasErrors: Bool
  /// The sequences of letters, digits and `_` in the texts, unless there are errors.
  private let words: Set<String>
  /// The paths of specs with a missing include that git ignores.
  public let incompletePaths: Set<String>

  public init(_ read: ReadProjects, failures: [String], in tree: some FileTree) {
    let errors = read.diagnostics.filter { $0.severity == .error }
    func files(_ isWanted: (RuleID) -> Bool) -> [String] {
      errors.filter { isWanted($0.rule) }.compactMap(\.location).map { read.sources[$0.file] }
    }
    var paths = Set(failures + files(\.hidesModules))
    var incomplete: Set<Int> = []
    hasErrors = !paths.isEmpty
    for number in read.projects.indices {
      let gaps = read.projects[number].gaps
      if gaps.isDisjoint(with: [.isBroken, .parts]) { continue }
      paths.insert(read.projects[number].path)
      // A file without a name is only a part of a spec.
      if !gaps.isDisjoint(with: [.parts, .name]) { incomplete.insert(number) }
    }
    // An included file may contain a block of targets under a key that is unknown to XcodeGen.
    if !incomplete.isEmpty { paths.formUnion(files { $0 == .unknownKey }) }
    self.paths = paths.sorted { $0.precedes($1) }
    self.incomplete = incomplete
    func specs(lackingParts: Bool) -> some Sequence<String> {
      read.projects.lazy.filter { $0.gaps.contains(.parts) == lackingParts }.map(\.path)
    }
    // Those that lack an include although no missing file is reported in them.
    incompletePaths =
      read.notes.ignoredIncludes.isEmpty
      ? [] : Set(specs(lackingParts: true)).subtracting(files { $0 == .missingInclude })
    var templates: [String: InactiveFolder] = [:]
    var words: Set<String> = []
    for path in paths {
      let text = (try? tree.content(of: path)) ?? []
      templates[path] = InactiveFolder(template: path, text: text)
      if !hasErrors { words.formUnion(Self.words(of: text + Array("\n\(path)".utf8))) }
    }
    self.templates = templates
    self.words = words
    unreadPaths = paths.isEmpty ? [] : paths.subtracting(specs(lackingParts: false))
  }

  private static func words(of text: [UInt8]) -> [String] {
    text.split { byte in
      let isLetter = 0x41...0x5a ~= byte & 0xdf
      return !(isLetter || 0x30...0x39 ~= byte || byte == UInt8(ascii: "_") || byte >= 0x80)
    }
    .map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether the target of a reference may be missing only because of a reported error.
  public func explains(_ reference: UnknownReference, ofSpec spec: Int) -> Bool {
    guard !paths.isEmpty else { return false }
    switch reference.scope {
    case .spec, .malformed, .projectReferences, .packages: return incomplete.contains(spec)
    case .packageProducts, .manifest, .packageTargets, .manifestPackages: return false
    case .project, .products, .systemFramework: return mayDefine(reference.name)
    }
  }

  private func mayDefine(_ name: String) -> Bool {
    hasErrors
      || name.split(separator: "/").contains { part in
        let parts = Self.words(of: Array(part.utf8))
        return !parts.isEmpty && words.isSuperset(of: parts)
      }
  }

  /// Whether one of the specs may generate the project of a name in a folder.
  func mayMake(_ project: String, in folder: String) -> Bool {
    !paths.isEmpty && (paths.contains { Path.parent($0) == folder } || mayDefine(project))
  }

  /// Returns the path of the spec that may declare the targets that `path` declares in another
  /// state of the workspace; if that file is not there, its targets may have moved to any broken spec.
  public func fileHidingTargets(of path: String, isThere: () -> Bool) -> String? {
    guard !paths.isEmpty else { return nil }
    if unreadPaths.contains(path) { return path }
    if isThere() { return paths.contains(path) ? path : nil }
    return hasErrors ? paths.first : nil
  }
}
