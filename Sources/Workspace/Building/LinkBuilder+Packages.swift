internal import Diagnostics
internal import Graph
internal import Packages
internal import WorkspaceReading

extension LinkBuilder {
  /// Notes the unknown targets of the products of packages.
  ///
  /// A product is not a module, so they are reported for the first module of its package.
  mutating func noteUnknownTargets(of package: LocalPackage, _ number: Int) {
    guard let manifest = package.manifest,
      let first = manifest.targets.first(where: \.kind.isModule),
      let module = resolver.module(first.name, inPackage: number)
    else { return }
    let known = KnownNames(package.linkableNames)
    for product in manifest.products {
      for target in product.targets where package.target(named: target.name) == nil {
        var reference = UnknownReference(
          from: ModuleID(module), name: target.name, location: targets.specs.range(target.location),
          isInherited: false, scope: .packageTargets(known: known))
        reference.product = product.name
        unknown.append(reference)
      }
    }
  }
}
