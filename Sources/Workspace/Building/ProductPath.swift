internal import Graph
internal import Specs
internal import Files
internal import Paths

/// What the path of a product says, worked out once for each path however often it is written.
struct ProductPath {
  /// The name of the file without extension, and without `lib`, as forms of names; those that no
  /// module has are `nil`.
  var stem: NameID?
  var stemWithoutLib: NameID?
  var ending: ProductType.FileExtension?
  /// Whether it has no folder.
  var isBare: Bool
  /// Whether it is a lone file that is no `.framework`.
  var isFile = false
  /// Whether it leads into the folder that all projects of a workspace build into.
  var isInProductsFolder: Bool

  init(_ reference: NameID, names: borrowing NameTable) {
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
      // Most are, and a text for each would cost more than all the rest.
      let isFramework = text.elementsEqual(ProductType.FileExtension.framework.rawValue.utf8)
      isFile = isBare && !isFramework && Self.fileExtensions.contains { $0.elementsEqual(text) }
      // No product ends in anything else.
      ending =
        isFramework
        ? .framework : ProductType.FileExtension(rawValue: String(decoding: text, as: UTF8.self))
      if ending == nil { return }
      file = file[..<dot]
    }
    stem = names.find(file).map { names.form(of: $0) }
    if file.starts(with: "lib".utf8) {
      stemWithoutLib = names.find(file.dropFirst(3)).map { names.form(of: $0) }
    }
  }

  private static let fileExtensions = ["xcframework", "a", "dylib", "tbd"].map { Array($0.utf8) }

  private static func isInProductsFolder(_ path: String) -> Bool {
    ["BUILT_PRODUCTS_DIR", "CONFIGURATION_BUILD_DIR"].contains {
      path.contains("$(\($0))") || path.contains("${\($0)}")
    } || ("/" + path).contains("/Build/Products/")
  }
}
