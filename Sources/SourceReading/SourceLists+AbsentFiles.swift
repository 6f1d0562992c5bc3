public import Architecture
internal import Diagnostics
internal import Files
internal import Paths
internal import Projects
internal import SpecDecoding
public import WorkspaceReading

// What specs and projects name and what is not there, but may be elsewhere.
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

  /// Reads a spec again.
  ///
  /// The files of CocoaPods have no settings that rules depend on.
  private func settings(absentFrom number: Int) -> [String] {
    guard specs.indices.contains(number) else { return [] }
    let spec = specs[number]
    let named =
      spec.kind == .xcode ? absentSettings[spec.path] ?? [] : files(read: number)
    let files = named.filter {
      $0.hasSuffix(".xcconfig") && !Path.components(of: $0).contains("Pods")
        && checkout.isAbsent($0)
    }
    return files.sorted { $0.precedes($1) }
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
    let packages = Set(projects.flatMap { $0.packages.filter(\.isLocal).map(\.identity) })
    let references = Set(projects.flatMap { $0.references.map(\.path) })
    // File systems of Macs ignore case.
    let generated =
      references.isEmpty
      ? [] : Set(projects.indices.flatMap { projectPaths(of: $0) }.map { $0.lowercased() })
    return Set(packages.union(references).map(Path.normalized))
      .filter { !generated.contains($0.lowercased()) }
  }
}
