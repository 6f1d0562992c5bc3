import Graph

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
    if package.identity == own.identity { return DependencyEntry(line: "\"\(name)\"") }
    // SwiftPM goes by the folder of a package that is given by its path.
    let folder = package.identity.split(separator: "/").last.map(String.init) ?? package.name
    var entry = DependencyEntry(
      line: ".product(name: \"\(name)\", package: \"\(folder == "." ? package.name : folder)\")")
    let isNamed = links(from: dependent).contains { link in
      !link.isImport && self.package(of: link.to)?.identity == package.identity
    }
    if !isNamed {
      entry.package =
        ".package(path: \"\(Self.path(from: own.identity, to: package.identity))\")"
    }
    return entry
  }

  /// The way from one folder to another, both relative to the workspace root.
  private static func path(from start: String, to end: String) -> String {
    let (from, to) = (parts(start), parts(end))
    let common = zip(from, to).prefix { $0 == $1 }.count
    let up = [Substring](repeating: "..", count: from.count - common)
    let path = (up + to.dropFirst(common)).joined(separator: "/")
    return path.isEmpty ? "." : path
  }

  private static func parts(_ path: String) -> [Substring] {
    path.split(separator: "/").filter { $0 != "." }
  }
}
