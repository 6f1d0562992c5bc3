internal import Diagnostics
import Graph
internal import Paths

// Dependencies on targets of local packages, which only products make available to other projects.
extension ModuleGraph {
  /// Returns a dependency of a spec's target on a package target.
  func productEntry(on module: ModuleID, in dependent: ModuleID) -> DependencyEntry {
    let (product, package) = (product(of: module), spec(of: module))
    let project = package?.project ?? ""
    let known = spec(of: dependent)?.packageKeys[self[module].spec]
    let key = known ?? project
    var entry =
      key == product.name
      ? DependencyEntry(.init("package", key))
      : DependencyEntry(.init("package", key), .init("product", product.name))
    if known == nil, let package, let own = spec(of: dependent) {
      let path = Path.relative(package.folder.isEmpty ? "." : package.folder, to: own.folder)
      entry = entry.with("\(key): { path: \(path) }", in: "`packages`")
    }
    return product.isThere ? entry : entry.withProduct(product.name, of: project)
  }

  /// Returns the product by which other projects can link a package target: the one with its name,
  /// else the one with the fewest other targets.
  ///
  /// If no product contains it, returns the name of a product to add.
  func product(of module: ModuleID) -> (name: String, isThere: Bool) {
    let name = self[module].name
    let products = (spec(of: module)?.products ?? []).filter { $0.targets.contains(name) }
    let best =
      products.first { $0.name == name } ?? products.min { $0.targets.count < $1.targets.count }
    return (best?.name ?? name, best != nil)
  }
}

extension DependencyEntry {
  /// Returns the entry together with a product to add to the package.
  func withProduct(_ name: String, of package: String) -> DependencyEntry {
    with(
      ".library(name: \"\(name)\", targets: [\"\(name)\"])",
      in: "the products of package '\(package)'")
  }
}
