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
    case several(NameID)
  }

  init(
    _ reference: NameID, names: borrowing NameTable, products: ProductIndex, traits: [LinkTraits]
  ) {
    var file = names.bytes(of: reference)
    isBare = !file.contains(UInt8(ascii: "/"))
    isInProductsFolder = false
    if !isBare {
      let path = names.string(reference)
      isInProductsFolder = Self.isInProductsFolder(path)
      file = Array(Path.lastComponent(path).utf8)[...]
    }
    if let dot = file.lastIndex(of: UInt8(ascii: ".")), dot > file.startIndex,
      dot + 1 < file.endIndex
    {
      let text = file[(dot + 1)...]
      // Avoids a string for each product: most are frameworks.
      let isFramework = text == Self.framework
      isFile = isBare && !isFramework && Self.fileExtensions.contains { $0.elementsEqual(text) }
      // Products have no other extensions.
      ending =
        isFramework
        ? .framework : ProductType.FileExtension(rawValue: String(decoding: text, as: UTF8.self))
      if ending == nil { return }
      file = file[..<dot]
    }
    builders = products.builders(of: names.find(file).map { names.form(of: $0) }, ending, traits)
    if case .none = builders, file.starts(with: "lib".utf8) {
      let name = names.find(file.dropFirst(3)).map { names.form(of: $0) }
      builders = products.builders(of: name, ending, traits)
    }
  }

  private static let framework = Array(ProductType.FileExtension.framework.rawValue.utf8)[...]
  private static let fileExtensions = ["xcframework", "a", "dylib", "tbd"].map { Array($0.utf8) }

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
  /// Returns the modules that build a product, by the form of its name without extension.
  ///
  /// Falls back to the first module that builds it in some configurations only.
  fileprivate func builders(
    of form: NameID?, _ ending: ProductType.FileExtension?, _ traits: [LinkTraits]
  ) -> ProductPath.Builders {
    guard let form else { return .none }
    var found: Int?
    var next = first(form)
    while let candidate = next {
      next = self.next(after: candidate)
      guard traits[candidate].type.fileExtension == ending else { continue }
      if found != nil { return .several(form) }
      found = candidate
    }
    found =
      found
      ?? modulesNamed(inSomeConfiguration: form).first { traits[$0].type.fileExtension == ending }
    return found.map { .one(Int32(truncatingIfNeeded: $0)) } ?? .none
  }
}
