internal import Architecture
internal import Paths

extension FoundFiles {
  /// Removes the packages and Xcode projects that are not read unless something names them: those
  /// that tools download, data of tests, and those that rules.yml does not choose.
  ///
  /// - Returns: The indices of the entries of `packages` in rules.yml with a match.
  mutating func removeUnread(by configuration: Configuration) -> Set<Int> {
    packageFolders.removeAll { folder in
      Path.isOfTool(folder)
        || Path.isTestData(folder) && configuration.entry(forPackage: folder) == nil
    }
    xcodeProjects.removeAll { path in
      Path.isOfTool(path) || Path.isTestData(path) && configuration.entry(forProject: path) == nil
    }
    guard configuration.packageFolders != nil else { return [] }
    let entries = packageFolders.map { ($0, configuration.entry(forPackage: $0)) }
    packageFolders = entries.filter { $0.1 != nil }.map(\.0)
    return Set(entries.compactMap(\.1))
  }
}

extension Path {
  /// Whether a path is in a folder of data for tests.
  static func isTestData(_ path: String) -> Bool {
    // Without an array, since it is called for every spec.
    var rest = path.utf8[...]
    while !rest.isEmpty {
      let name = rest.prefix { $0 != UInt8(ascii: "/") }
      if name.elementsEqual("Fixtures".utf8) || name.elementsEqual("TestData".utf8) { return true }
      rest = rest[name.endIndex...].dropFirst()
    }
    return false
  }
}
