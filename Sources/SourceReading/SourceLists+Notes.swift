public import Architecture
internal import Diagnostics
internal import Files
internal import Paths
internal import Projects
internal import SpecDecoding
public import WorkspaceReading

// What rules ask of sources, mostly for findings, which are few.
extension SourceLists {
  public func absentFiles(_ read: borrowing ReadProjects) -> AbsentFiles {
    let named = read.namedFolders.union(
      packages.packages.flatMap { $0.folders.compactMap(\.self) })
    var notes = AbsentFiles()
    notes.folders = { [checkout] in
      (checkout.absentSubmodules + named.filter(checkout.isAbsent)).sorted { $0.precedes($1) }
    }
    notes.contains = { [checkout] in checkout.isAbsent($0) }
    notes.settings = { settings(absentFrom: $0) }
    return notes
  }

  /// The files of CocoaPods have no settings that rules depend on.
  private func settings(absentFrom number: Int) -> [String] {
    guard specs.indices.contains(number) else { return [] }
    let spec = specs[number]
    let named = spec.kind == .xcode ? absentSettings[spec.path] ?? [] : files(read: number)
    let files = named.filter {
      $0.hasSuffix(".xcconfig") && !Path.components(of: $0).contains("Pods")
        && checkout.isAbsent($0)
    }
    return files.sorted { $0.precedes($1) }
  }

  /// Returns the names of the frameworks that targets of specs embed as sources or with a script
  /// that runs `carthage copy-frameworks`, without folder, `lib` and extension, by name of the target.
  ///
  /// - Complexity: Reads the specs, and lists the folders of the targets' sources.
  public func copiedFrameworks(
    ofTargets targets: [Int: Set<String>]
  ) -> [Int: [String: Set<String>]] {
    var names: [Int: [String: Set<String>]] = [:]
    for (spec, targets) in targets {
      var sources = specSources(spec)
      for target in sources?.targetSources(of: targets) ?? [] {
        // A missing framework has the default phase.
        let missing = target.missing.map { SourceFile(path: $0, phase: .frameworks) }
        let files = (target.files + missing).filter(\.isCopiedFramework).map(\.path)
        let all = Set((target.copiedFrameworks + files).map(Path.libraryName(of:)))
        names[spec, default: [:]][target.target] = all
      }
    }
    return names
  }

  /// Returns the paths of the resources of targets, by name of the target, in order; `folders` are
  /// those that contain resources and all above them.
  ///
  /// - Complexity: Reads the spec and lists the folders of the targets' sources, if there are
  ///   resources below its folder.
  public func resources(
    ofTargets targets: Set<String>, spec: Int, in folders: Set<String>
  ) -> [String: [String]] {
    guard specs.indices.contains(spec), folders.contains(specs[spec].folder) else { return [:] }
    var paths: [String: [String]] = [:]
    var sources = specSources(spec)
    for sources in sources?.targetSources(of: targets) ?? [] where !sources.exceedsLimits {
      let found = sources.files.filter(\.isResource).map(\.path)
      if !found.isEmpty { paths[sources.target] = found }
    }
    return paths
  }
}

extension SourceFile {
  fileprivate var isCopiedFramework: Bool {
    switch Path.splitExtension(Path.lastComponent(path)).extension {
    case "framework": phase == .frameworks || phase == .copyFrameworks
    case "dylib": phase == .copyFrameworks
    default: false
    }
  }

  fileprivate var isResource: Bool {
    guard phase == .resources || phase == .sources else { return false }
    let endings = ["xib", "storyboard", "strings", "stringsdict", "xcstrings"]
    let ending = Path.splitExtension(Path.lastComponent(path)).extension
    return Path.isCatalog(path) || ending.map(endings.contains) ?? false
  }
}

extension Checkout {
  fileprivate func isAbsent(_ path: String) -> Bool {
    !exists(path) && mayExist(path)
  }
}

extension ReadProjects {
  /// The folders of the local packages and the projects that specs name and do not generate.
  var namedFolders: Set<String> {
    let named = Set(
      projects.indices.flatMap { number in
        projects[number].packages.lazy.filter(\.isLocal).map(\.identity)
          + projects[number].references.map(\.path)
      }.map(Path.normalized))
    if named.isEmpty { return [] }
    // File systems of Macs ignore case.
    let generated = Set(projects.indices.flatMap { projectPaths(of: $0) }.map { $0.lowercased() })
    return named.filter { !generated.contains($0.lowercased()) }
  }
}
