internal import Graph
internal import Projects

/// The modules that targets build, by product name.
struct ProductIndex {
  /// Whether targets of two specs build products of the same name.
  let hasNamesakes: Bool
  /// The modules by product name, in order.
  private let modules: [String: [Int32]]
  /// The modules by product names that they have in some configurations only, in order.
  private let configured: [String: [Int32]]

  /// - Complexity: O(*n*) for *n* modules.
  init(_ places: [TargetPlace], _ traits: [LinkTraits], _ projects: [Project]) {
    var modules: [String: [Int32]] = [:]
    modules.reserveCapacity(places.count)
    var configured: [String: [Int32]] = [:]
    var hasNamesakes = false
    for (number, place) in places.enumerated() where traits[number].kind == .plain {
      let name =
        projects[place.spec].targets[place.target].builtProductName
        ?? projects[place.spec].targets[place.target].name
      let module = Int32(truncatingIfNeeded: number)
      if let last = modules[name]?.last, places[Int(last)].spec != place.spec {
        hasNamesakes = true
      }
      modules[name, default: []].append(module)
      guard let settings = projects[place.spec].targets[place.target].linkSettings else { continue }
      for name in Set(settings.values.compactMap(\.productName)) {
        configured[name, default: []].append(module)
      }
    }
    self.modules = modules
    self.configured = configured
    self.hasNamesakes = hasNamesakes
  }

  /// Returns the modules with a product name, in order of number.
  func modules(named name: String) -> [Int32] { modules[name] ?? [] }

  /// Returns the modules that have a product name in some configurations only.
  func modules(namedInSomeConfiguration name: String) -> [Int32] {
    configured.isEmpty ? [] : configured[name] ?? []
  }

  /// Returns the modules with a product name, in order of number, followed by those that have it in
  /// some configurations only.
  func allModules(named name: String) -> [Int] {
    let modules = modules(named: name)
    let others = self.modules(namedInSomeConfiguration: name).filter { !modules.contains($0) }
    return (modules + others).map(Int.init)
  }
}

/// The specs by the path of the project that XcodeGen generates for them.
struct ProjectIndex {
  private let numbers: [String: [Int]]

  /// - Complexity: O(*n*) for *n* specs; O(1) if none refers to another project.
  init(_ specs: SpecTable) {
    let areUsed = specs.projects.contains { !$0.references.isEmpty }
    numbers = areUsed ? specs.numbersByProject() : [:]
  }

  /// Returns the number of the spec that XcodeGen generates the project at `path` for; of several,
  /// the first.
  ///
  /// Called for the paths of project references only.
  func spec(at path: String) -> Int? { numbers[path]?.first }
}
