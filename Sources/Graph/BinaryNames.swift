internal import Diagnostics
internal import Paths

/// Returns the names to print for vendored binaries that share a name: each with its folder.
///
/// Externals are in order of name, so equal names are adjacent.
func distinctBinaryNames(_ modules: [Module], from start: Int) -> [ModuleID: String] {
  var names: [ModuleID: String] = [:]
  var index = start
  while index < modules.count {
    let name = modules[index].name
    var binaries: [Int] = []
    while index < modules.count, modules[index].name == name {
      if modules[index].isBinary { binaries.append(index) }
      index += 1
    }
    guard binaries.count > 1 else { continue }
    for binary in binaries { names[ModuleID(binary)] = modules[binary].nameWithFolder }
  }
  return names
}

extension Module {
  /// Whether it is a prebuilt library or bundle, or one that a package manager builds.
  public var isBinary: Bool {
    switch external {
    case .file, .carthage, .pod: true
    case .sdk, .package, nil: false
    }
  }

  fileprivate var nameWithFolder: String {
    switch external {
    case .file(let path):
      return path == name ? name : "\(name) (\(Path.parent(path)))"
    case .carthage: return "\(name) (Carthage)"
    case .pod: return "\(name) (CocoaPods)"
    case .sdk, .package, nil: return name
    }
  }
}
