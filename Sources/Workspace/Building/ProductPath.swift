internal import Graph
internal import Projects
internal import Files
internal import Paths

/// The parts of a product's path, computed once for each path.
struct ProductPath {
  /// The modules that build it, whichever module depends on it.
  private(set) var builders: [Int32] = []
  var ending: ProductType.FileExtension?
  /// Whether it has no folder.
  var isBare: Bool
  /// Whether it is a bare file name other than a `.framework`.
  var isFile = false
  /// Whether it is in the folder that all projects of a workspace build into.
  var isInProductsFolder: Bool

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
    if builders.isEmpty, stem.hasPrefix("lib") {
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
