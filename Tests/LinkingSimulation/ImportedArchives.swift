/// What images take of static frameworks that are in no link phase.
///
/// The compiler names the framework in the object files, also in those of archives, and the linker looks there
/// last: it takes nothing from it if a dynamic library on the command line has the code already.
struct ImportedArchives {
  /// The frameworks of which each image takes nothing.
  private(set) var spared: [String: Set<String>] = [:]

  init(of simulation: LinkSimulation) {
    let targets = simulation.workspace.targets
    let names = Set(
      targets.map(\.name).filter { name in
        targets.contains { target in
          target.dependencies.contains {
            $0.name == name && simulation.isUnwritten($0, in: target.name)
          }
        }
      })
    let images = targets.filter { simulation.isImage($0.name) && !$0.hasObjCFlag }.map(\.name)
    // Archives that import each other are asked again, until nothing changes.
    for _ in 0...names.count {
      let before = spared
      var waiting = names
      while let library = Self.outermost(of: waiting.sorted(), in: simulation) {
        waiting.remove(library)
        decide(library, images, in: simulation)
      }
      if spared == before { break }
    }
  }

  private mutating func decide(
    _ library: String, _ images: [String], in simulation: LinkSimulation
  ) {
    for image in images { spared[image]?.remove(library) }
    let now = simulation.sparing(spared)
    let importing = images.filter { image in
      now.parts(of: image).contains(library)
        && !now.parts(of: image, withoutUnwritten: library).contains(library)
    }
    let images = simulation.workspace.targets.map(\.name).filter(simulation.isImage)
    guard images.count(where: { simulation.parts(of: $0).contains(library) }) > 1 else { return }
    for image in importing { spared[image, default: []].insert(library) }
    for image in owners(of: library, among: Set(importing), in: simulation.sparing(spared)) {
      spared[image]?.remove(library)
    }
  }

  /// The first that is in no archive of the others, or only in such as are in it.
  private static func outermost(of names: [String], in simulation: LinkSimulation) -> String? {
    let parts = Dictionary(uniqueKeysWithValues: names.map { ($0, simulation.parts(of: $0)) })
    func holds(_ outer: String, _ inner: String) -> Bool { parts[outer]?.contains(inner) ?? false }
    return names.first { name in
      names.allSatisfy { $0 == name || !holds($0, name) || holds(name, $0) }
    }
  }

  /// The images that take the library in after all: those that link no other image that has it.
  private func owners(
    of library: String, among images: Set<String>, in simulation: LinkSimulation
  ) -> Set<String> {
    var having = Set(
      simulation.workspace.targets.map(\.name).filter {
        simulation.isImage($0) && simulation.parts(of: $0).contains(library)
      })
    var taking = images.intersection(having)
    func linked(by image: String) -> Set<String> {
      Set(simulation.links(of: image)).filter { $0 != image && simulation.isImage($0) }
    }
    // No build can order images of a cycle: none of several is said to have a copy.
    let absorbing = Set(
      simulation.workspace.targets.map(\.name).filter {
        simulation.isImage($0) && simulation.sparing([:]).parts(of: $0).contains(library)
      })
    var open = images.subtracting(having).filter { image in
      Self.reached(from: image, linked).intersection(absorbing).allSatisfy {
        $0 == image || !Self.reached(from: $0, linked).contains(image)
      }
    }
    while !open.isEmpty {
      if let image = open.sorted().first(where: { !linked(by: $0).isDisjoint(with: having) }) {
        open.remove(image)
      } else if let image = open.sorted().first(where: { linked(by: $0).isDisjoint(with: open) }) {
        open.remove(image)
        having.insert(image)
        taking.insert(image)
      }
    }
    return taking
  }

  private static func reached(
    from start: String, _ next: (String) -> Set<String>
  ) -> Set<String> {
    var found: Set<String> = [start]
    var open = [start]
    while let name = open.popLast() {
      for other in next(name) where found.insert(other).inserted { open.append(other) }
    }
    return found
  }
}
