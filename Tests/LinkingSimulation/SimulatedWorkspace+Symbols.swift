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
        let found = after.definitions(for: image)
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
  fileprivate func definitions(for image: String) -> Set<String> {
    let own = parts(of: image)
    var found = own
    for name in own.flatMap({ links(of: $0) }) where !isStatic(name) {
      found.formUnion(parts(of: name))
    }
    if let host = host(of: image) { found.formUnion(parts(of: host)) }
    return found
  }
}
