internal import Diagnostics
internal import Files
internal import Graph
internal import Projects
internal import SpecReading

/// What a reader keeps from one spec for the next, which often shares files and values.
struct DecodingMemory: Sendable {
  var configurationFiles: ConfigurationFiles
  var projectSettings: [(origins: [SourceRange], facts: [SettingFact])] = []
  private let source: any FileTree
  private var folders: FolderUniformity?

  init(in source: some FileTree, _ options: SpecOptions) {
    self.source = source
    configurationFiles = ConfigurationFiles(in: source)
    folders = options.layersDifferBelow.map { FolderUniformity($0) }
  }

  mutating func locator(of spec: ResolvedSpec) -> TargetLocator? {
    guard var known = folders else { return nil }
    defer { folders = known }
    return TargetLocator(spec, in: source, &known)
  }
}
