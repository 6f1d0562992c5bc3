import Diagnostics
import Graph

extension ModuleGraph {
  /// A dependency of `dependent` on `module` as YAML, in the form of the dependencies around it.
  func dependencyEntry(on module: ModuleID, in dependent: ModuleID) -> String {
    let target = self[module]
    switch target.external {
    case .carthage:
      // XcodeGen embeds no Carthage framework in a watch app by itself.
      return self[dependent].platforms == .watchOS
        ? "- { carthage: \(target.name), embed: true }" : "- carthage: \(target.name)"
    case .file(let path):
      let folder = spec(of: dependent)?.folder ?? ""
      return "- framework: \(relativePath(of: path, from: folder))"
    case .pod, .sdk, .package, nil:
      break
    }
    let name = targetName(of: module, in: dependent)
    if target.spec == self[dependent].spec { return "- target: \(name)" }
    if let key = referenceKey(to: target.spec, from: dependent) {
      return "- target: \(key)/\(name)"
    }
    return "- { framework: \(target.productFile), implicit: true }"
  }

  /// The target's name as an entry for all variants of the dependent must have it.
  private func targetName(of id: ModuleID, in dependent: ModuleID) -> String {
    let (module, other) = (self[id], self[dependent])
    guard let name = module.unsuffixedName, other.unsuffixedName != nil,
      other.platform == module.platform, module.name == "\(name)_\(module.platform.rawValue)"
    else { return module.name }
    return name + "_${platform}"
  }

  /// The project reference by which `dependent` can name targets of another spec; `nil` if there is
  /// none, or if it names products of other projects instead.
  private func referenceKey(to spec: Int32, from dependent: ModuleID) -> String? {
    let keys = self.spec(of: dependent)?.references.filter { $0.value == spec }.map(\.key) ?? []
    guard let key = keys.min(by: { $0.precedes($1) }) else { return nil }
    let kinds = links(from: dependent).lazy.map { links[$0] }.filter { link in
      self[link.to].spec >= 0 && self[link.to].spec != self[dependent].spec
    }.map(\.kind)
    return kinds.contains(.framework) && !kinds.contains(.target) ? nil : key
  }

  /// The way from a folder to a file, both relative to the workspace root.
  private func relativePath(of path: String, from folder: String) -> String {
    // A lone name stands as it was written: nothing says where it lies.
    guard path.contains("/"), !path.hasPrefix("$"), !path.hasPrefix("/") else { return path }
    let file = path.split(separator: "/")
    let base = folder.split(separator: "/")
    let common = zip(file, base).prefix { $0 == $1 }.count
    let up = [Substring](repeating: "..", count: base.count - common)
    return (up + file.dropFirst(common)).joined(separator: "/")
  }
}
