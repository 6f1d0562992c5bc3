/// A type for resolving `.name`: its name and the number of levels of arrays around it.
struct ManifestType: Hashable, Sendable {
  /// The full name, such as `Target.Dependency`.
  var name: String
  var depth = 0
  /// The elements of a tuple, which has an empty name.
  var fields: [Field] = []

  struct Field: Hashable, Sendable {
    /// The label; empty without one.
    var label: String
    /// The type; nil for one that is not supported.
    var type: ManifestType?
    var isOptional = false
  }

  static let text = ManifestType(name: "String")
  static let package = ManifestType(name: "Package")
  static let product = ManifestType(name: "Product")
  static let target = ManifestType(name: "Target")
  static let dependency = ManifestType(name: "Target.Dependency")
  static let plugin = ManifestType(name: "Target.PluginUsage")
  static let packageDependency = ManifestType(name: "Package.Dependency")
  static let requirement = ManifestType(name: "Package.Dependency.Requirement")
  static let libraryType = ManifestType(name: "Product.Library.LibraryType")
  static let condition = ManifestType(name: "TargetDependencyCondition")
  static let platform = ManifestType(name: "Platform")
  static let supportedPlatform = ManifestType(name: "SupportedPlatform")
  static let resource = ManifestType(name: "Resource")
  static let targetType = ManifestType(name: "Target.TargetType")
  static let bool = ManifestType(name: "Bool")
  static let setting = ManifestType(name: "SwiftSetting")
  /// `Element` in an extension of all arrays.
  static let anyElement = ManifestType(name: "Element")

  var list: ManifestType { nested(by: 1) }
  var element: ManifestType? { depth > 0 ? nested(by: -1) : nil }

  /// Returns a type with more levels of arrays around it.
  func nested(by levels: Int) -> ManifestType {
    ManifestType(name: name, depth: depth + levels, fields: fields)
  }
  /// Returns the type of dictionaries from strings.
  static func dictionary(of value: ManifestType?) -> ManifestType {
    ManifestType(name: "Dictionary", fields: [Field(label: "", type: value)])
  }

  var valueOfDictionary: ManifestType? { name == "Dictionary" ? fields.first?.type : nil }

  /// Whether its values contain targets or products.
  var isOfObjects: Bool { name == "Target" || name == "Product" || name == "Package" }
  /// The name that identifies its extensions.
  var key: String { depth == 0 ? name : String(repeating: "[", count: depth) + name }

  /// Types with members; a manifest that declares a type with such a name is computed.
  static let builtins: Set<String> = [
    "PackageDescription", "Package", "Target", "Product", "Dependency", "PluginUsage", "Version",
    "Platform", "SupportedPlatform", "SwiftVersion", "SwiftLanguageMode", "Resource", "CSetting",
    "CXXSetting", "SwiftSetting", "LinkerSetting", "BuildConfiguration", "SystemPackageProvider",
    "LanguageTag", "CLanguageStandard", "CXXLanguageStandard", "TargetDependencyCondition",
    "BuildSettingCondition", "PluginCapability", "PluginCommandIntent", "PluginPermission", "Trait",
    "String", "Array", "Set", "Dictionary", "Optional", "Context", "ProcessInfo", "Library",
    "LibraryType", "Requirement", "Bool",
  ]

  /// Types of values that do not affect the graph.
  static let settings: Set<String> = [
    "SwiftSetting", "CSetting", "CXXSetting", "LinkerSetting", "BuildSettingCondition",
  ]

  /// Nested types with their full name.
  static let nested: Set<String> = [
    "Target.Dependency", "Target.PluginUsage", "Package.Dependency",
    "Package.Dependency.Requirement", "Target.TargetType", "Product.Library",
    "Product.Library.LibraryType",
  ]

  /// Returns the type of an argument by its label.
  ///
  /// The second value is whether a manifest is read even if the value of the argument is unknown.
  ///
  /// - Returns: nil if the argument does not affect the graph.
  static func argument(
    _ label: String, of function: String
  ) -> (type: ManifestType, isOptional: Bool)? {
    switch label {
    case "name", "path", "url", "id", "package": (.text, false)
    case "targets": (function == "Package" ? target.list : text.list, false)
    case "dependencies": (function == "Package" ? packageDependency.list : dependency.list, false)
    case "products": (product.list, false)
    case "from", "exact", "branch", "revision", "publicHeadersPath": (.text, true)
    case "": (function == "package" ? requirement : text, true)
    case "platforms": (function == "when" ? platform.list : supportedPlatform.list, true)
    case "plugins": (plugin.list, false)
    case "exclude", "sources": (text.list, true)
    case "resources": (resource.list, true)
    case "type": (libraryType, false)
    case "condition": (condition, true)
    case "moduleAliases": (ManifestType(name: "Dictionary"), true)
    default: nil
    }
  }

  /// The functions of PackageDescription that define the graph.
  static let functions: Set<String> = [
    "target", "executableTarget", "testTarget", "macro", "plugin", "systemLibrary", "binaryTarget",
    "library", "executable", "package", "product", "byName", "targetItem", "productItem",
    "byNameItem", "when", "custom", "process", "copy", "embedInCode", "static", "dynamic", "init",
    "none", "some",
  ]
}
