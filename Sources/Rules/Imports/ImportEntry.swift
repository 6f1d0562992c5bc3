import Graph
internal import Paths

extension ModuleGraph {
  /// What `dependent` has to declare to import `module`, in the form of the dependencies around it; `nil` if
  /// it cannot.
  func importEntry(on module: ModuleID, in dependent: ModuleID) -> DependencyEntry? {
    guard self[dependent].packageTarget != nil else {
      return dependencyEntry(on: module, in: dependent)
    }
    guard let package = package(of: module), let own = self.package(of: dependent) else {
      return nil
    }
    let name = self[module].name
    if package.identity == own.identity { return DependencyEntry(element: "\"\(name)\"") }
    // SwiftPM goes by the folder of a package that is given by its path.
    let folder = Path.components(of: package.identity).last.map(String.init) ?? package.name
    var entry = DependencyEntry(
      element: ".product(name: \"\(name)\", package: \"\(folder == "." ? package.name : folder)\")")
    let isNamed = links(from: dependent).contains { link in
      !link.isImport && self.package(of: link.to)?.identity == package.identity
    }
    if !isNamed {
      entry.package =
        ".package(path: \"\(Path.relative(package.identity, to: own.identity))\")"
    }
    return entry
  }
}
