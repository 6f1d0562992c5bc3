internal import Files
internal import Paths
internal import Projects
internal import SpecDecoding
internal import WorkspaceReading

/// Finds the frameworks that targets embed as sources, or with a script that runs
/// `carthage copy-frameworks`.
///
/// Used only if something seems not to be embedded, which is rare.
public struct SourceFrameworks: Sendable {
  let lists: SourceLists
  let jobs: Int

  public init(_ lists: SourceLists, jobs: Int) {
    self.lists = lists
    self.jobs = jobs
  }

  /// Returns the names of the frameworks that targets of specs copy, without folder, `lib` and
  /// extension, by name of the target.
  ///
  /// - Complexity: Reads the specs, and lists the folders of the targets' sources.
  public func names(ofTargets targets: [Int: Set<String>]) -> [Int: [String: Set<String>]] {
    let numbers = targets.keys.sorted()
    let found = inParallel(
      numbers.count, jobs: WorkspaceOptions.jobs(for: numbers.count, atMost: jobs)
    ) { place in
      names(ofTargets: targets[numbers[place], default: []], spec: numbers[place])
    }
    return Dictionary(uniqueKeysWithValues: zip(numbers, found))
  }

  private func names(ofTargets targets: Set<String>, spec: Int) -> [String: Set<String>] {
    guard var sources = lists.specSources(spec) else { return [:] }
    var names = sources.copiedFrameworks(of: targets).mapValues {
      Set($0.map { Path.libraryName(of: $0) })
    }
    for sources in sources.targetSources(of: targets) {
      // A missing framework has the default phase.
      let missing = sources.missing.map { SourceFile(path: $0, phase: .frameworks) }
      for file in sources.files + missing where Self.isCopied(file) {
        names[sources.target, default: []].insert(Path.libraryName(of: file.path))
      }
    }
    return names
  }

  /// Whether a source is copied to the frameworks of its target.
  private static func isCopied(_ file: SourceFile) -> Bool {
    switch Path.splitExtension(Path.lastComponent(file.path)).extension {
    case "framework": file.phase == .frameworks || file.phase == .copyFrameworks
    case "dylib": file.phase == .copyFrameworks
    default: false
    }
  }
}
