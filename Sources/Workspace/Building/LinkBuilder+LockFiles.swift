internal import Graph
internal import LockFiles

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
