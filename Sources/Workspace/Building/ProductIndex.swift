internal import Files
internal import Graph
internal import Paths
internal import Projects
internal import Text
internal import WorkspaceReading

/// The modules that targets build, by product name.
struct ProductIndex {
  /// The first module with each product name, and the others in order.
  private let first: [String: Int32]
  private let others: [String: [Int32]]
  /// The modules by product names that they have in some configurations only, in order.
  private let configured: [String: [Int32]]

  init(_ places: [TargetPlace], _ traits: [LinkTraits], _ projects: [Project]) {
    var first: [String: Int32] = [:]
    first.reserveCapacity(places.count)
    var others: [String: [Int32]] = [:]
    var configured: [String: [Int32]] = [:]
    for (number, place) in places.enumerated() where traits[number].kind == .plain {
      let name =
        projects[place.spec].targets[place.target].builtProductName
        ?? projects[place.spec].targets[place.target].name
      let module = Int32(truncatingIfNeeded: number)
      if let known = first.updateValue(module, forKey: name) {
        first[name] = known
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
  }

  /// Whether several targets build products of the same name.
  var hasNamesakes: Bool { !others.isEmpty }

  /// In order of number, followed by those that build it in some configurations only.
  func builders(
    of name: String, _ ending: String?, _ traits: [LinkTraits]
  ) -> [Int32] {
    var found = first[name].map { [$0] + (others[name] ?? []) } ?? []
    if !configured.isEmpty, let further = configured[name] {
      found += further.filter { !found.contains($0) }
    }
    return found.filter { traits[Int($0)].type.fileExtension == ending }
  }
}

/// The parts of a product's path, computed once for each path.
struct ProductPath {
  /// The modules that build it, whichever module depends on it.
  private(set) var builders: [Int32] = []
  var ending: String?
  var isBare: Bool
  /// Whether it is a bare file name other than a `.framework`.
  var isFile = false
  /// Whether it is in the folder that all projects of a workspace build into.
  var isInProductsFolder: Bool

  init(_ path: String, products: ProductIndex, traits: [LinkTraits]) {
    isBare = !path.utf8.contains(UInt8(ascii: "/"))
    isInProductsFolder =
      !isBare
      && (("/" + path).containsBytes(of: "/Build/Products/")
        || path.containsBytes(of: "BUILT_PRODUCTS_DIR")
        || path.containsBytes(of: "CONFIGURATION_BUILD_DIR"))
    let file = isBare ? path : Path.lastComponent(path)
    let (stem, text) = Path.splitExtension(file)
    if let text {
      isFile = isBare && ["xcframework", "a", "dylib", "tbd"].contains(text)
      // Products have no other extensions.
      if !ProductType.isFileExtension(text) { return }
      ending = text
    }
    builders = products.builders(of: stem, ending, traits)
    if builders.isEmpty, stem.hasPrefix("lib") {
      builders = products.builders(of: String(stem.dropFirst(3)), ending, traits)
    }
  }
}
