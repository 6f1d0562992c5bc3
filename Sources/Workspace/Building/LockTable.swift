internal import Diagnostics
internal import Files
internal import Graph
internal import Architecture
internal import Paths
internal import Specs

/// The lock files of package managers in the folders of specs and above.
struct LockTable {
  /// The locked packages, in order of the paths of their files.
  private(set) var packages: [LockedPackage] = []
  private(set) var diagnostics: [Diagnostic] = []
  /// The files that could not be read completely, so that packages may be missing.
  private(set) var invalidPaths: [String] = []
  /// The pods by framework name; empty until needed.
  private var podNumbers: [String: Int] = [:]

  /// Reads the files in the folders of specs and above.
  ///
  /// - Parameters:
  ///   - found: The paths of the files, with the error if they cannot be read.
  ///   - specs: The specs.
  ///   - tree: The tree of files.
  ///   - sources: Gets the files that are read.
  init(
    _ found: [(path: String, error: FileError?)], of specs: SpecTable, in tree: some FileTree,
    _ sources: inout SourceMap
  ) {
    guard !found.isEmpty else { return }
    let folders = specs.foldersToRoot
    for (path, error) in found.sorted(by: { $0.path.precedes($1.path) })
    where folders.contains(Path.folder(of: path)) {
      let file = sources.add(path)
      do throws(FileError) {
        if let error { throw error }
        try read(path, in: tree, as: file)
      } catch {
        diagnostics.append(LockFile.unreadable(error.reason, file: file))
        invalidPaths.append(path)
      }
    }
    for (number, package) in packages.enumerated() where package.manager == .cocoaPods {
      for name in [package.name, package.frameworkName] where podNumbers[name] == nil {
        podNumbers[name] = number
      }
    }
  }

  private mutating func read(
    _ path: String, in tree: some FileTree, as file: FileID
  ) throws(FileError) {
    var text: [UInt8] = []
    try tree.read(path, limit: Limits.fileSize, into: &text)
    let lock = LockFile(named: Path.lastComponent(path), text: text, file: file)
    packages += lock.packages
    diagnostics += lock.diagnostics
    if !lock.diagnostics.isEmpty { invalidPaths.append(path) }
  }

  /// Returns the pod whose framework or library has the name.
  func pod(building name: String) -> LockedPackage? { podNumbers[name].map { packages[$0] } }

  /// The locked versions.
  var versions: [PackageRequirement] {
    packages.map { package in
      PackageRequirement(
        kind: package.manager == .cocoaPods ? .pod : .carthage, name: package.name,
        identity: package.identity, requirement: package.version, location: package.location)
    }
  }
}

// Externals of lock files.
extension LinkBuilder {
  /// Adds all packages of lock files, used or not, and the links between pods.
  mutating func addLockedPackages() {
    var numbers: [String: Int] = [:]
    for package in resolver.locks.packages where numbers[package.identity] == nil {
      let kind: Module.External = package.manager == .cocoaPods ? .pod : .carthage
      let key = ExternalTable.Key.binary(package.name)
      // A dependency has more information about the linkage.
      let facts =
        resolver.externals.contains(key)
        ? [] : [resolver.declaredFact(package.name) ?? LinkageFact(.unknown, .package)]
      numbers[package.identity] = resolver.externals.add(
        key, kind: kind, name: package.name, facts: facts, location: package.location)
    }
    var seen: Set<[Int]> = []
    for package in resolver.locks.packages {
      guard let from = numbers[package.identity] else { continue }
      for link in package.links {
        guard let to = numbers["pod:" + link.name], seen.insert([from, to]).inserted else {
          continue
        }
        links.append(
          Link(
            from: ModuleID(from), to: ModuleID(to), location: link.location, kind: .pod,
            flags: .linked, platforms: .all))
      }
    }
  }
}
