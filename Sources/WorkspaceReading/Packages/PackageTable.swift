public import Diagnostics
internal import Files
public import Graph
internal import Packages
internal import Paths
internal import Projects

/// The local packages of a workspace: those that specs name, and their dependencies.
///
/// A package outside of the workspace, in an excluded folder or in a nested workspace is an
/// external.
public struct PackageTable: Sendable {
  /// The packages with known manifests, which are projects, in order of path; then the others.
  public private(set) var packages: [LocalPackage] = []
  private var numbers: [String: Int] = [:]

  init(_ packages: [LocalPackage], aliases: [String: String]) {
    // Sorts indices, since packages are large.
    let order = packages.indices.sorted { packages[$0].folder.precedes(packages[$1].folder) }
    self.packages =
      order.filter { packages[$0].manifest != nil }.map { packages[$0] }
      + order.filter { packages[$0].manifest == nil }.map { packages[$0] }
    for (number, package) in self.packages.enumerated() { numbers[package.folder] = number }
    for (alias, folder) in aliases { numbers[alias] = numbers[folder] }
  }

  /// Whether a manifest must be run to be read.
  public func hasUnreadManifest(at path: String) -> Bool {
    packages.contains { $0.manifest == nil && Path.join($0.folder, entry: "Package.swift") == path }
  }

  /// The computed packages that `swift` could not describe, with the reasons.
  public var failures: [(path: String, reason: String)] {
    packages.compactMap { package in package.failure.map { (package.folder, $0) } }
  }

  /// The packages that are one module each, and the manifests that depend on the host system or the
  /// environment.
  public var gaps: [Gap] {
    packages.compactMap { package in
      guard let manifest = package.manifest else {
        return Gap(.wholePackages, package.path, because: package.failure ?? package.stop)
      }
      return manifest.dependsOnHost
        ? Gap(.hostManifests, Path.join(package.folder, entry: "Package.swift")) : nil
    }
  }

  /// Redirects each dependency on a folder without a package to the local package of the same
  /// identity.
  ///
  /// SwiftPM does so with a warning. The other package may itself be elsewhere, as in a submodule
  /// without checkout. A local package also replaces a remote one of the same identity, as in Xcode,
  /// if all projects that reach the dependency reach the local package.
  ///
  /// Folders that specs name take precedence; `rootName` is the name of the root's folder.
  ///
  /// - Complexity: O(*n* log *n*) for *n* packages and dependencies.
  mutating func redirect(named: [Set<String>], rootName: String, in checkout: Checkout) {
    func isMissing(_ folder: String) -> Bool {
      number(at: folder) == nil
        && checkout.tree.kind(of: Path.join(folder, entry: "Package.swift")) != .file
    }
    let all = named.reduce(Set(packages.flatMap { $0.folders.compactMap(\.self) })) { $0.union($1) }
    lazy var absent = all.filter(isMissing).sorted { $0.precedes($1) }.filter(checkout.mayExist)
    lazy var elsewhere = Dictionary(
      (absent + checkout.absentSubmodules).map { (Path.lastComponent($0).lowercased(), $0) }
    ) { first, _ in first }
    lazy var identities = identities(named: Set(named.joined()), rootName: rootName)
    lazy var reached = named.map(reached(from:))
    for number in packages.indices {
      for (index, dependency) in (packages[number].manifest?.dependencies ?? []).enumerated() {
        if let folder = packages[number].folders[index] {
          guard isMissing(folder) else { continue }
          let identity = Path.lastComponent(folder).lowercased()
          if let other = identities[identity] {
            if other != number { packages[number].redirect(index, to: packages[other].folder) }
          } else if let other = elsewhere[identity], other != folder {
            packages[number].redirect(index, to: other)
          }
        } else if !dependency.isLocal, let other = identities[dependency.identity],
          other != number
        {
          packages[number].replace(
            index, by: packages[other].folder,
            isCertain: reached.allSatisfy { !$0.contains(number) || $0.contains(other) })
        }
      }
    }
  }

  func reached(from folders: Set<String>) -> Set<Int> {
    var reached: Set<Int> = []
    var pending = folders.compactMap(number(at:))
    while let number = pending.popLast() {
      guard reached.insert(number).inserted else { continue }
      pending += packages[number].folders.compactMap { $0.flatMap(self.number(at:)) }
    }
    return reached
  }

  // The identity is the last component of the path, as in SwiftPM. Of packages with one identity,
  // only one that specs name is certain.
  private func identities(named: Set<String>, rootName: String) -> [String: Int] {
    let paths = Dictionary(grouping: numbers.keys) { path in
      (path.isEmpty ? rootName : Path.lastComponent(path)).lowercased()
    }
    return paths.compactMapValues { paths in
      let chosen = paths.filter(named.contains)
      let found = Set((chosen.isEmpty ? paths : chosen).compactMap { numbers[$0] })
      return found.count == 1 ? found.first : nil
    }
  }

  /// Returns the library products of the package in a folder.
  public func libraries(inFolder folder: String) -> [PackageProduct] {
    let products = numbers[folder].flatMap { packages[$0].manifest?.products } ?? []
    return products.filter(\.kind.isLibrary).map {
      PackageProduct(name: $0.name, targets: $0.targets.map(\.name))
    }
  }

  /// Returns the number of the package at a path from the root, normalized or not.
  public func number(at path: String) -> Int? {
    guard !packages.isEmpty else { return nil }
    return numbers[path] ?? Self.folder(path).flatMap { numbers[$0] }
  }

  /// Returns a normalized path from the root, empty for the root; `nil` if it leads outside.
  public static func folder(_ path: String) -> String? {
    guard path.utf8.first != UInt8(ascii: "~") else { return nil }
    let folder = Path.normalized(path)
    return Path.leadsOutside(folder) ? nil : folder
  }
}
