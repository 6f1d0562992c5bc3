internal import Graph
internal import Projects
internal import Files
internal import Paths

/// The parts of a product's path, computed once for each path.
struct ProductPath {
  /// The modules that build it.
  private(set) var builders = Builders.none
  var ending: ProductType.FileExtension?
  /// Whether it has no folder.
  var isBare: Bool
  /// Whether it is a bare file name other than a `.framework`.
  var isFile = false
  /// Whether it is in the folder that all projects of a workspace build into.
  var isInProductsFolder: Bool

  /// The modules that build a product, whichever module depends on it.
  enum Builders {
    case none
    case one(Int32)
    /// Several modules with this product name.
    case several(String)
  }

  init(_ path: String, products: ProductIndex, traits: [LinkTraits]) {
    isBare = !path.utf8.contains(UInt8(ascii: "/"))
    isInProductsFolder = !isBare && Self.isInProductsFolder(path)
    let file = isBare ? path : Path.lastComponent(path)
    let (stem, text) = Path.splitExtension(file)
    if let text {
      ending = ProductType.FileExtension(rawValue: text)
      isFile = isBare && ["xcframework", "a", "dylib", "tbd"].contains(text)
      // Products have no other extensions.
      if ending == nil { return }
    }
    builders = products.builders(of: stem, ending, traits)
    if case .none = builders, stem.hasPrefix("lib") {
      builders = products.builders(of: String(stem.dropFirst(3)), ending, traits)
    }
  }

  private static func isInProductsFolder(_ path: String) -> Bool {
    var isIn = ("/" + path).contains("/Build/Products/")
    _ = path.replacingVariables { name in
      if name == "BUILT_PRODUCTS_DIR" || name == "CONFIGURATION_BUILD_DIR" { isIn = true }
      return nil
    }
    return isIn
  }
}

extension ProductIndex {
  /// Returns the modules that build a product, by its name without extension.
  ///
  /// Falls back to the first module that builds it in some configurations only.
  fileprivate func builders(
    of name: String, _ ending: ProductType.FileExtension?, _ traits: [LinkTraits]
  ) -> ProductPath.Builders {
    let found = modules(named: name).filter { traits[Int($0)].type.fileExtension == ending }
    if found.count > 1 { return .several(name) }
    let module =
      found.first
      ?? modules(namedInSomeConfiguration: name).first {
        traits[Int($0)].type.fileExtension == ending
      }
    return module.map { .one($0) } ?? .none
  }
}
