public import Packages
internal import Paths
internal import Projects

/// The packages that one manifest may refer to.
struct ManifestNames {
  /// The indexes of the package dependencies by identity, by the given name and by the name in
  /// their manifest.
  public private(set) var packages: [String: Int] = [:]
  /// The index of the local package of each dependency.
  private(set) var numbers: [Int?] = []
  /// The dependencies with known products.
  private(set) var read: [Int] = []
  /// The other dependencies.
  private(set) var opaque: [Int] = []
  /// The dependencies on computed packages whose names are unknown.
  private(set) var unread: [Int] = []
  /// The dependencies on a folder above, which may be the one of a clone and have any name.
  private(set) var unnamed: [Int] = []

  /// - Complexity: O(*n*) for *n* names.
  init(of package: LocalPackage, _ table: PackageTable) {
    guard let manifest = package.manifest else { return }
    for (index, dependency) in manifest.dependencies.enumerated() {
      let number = package.folders[index].flatMap { table.number(at: $0) }
      numbers.append(number)
      if let name = dependency.name { add(name.lowercased(), index) }
      add(dependency.identity, index)
      if let folder = package.folders[index] { add(Path.lastComponent(folder).lowercased(), index) }
      if dependency.leadsAbove { unnamed.append(index) }
      if let number { add(table.packages[number].name.lowercased(), index) }
      if let number, table.packages[number].manifest != nil {
        read.append(index)
      } else {
        opaque.append(index)
        if let number, !table.packages[number].hasKnownName { unread.append(index) }
      }
    }
  }

  /// Adds a name of a dependency; the first dependency with a name takes precedence.
  private mutating func add(_ name: String, _ index: Int) {
    if packages[name] == nil { packages[name] = index }
  }
}

extension PackageManifest.PackageDependency {
  /// Whether the dependency is a folder that only its position names: `..`.
  fileprivate var leadsAbove: Bool {
    guard case .path(let path) = source else { return false }
    return Path.lastComponent(Path.normalized(path)) == ".."
  }

  var isLocal: Bool {
    guard case .path = source else { return false }
    return true
  }
}

extension PackageManifest.PackageDependency {
  /// The identity of the package in SwiftPM.
  public var identity: String {
    switch source {
    case .registry(let id): id.lowercased()
    case .path(let path): Path.lastComponent(path).lowercased()
    case .url(let url):
      Path.lastComponent(normalized(url: url))
    }
  }
}
