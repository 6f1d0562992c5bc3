/// Which of the manifests of a package counts.
public enum ManifestFiles {
  /// The manifest that every package has.
  public static let usual = "Package.swift"

  /// Whether a file may be a manifest for a version of Swift.
  public static func isVersioned(_ name: String) -> Bool {
    name.hasPrefix(prefix) && name.hasSuffix(ending)
  }

  private static let prefix = "Package@swift-"
  private static let ending = ".swift"

  /// The manifest that counts for the compiler that modlint was built with.
  ///
  /// That of exactly this version counts, else the newest of an older one that is for newer tools
  /// than Package.swift.
  ///
  /// - Parameters:
  ///   - names: The names of the files of the package.
  ///   - text: The content of one of them.
  /// - Returns: Its name; nil if that depends on the third number of the version.
  public static func manifest(
    among names: [String], text: (_ name: String) -> [UInt8]?
  ) -> String? {
    let current = ManifestCondition.compiler
    var newest: (version: ToolsVersion, third: Int, name: String)?
    for name in names where isVersioned(name) {
      let numbers = name.dropFirst(prefix.count).dropLast(ending.count)
        .split(separator: ".", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
      guard 1...3 ~= numbers.count, numbers.allSatisfy({ $0 >= 0 }) else { continue }
      let version = ToolsVersion(numbers[0], numbers.count > 1 ? numbers[1] : 0)
      if numbers.count == 3, version == current { return nil }
      let third = numbers.count > 2 ? numbers[2] : 0
      if version <= current, newest.map({ ($0.version, $0.third) < (version, third) }) ?? true {
        newest = (version, third, name)
      }
    }
    for exact in ["\(current.major).\(current.minor)", "\(current.major)"]
    where names.contains(prefix + exact + ending) {
      return prefix + exact + ending
    }
    guard let newest else { return usual }
    // What has no version is of the oldest.
    let versions = [newest.name, usual].map { name in
      text(name).flatMap { ManifestReader.toolsVersion($0) } ?? ToolsVersion(3, 1)
    }
    return versions[0] > versions[1] ? newest.name : usual
  }
}
