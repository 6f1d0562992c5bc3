public import Diagnostics
internal import Paths
internal import Text

// Questions of readers.
extension Configuration {
  /// Whether a folder, relative to the workspace root, is not to be read.
  public func excludes(folder: String) -> Bool { exclusion(of: folder) != nil }

  /// Whether a folder or one above it is not to be read.
  public func excludes(anyOf folder: String) -> Bool {
    exclusion(anyOf: folder) != nil
  }

  /// The number of the first `exclude` pattern that keeps a folder or one above it from being read.
  public func exclusion(anyOf folder: String) -> Int? {
    guard !exclude.isEmpty else { return nil }
    let path = Path(folder)
    return (0..<path.count).lazy.compactMap { exclusion(of: path.prefix($0 + 1)) }.first
  }

  /// The number of the first `exclude` pattern that keeps a folder from being read.
  public func exclusion(of folder: String) -> Int? {
    exclude.isEmpty ? nil : exclusion(of: Path(folder))
  }

  private func exclusion(of folder: Path) -> Int? {
    exclude.firstIndex { $0.matchesExcluded(folder) }
  }

  /// What is said about the external `name`; an entry without wildcards goes before one with.
  public func external(named name: String) -> External? {
    let bytes = Array(name.utf8)
    let matching = externals.filter { $0.pattern.name.matches(bytes[...]) }
    return matching.first { !$0.pattern.name.hasWildcards } ?? matching.first
  }

  /// The number of the first entry of `projects` that matches an Xcode project.
  public func entry(forProject path: String) -> Int? {
    projects.firstIndex {
      $0.isFolder ? $0.matches(path: path) : $0.matches(name: Array(Path.lastComponent(path).utf8))
    }
  }

  /// Whether rules.yml turns a rule on that is off by default.
  public func turnsOn(_ rule: RuleID) -> Bool { rules[rule]?.level?.severity != nil }
}

extension Configuration {
  /// Whether a workspace that was read by one of two configurations would be the same by the other, so that they
  /// differ in what they make of it and in nothing else.
  public func readsLike(_ other: Configuration, _ catalog: RuleCatalog) -> Bool {
    packages == other.packages && readsNestedWorkspaces == other.readsNestedWorkspaces
      && exclude.map(\.text) == other.exclude.map(\.text)
      && specs.elementsEqual(other.specs) {
        $0.pattern.text == $1.pattern.text && $0.root == $1.root
      }
      && projects.map(\.text) == other.projects.map(\.text)
      && externals.elementsEqual(other.externals) { $0.saysTheSame(as: $1) }
      && catalog.filter { $0.traits.contains(.needsFiles) }
        .allSatisfy { reads($0.id) == other.reads($0.id) }
      && FolderPatterns(of: self) == FolderPatterns(of: other)
  }

  /// What of the settings of a rule matters to readers; `nil` if it is off.
  private func reads(_ rule: RuleID) -> RuleOptions? {
    turnsOn(rule) ? rules[rule]?.options : nil
  }
}

extension Configuration.External {
  fileprivate func saysTheSame(as other: Self) -> Bool {
    pattern.text == other.pattern.text && linkage == other.linkage && isEmbedded == other.isEmbedded
  }
}
