// What the linker finds, and where.
extension SimulatedWorkspace {
  /// The images that take code of a static library and find it no more once the workspace is `edited`, each
  /// as `image library`.
  ///
  /// An image finds what is in its own archives, and what is in the archives of the dynamic libraries that
  /// it links itself: of what those load it sees nothing, since nothing is re-exported. A bundle of tests also
  /// finds what its host has.
  package func undefinedSymbols(after edited: SimulatedWorkspace) -> [String] {
    var missing: Set<String> = []
    for (before, after) in zip(simulations, edited.simulations) {
      for image in targets.map(\.name) where before.isImage(image) && before.isBuilt(image) {
        let found = after.definitions(for: image, importing: before)
        for library in before.parts(of: image) where library != image && !found.contains(library) {
          missing.insert("\(image) \(library)")
        }
      }
    }
    return missing.sorted()
  }
}

extension LinkSimulation {
  /// The targets and archives whose code the linker finds for an image.
  ///
  /// What its object files name because of an import, as `before` shows, they name as well once it is dynamic.
  fileprivate func definitions(
    for image: String, importing before: LinkSimulation
  ) -> Set<String> {
    let own = parts(of: image)
    var found = own
    for part in own {
      let imported = before.dependencies(of: part).filter {
        $0.link == false && before.link($0, in: part) == .certain
      }.map(\.name)
      for name in links(of: part) + imported where !isStatic(name) {
        found.formUnion(parts(of: name))
      }
    }
    if let host = host(of: image) { found.formUnion(parts(of: host)) }
    return found
  }
}
