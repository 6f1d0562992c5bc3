internal import Imports

/// The selection among the manifests of a package.
public enum ManifestFiles {
  /// The manifest that every package has.
  public static let usual = "Package.swift"

  /// Whether the name of a file is that of a manifest for a version of Swift.
  public static func isVersioned(_ name: String) -> Bool {
    name.hasPrefix(prefix) && name.hasSuffix(ending)
  }

  /// Whether a file with the name of a manifest is one, and not a source that declares a type
  /// `Package`: it imports PackageDescription or names a version of the tools.
  public static func isManifest(_ text: [UInt8]) -> Bool {
    ToolsVersion(ofManifest: text) != nil || imports("PackageDescription", text)
  }

  /// Whether a manifest imports a module.
  public static func imports(_ module: String, _ text: [UInt8]) -> Bool {
    SourceLanguage.swift.imports(in: text).contains { $0.module == module }
  }

  private static let prefix = "Package@swift-"
  private static let ending = ".swift"

  /// Returns the manifest for the compiler that built modlint.
  ///
  /// A manifest of exactly this version wins. Otherwise the newest one of an older version wins if
  /// it is for newer tools than Package.swift, or Package.swift is for newer ones than the compiler's.
  ///
  /// - Parameters:
  ///   - names: The names of the files of the package.
  ///   - text: The content of one of them.
  /// - Returns: The name of the manifest; nil if it depends on the third number of the version.
  public static func manifest(
    among names: [String], text: (_ name: String) -> [UInt8]?
  ) -> String? {
    let current = ManifestDecision.compiler
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
    // A manifest without a version has the oldest one.
    let versions = [newest.name, usual].map { name in
      text(name).flatMap { ToolsVersion(ofManifest: $0) } ?? ToolsVersion(3, 1)
    }
    return versions[0] > versions[1] || versions[1] > current ? newest.name : usual
  }
}
