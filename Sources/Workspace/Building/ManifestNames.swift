internal import Graph
internal import Packages

/// What the names in one manifest may mean.
struct ManifestNames {
  /// The names of its targets.
  private(set) var targets = KnownNames([])
  /// These, and the products of the packages that it names, as far as they are known.
  private(set) var all = KnownNames([])
  /// How the packages that it names are shown.
  private(set) var shownPackages = KnownNames([])
  /// The numbers of its dependencies on packages by what these are called: by their identity, the name that
  /// is given, and that of their manifest.
  private(set) var packages: [String: Int] = [:]
  /// For each dependency the number of the local package that it leads to.
  private(set) var numbers: [Int?] = []
  /// The dependencies whose products are known, and the others.
  private(set) var read: [Int] = []
  private(set) var opaque: [Int] = []
  /// The computed packages among the others of which not even the name is known.
  private(set) var unread: [Int] = []

  /// - Complexity: O(*n*) for *n* names.
  init(of package: LocalPackage, _ table: PackageTable) {
    guard let manifest = package.manifest else { return }
    let own = manifest.targets.map(\.name)
    var all = own
    for (index, dependency) in manifest.dependencies.enumerated() {
      let number = package.folders[index].flatMap { table.number(at: $0) }
      numbers.append(number)
      let names = [dependency.name?.lowercased(), dependency.identity].compactMap(\.self)
      let inManifest = number.map { [table.packages[$0].name.lowercased()] } ?? []
      for name in names + inManifest where packages[name] == nil { packages[name] = index }
      if let number, let other = table.packages[number].manifest {
        read.append(index)
        all += other.products.map(\.name)
      } else {
        opaque.append(index)
        if let number, !table.packages[number].hasKnownName { unread.append(index) }
      }
    }
    targets = KnownNames(own)
    self.all = KnownNames(all)
    shownPackages = KnownNames(manifest.dependencies.map(\.shownName))
  }
}

extension PackageManifest.PackageDependency {
  /// Whether it is a folder.
  var isLocal: Bool {
    guard case .path = source else { return false }
    return true
  }
}
