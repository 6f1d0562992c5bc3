public import Diagnostics
internal import Paths
internal import Text

// Queries for the readers of a workspace.
extension Configuration {
  /// Returns the index of the first `exclude` pattern that matches a folder or one of its
  /// ancestors.
  public func exclusion(anyOf folder: String) -> Int? {
    guard !exclude.isEmpty else { return nil }
    let path = Path(folder)
    return (0..<path.count).lazy.compactMap { exclusion(of: path.prefix($0 + 1)) }.first
  }

  /// Returns the index of the first `exclude` pattern that matches a folder.
  public func exclusion(of folder: String) -> Int? {
    exclude.isEmpty ? nil : exclusion(of: Path(folder))
  }

  private func exclusion(of folder: Path) -> Int? {
    guard let index = exclusionIndex else {
      return exclude.firstIndex { $0.matchesExcluded(folder) }
    }
    var candidates = index.candidates(folder: folder)
    if folder.count > 0 { candidates += index.candidates(name: Array(folder[folder.count - 1])) }
    return candidates.filter { exclude[$0].matchesExcluded(folder) }.min()
  }

  /// Returns the indices of the entries of `specs` that match a file, in order.
  public func entries(forSpec path: String, named name: String) -> [Int] {
    let (path, name) = (Path(path), Array(name.utf8))
    let candidates =
      specIndex.map { $0.candidates(folder: path) + $0.candidates(name: name) }
      ?? Array(specs.indices)
    return candidates.sorted().filter {
      let pattern = specs[$0].pattern
      return pattern.isFolder ? pattern.matches(folder: path) : pattern.matches(name: name)
    }
  }

  /// Returns the entry of `externals` that matches `name`, preferring entries without wildcards.
  public func external(named name: String) -> External? {
    let bytes = Array(name.utf8)
    let matching = externals.filter { $0.pattern.name.matches(bytes[...]) }
    return matching.first { !$0.pattern.name.hasWildcards } ?? matching.first
  }

  /// Returns the index of the first entry of `projects` that matches an Xcode project.
  public func entry(forProject path: String) -> Int? {
    projects.flatMap { Self.entry(for: path, in: $0) }
  }

  /// Returns the index of the first entry of `packages` that matches the folder of a package.
  public func entry(forPackage folder: String) -> Int? {
    packageFolders.flatMap { Self.entry(for: folder, in: $0) }
  }

  private static func entry(for path: String, in patterns: [Pattern]) -> Int? {
    patterns.firstIndex {
      $0.isFolder ? $0.matches(path: path) : $0.matches(name: Array(Path.lastComponent(path).utf8))
    }
  }

  /// Whether rules.yml enables a rule that is off by default.
  public func turnsOn(_ rule: RuleID) -> Bool { rules[rule]?.level?.severity != nil }
}

extension Configuration {
  /// Whether both configurations read the same files of a workspace in the same way.
  ///
  /// They may still differ in layers, severities and exceptions.
  public func readsLike(_ other: Configuration, _ catalog: RuleCatalog) -> Bool {
    packages == other.packages && readsNestedWorkspaces == other.readsNestedWorkspaces
      && exclude.map(\.text) == other.exclude.map(\.text)
      && specs.elementsEqual(other.specs) {
        $0.pattern.text == $1.pattern.text && $0.root == $1.root
      }
      && projects?.map(\.text) == other.projects?.map(\.text)
      && packageFolders?.map(\.text) == other.packageFolders?.map(\.text)
      && externals.elementsEqual(other.externals) { $0.saysTheSame(as: $1) }
      && catalog.filter { !$0.traits.isDisjoint(with: .needs) }
        .allSatisfy { reads($0.id) == other.reads($0.id) }
      && FolderPatterns(of: self) == FolderPatterns(of: other)
  }

  private func reads(_ rule: RuleID) -> RuleOptions? {
    turnsOn(rule) ? rules[rule]?.options : nil
  }
}

extension Configuration.External {
  fileprivate func saysTheSame(as other: Self) -> Bool {
    pattern.text == other.pattern.text && linkage == other.linkage && isEmbedded == other.isEmbedded
  }
}
