internal import Paths
internal import Projects
internal import YAML

/// The header search paths of a target.
public struct HeaderSearchPaths: Hashable, Sendable {
  /// The folders, relative to the root.
  public private(set) var folders: [String] = []
  /// Whether all search paths are of the system or of build products.
  public private(set) var isEmpty = true

  public init() {}

  /// Adds one path, relative to `folder`.
  fileprivate mutating func add(_ written: String, in folder: String) {
    let path = written.withoutSourceRoot
    if let variable = path.leadingVariable?.name,
      Self.others.contains(where: { variable.hasPrefix($0) })
    {
      return
    }
    let place = Path.normalized(Path.join(folder, path.isEmpty ? "." : path))
    guard !Path.leadsOutside(place) else { return }
    isEmpty = false
    if !path.hasVariable { folders.append(place) }
  }

  /// Variables of build products, of the system, and of the next level.
  private static let others = [
    "BUILT_PRODUCTS_DIR", "CONFIGURATION_BUILD_DIR", "TARGET_BUILD_DIR", "SYMROOT", "OBJROOT",
    "SDKROOT", "DEVELOPER_DIR", "TOOLCHAIN_DIR", "inherited",
  ]
}

extension SettingsReader {
  /// Returns the header search paths of a target in all configurations.
  mutating func headerSearchPaths(
    of target: NodeID, _ scope: SettingsScope
  ) -> HeaderSearchPaths {
    var paths = HeaderSearchPaths()
    for key in [SpecKey.headerSearchPaths, .userHeaderSearchPaths] where scope.mayHave(key) {
      for configuration in scope.configurations.prefix(LinkSettings.mostConfigurations) {
        for level in levels(of: target, scope, in: configuration) {
          guard let texts = texts(of: key, in: level) else { continue }
          let words = texts.flatMap { LinkerArguments.words(of: $0) }
          for word in words { paths.add(word, in: spec.folder) }
          guard words.contains(where: { $0.isVariable("inherited") }) else { break }
        }
      }
    }
    return paths
  }
}

extension String {
  /// The path without a leading variable of the project's folder.
  var withoutSourceRoot: String {
    guard let (name, rest) = leadingVariable,
      ["SRCROOT", "PROJECT_DIR", "SOURCE_ROOT"].contains(name)
    else { return self }
    return String(rest.drop { $0 == "/" })
  }
}
