internal import Diagnostics
internal import Files
internal import Graph
internal import Architecture
internal import Paths
internal import Specs

/// The lock files of package managers that stand beside or above a specification.
struct LockTable {
  /// In order of path.
  private(set) var packages: [LockedPackage] = []
  private(set) var diagnostics: [Diagnostic] = []
  /// Files that are not read to the end, so that packages may be missing.
  private(set) var invalidPaths: [String] = []
  /// The pods by the names of their frameworks; made when it is needed.
  private var podNumbers: [String: Int] = [:]

  /// Reads those of the files found that lie in the folder of a specification or above it.
  ///
  /// - Parameters:
  ///   - found: The paths of the files, and why the walk could not hand them out.
  ///   - specs: The specifications.
  ///   - tree: Where the files are.
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

  /// The pod whose framework or library has that name.
  func pod(building name: String) -> LockedPackage? { podNumbers[name].map { packages[$0] } }

  /// The versions that lock files have settled on.
  var versions: [PackageRequirement] {
    packages.map { package in
      PackageRequirement(
        kind: package.manager == .cocoaPods ? .pod : .carthage, name: package.name,
        identity: package.identity, requirement: package.version, location: package.location)
    }
  }
}

// What lock files say of externals.
extension LinkBuilder {
  /// Adds what lock files name, used or not, and the links between pods.
  mutating func addLockedPackages() {
    var numbers: [String: Int] = [:]
    for package in resolver.locks.packages where numbers[package.identity] == nil {
      let kind: Module.External = package.manager == .cocoaPods ? .pod : .carthage
      let key = ExternalTable.Key.binary(package.name)
      // A dependency tells more of its linkage.
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
