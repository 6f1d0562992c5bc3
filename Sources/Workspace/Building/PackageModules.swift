internal import Diagnostics
internal import Graph
internal import Packages
internal import Paths

/// The targets of local packages that are modules.
struct PackageModules {
  let table: PackageTable
  /// In order of name, then of the package.
  private(set) var places: [Place] = []
  /// For each package, the number among the places of each target that is a module.
  private var numbers: [[Int?]] = []
  /// The packages that are not a single module.
  private(set) var manifests: [Int] = []
  /// For each package, its number among these.
  private var specs: [Int?] = []

  struct Place {
    var package: Int
    var target: Int
  }

  init(of table: PackageTable) {
    self.table = table
    for (number, package) in table.packages.enumerated() {
      specs.append(package.manifest == nil ? nil : manifests.count)
      let targets = package.manifest?.targets ?? []
      numbers.append(Array(repeating: nil, count: targets.count))
      if package.manifest != nil { manifests.append(number) }
      for (target, one) in targets.enumerated() where one.kind.isModule {
        places.append(Place(package: number, target: target))
      }
    }
    places = places.map { (target($0).name, $0) }.sorted { a, b in
      a.0 == b.0 ? a.1.package < b.1.package : a.0.precedes(b.0)
    }.map(\.1)
    for (number, place) in places.enumerated() { numbers[place.package][place.target] = number }
  }

  /// The target at a place; its package has a manifest that was read.
  func target(_ place: Place) -> PackageManifest.Target {
    guard let manifest = table.packages[place.package].manifest else {
      preconditionFailure("a target of a package that is taken whole")
    }
    return manifest.targets[place.target]
  }

  func number(of target: Int, in package: Int) -> Int? { numbers[package][target] }

  /// Which of the manifests with targets a package's is.
  func spec(of package: Int) -> Int { specs[package] ?? 0 }

  /// What graphs know of each package whose targets are modules; adds their deployment targets to
  /// `facts`.
  func specInfos(_ facts: inout [SettingFact]) -> [SpecInfo] {
    table.packages.filter { $0.manifest != nil }.map { package in
      var info = SpecInfo(
        file: package.file, path: Path.join(package.folder, "Package.swift"),
        folder: package.folder, project: package.name)
      info.isPackage = true
      info.products = (package.manifest?.products ?? []).filter(\.kind.isLibrary).map {
        PackageProduct(name: $0.name, targets: $0.targets.map(\.name))
      }
      let first = facts.count
      facts += (package.manifest?.minimums ?? []).compactMap(\.fact)
      info.settingRows = RowRange(first..<facts.count)
      return info
    }
  }
}

extension PackageManifest.Minimum {
  fileprivate var fact: SettingFact? {
    let names: [(String, JudgedSetting)] = [
      ("ios", .iOSMinimum), ("tvos", .tvOSMinimum), ("macos", .macOSMinimum),
      ("watchos", .watchOSMinimum), ("visionos", .visionOSMinimum),
    ]
    return names.first { $0.0 == platform }.map { SettingFact($0.1, version, at: location) }
  }
}

extension PackageManifest.Target.Kind {
  /// What is not a module is an external: a part of the system, or a binary.
  var isModule: Bool { self != .system && self != .binary }
}
