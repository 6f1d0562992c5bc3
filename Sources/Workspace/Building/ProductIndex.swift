internal import Graph
internal import Projects
internal import WorkspaceReading

/// The modules that targets build, by product name.
struct ProductIndex {
  /// Whether targets of two specs build products of the same name.
  let hasNamesakes: Bool
  /// The first module with each product name, and the others in order.
  private let first: [String: Int32]
  private let others: [String: [Int32]]
  /// The modules by product names that they have in some configurations only, in order.
  private let configured: [String: [Int32]]

  /// - Complexity: O(*n*) for *n* modules.
  init(_ places: [TargetPlace], _ traits: [LinkTraits], _ projects: [Project]) {
    var first: [String: Int32] = [:]
    first.reserveCapacity(places.count)
    var others: [String: [Int32]] = [:]
    var configured: [String: [Int32]] = [:]
    var hasNamesakes = false
    for (number, place) in places.enumerated() where traits[number].kind == .plain {
      let name =
        projects[place.spec].targets[place.target].builtProductName
        ?? projects[place.spec].targets[place.target].name
      let module = Int32(truncatingIfNeeded: number)
      if let known = first.updateValue(module, forKey: name) {
        first[name] = known
        if places[Int(others[name]?.last ?? known)].spec != place.spec { hasNamesakes = true }
        others[name, default: []].append(module)
      }
      guard let settings = projects[place.spec].targets[place.target].rare.first?.linkSettings
      else { continue }
      for name in Set(settings.values.compactMap(\.productName)) {
        configured[name, default: []].append(module)
      }
    }
    (self.first, self.others) = (first, others)
    self.configured = configured
    self.hasNamesakes = hasNamesakes
  }

  /// Returns the modules with a product name, in order of number.
  func modules(named name: String) -> [Int32] {
    first[name].map { [$0] + (others[name] ?? []) } ?? []
  }

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
