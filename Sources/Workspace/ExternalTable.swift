internal import Diagnostics
internal import Graph
internal import Specs

/// What targets link but no specification builds, each once.
struct ExternalTable {
  private var numbers: [Key: Int] = [:]
  private(set) var modules: [Module] = []

  /// What makes two externals the same.
  enum Key: Hashable {
    case binary(String)
    case sdk(String)
    case product(String, package: String)
  }

  /// The number of an external among externals, which is added if it is new.
  mutating func add(
    _ key: Key, kind: Module.External, name: String, linkage: Linkage, location: SourceRange
  ) -> Int {
    if let known = numbers[key] {
      if location < modules[known].location { modules[known].location = location }
      // One reference that tells how it is built is enough.
      if modules[known].linkage == .unknown { modules[known].linkage = linkage }
      return known
    }
    numbers[key] = modules.count
    modules.append(
      Module(
        name: name, spec: -1, location: location, type: .none, platform: .auto, platforms: .all,
        linkage: linkage, roles: .external, productName: name, external: kind))
    return modules.count - 1
  }

  /// Appends all externals to `built` in order of name, and gives links that lead to them, and from
  /// one to the other, which count externals from -1 downwards so far, their final numbers.
  func finish(after builtCount: Int, _ built: inout [Module], links: inout [Link]) {
    let order = modules.indices.sorted {
      let (a, b) = (modules[$0], modules[$1])
      return a.name == b.name ? Self.rank(a) < Self.rank(b) : a.name.precedes(b.name)
    }
    var places = Array(repeating: Int32(0), count: modules.count)
    for (place, number) in order.enumerated() {
      places[number] = Int32(builtCount + place)
      built.append(modules[number])
    }
    for index in links.indices where links[index].to.index < 0 {
      links[index].to.index = places[Int(-1 - links[index].to.index)]
      let from = links[index].from.index
      if from < 0 { links[index].from.index = places[Int(-1 - from)] }
    }
  }

  private static func rank(_ module: Module) -> String {
    switch module.external {
    case .file, .carthage, .pod, nil: "0"
    case .package(let identity): "1" + identity
    case .sdk: "2"
    }
  }

  /// A name without folder, `lib` and extension: `libtide.a` is `tide`.
  static func name(ofFile path: String) -> String {
    let file = SpecPath.lastComponent(path)
    let (stem, ending) = SpecPath.splitExtension(file)
    guard ["a", "dylib", "tbd"].contains(ending), stem.hasPrefix("lib"), stem.utf8.count > 3 else {
      return stem
    }
    return String(stem.dropFirst(3))
  }
}
