internal import Graph
internal import Projects

/// The modules that targets build, by the names of their products.
struct ProductIndex {
  /// Whether targets of two specifications build products of one name.
  let hasNamesakes: Bool
  /// For each name, the first module whose product is called that, and for each module the next one.
  private let first: [Int]
  private let next: [Int]
  /// The modules whose products are called otherwise in some configuration, by those names; in order.
  private let configured: [NameID: [Int]]

  /// Chains the modules of each product name, in order of number.
  ///
  /// - Complexity: O(*n*) for *n* modules and names.
  init(_ places: [TargetPlace], _ traits: [LinkTraits], _ batch: borrowing ProjectBatch) {
    var first = [Int](repeating: -1, count: batch.names.count)
    var next = [Int](repeating: -1, count: places.count)
    var hasNamesakes = false
    var configured: [NameID: [Int]] = [:]
    for module in places.indices.reversed() where traits[module].kind == .plain {
      let target = batch.targets[places[module].target]
      let name = Int(batch.names.form(of: target.builtProductName ?? target.name).index)
      let other = first[name]
      if other >= 0, places[other].spec != places[module].spec { hasNamesakes = true }
      next[module] = first[name]
      first[name] = module
      guard target.linkSettings >= 0 else { continue }
      let names = batch.linkSettings[Int(target.linkSettings)].values.compactMap(\.productName)
      for name in Set(names.map { batch.names.form(of: $0) }) {
        configured[name, default: []].insert(module, at: 0)
      }
    }
    self.configured = configured
    self.first = first
    self.next = next
    self.hasNamesakes = hasNamesakes
  }

  /// The first module whose product has that name, which is the form of a name.
  func first(_ form: NameID) -> Int? {
    let form = Int(form.index)
    guard form < first.count, first[form] >= 0 else { return nil }
    return first[form]
  }

  /// The next module whose product has the same name.
  func next(after module: Int) -> Int? { next[module] >= 0 ? next[module] : nil }

  /// The modules whose products have that name, not in all configurations.
  func modulesNamed(inSomeConfiguration form: NameID) -> [Int] {
    configured.isEmpty ? [] : configured[form] ?? []
  }

  /// The modules whose products have that name, in order of number; last those that have it in some
  /// configurations alone.
  func modules(_ form: NameID) -> [Int] {
    var result: [Int] = []
    var module = first(form)
    while let found = module {
      result.append(found)
      module = next(after: found)
    }
    return result + modulesNamed(inSomeConfiguration: form).filter { !result.contains($0) }
  }
}

/// The specifications by the project files that XcodeGen writes for them.
struct ProjectIndex {
  private var numbers: [String: Int] = [:]

  /// Of several specifications that write one file the first counts.
  ///
  /// - Complexity: O(*n*) for *n* specifications; O(1) where none refers to another project.
  init(_ specs: borrowing SpecTable) {
    guard !specs.batch.projectReferences.isEmpty else { return }
    for number in specs.specs.indices {
      let path = specs.projectPath(of: number)
      if numbers[path] == nil { numbers[path] = number }
    }
  }

  /// The number of the specification that XcodeGen writes the project at `path` for.
  ///
  /// Asked of the paths of project references alone.
  func spec(at path: String) -> Int? { numbers[path] }
}
