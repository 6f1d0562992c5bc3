internal import Packages

/// The packages that one manifest may refer to.
struct ManifestNames {
  /// The indexes of the package dependencies by identity, by the given name and by the name in
  /// their manifest.
  private(set) var packages: [String: Int] = [:]
  /// For each dependency, the index of its local package.
  private(set) var numbers: [Int?] = []
  /// The dependencies with known products, and the others.
  private(set) var read: [Int] = []
  private(set) var opaque: [Int] = []
  /// The computed packages among the others whose name is unknown, too.
  private(set) var unread: [Int] = []

  /// - Complexity: O(*n*) for *n* names.
  init(of package: LocalPackage, _ table: PackageTable) {
    guard let manifest = package.manifest else { return }
    for (index, dependency) in manifest.dependencies.enumerated() {
      let number = package.folders[index].flatMap { table.number(at: $0) }
      numbers.append(number)
      if let name = dependency.name { add(name.lowercased(), index) }
      add(dependency.identity, index)
      if let number { add(table.packages[number].name.lowercased(), index) }
      if let number, table.packages[number].manifest != nil {
        read.append(index)
      } else {
        opaque.append(index)
        if let number, !table.packages[number].hasKnownName { unread.append(index) }
      }
    }
  }

  /// The first dependency of a name counts.
  private mutating func add(_ name: String, _ index: Int) {
    if packages[name] == nil { packages[name] = index }
  }
}

extension PackageManifest.PackageDependency {
  /// Whether it is a folder.
  var isLocal: Bool {
    guard case .path = source else { return false }
    return true
  }
}
