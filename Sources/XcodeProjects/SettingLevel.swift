internal import Diagnostics

/// The build settings read by modlint.
enum SettingKey: String, CaseIterable, Sendable {
  case bridgingHeader = "SWIFT_OBJC_BRIDGING_HEADER"
  case bundleIdentifier = "PRODUCT_BUNDLE_IDENTIFIER"
  case diamondDiagnostic = "DISABLE_DIAMOND_PROBLEM_DIAGNOSTIC"
  case infoPropertyList = "INFOPLIST_FILE"
  case iOSMinimum = "IPHONEOS_DEPLOYMENT_TARGET"
  case linkerFlags = "OTHER_LDFLAGS"
  case machOType = "MACH_O_TYPE"
  case macOSMinimum = "MACOSX_DEPLOYMENT_TARGET"
  case mergedBinaryType = "MERGED_BINARY_TYPE"
  case moduleName = "PRODUCT_MODULE_NAME"
  case prefixHeader = "GCC_PREFIX_HEADER"
  case productName = "PRODUCT_NAME"
  case sdk = "SDKROOT"
  case supportedPlatforms = "SUPPORTED_PLATFORMS"
  case testHost = "TEST_HOST"
  case tvOSMinimum = "TVOS_DEPLOYMENT_TARGET"
  case visionOSMinimum = "XROS_DEPLOYMENT_TARGET"
  case watchOSMinimum = "WATCHOS_DEPLOYMENT_TARGET"

  /// The settings by the length of their names.
  private static let byLength: [[(key: Self, name: [UInt8])]] = {
    let names = allCases.map { (key: $0, name: Array($0.rawValue.utf8)) }
    return (0...(names.map(\.name.count).max() ?? 0)).map { length in
      names.filter { $0.name.count == length }
    }
  }()

  init?(name: ArraySlice<UInt8>) {
    guard Self.byLength.indices.contains(name.count),
      let known = Self.byLength[name.count].first(where: { name.elementsEqual($0.name) })
    else { return nil }
    self = known.key
  }
}

/// The settings of a target, a project or a configuration file.
struct SettingLevel: Sendable {
  /// The values of one setting.
  struct Setting: Sendable {
    var text: String?
    /// The values under conditions such as `[sdk=iphoneos*]`.
    var conditional: [String] = []

    fileprivate mutating func add(_ value: String, isConditional: Bool) {
      if isConditional { conditional.append(value) } else { text = value }
    }
  }

  private struct Entry {
    /// The setting; `nil` for one of a configuration file that only other settings refer to.
    var key: SettingKey?
    var name = ""
    var value: String
    var isConditional: Bool
  }

  /// The entries of configuration files; later values of a setting replace earlier ones.
  private var entries: [Entry] = []
  /// The table of settings in a project; settings without a key are looked up in it on use.
  private var table: PropertyListTree.Node?
  /// The location of `OTHER_LDFLAGS` in the project.
  private(set) var linkerFlags: SourceRange?
  /// Whether the configuration file is not in the tree, so that any setting can have any value.
  private(set) var isMissing = false

  init() {}

  static let missing = {
    var level = SettingLevel()
    level.isMissing = true
    return level
  }()

  /// Reads the settings of a `buildSettings` table.
  init(_ objects: ProjectObjects, table: PropertyListTree.Node) {
    self.table = table
    Self.visit(table, in: objects.tree) { name, isConditional, node in
      guard let key = SettingKey(name: name), let value = Self.text(of: node, in: objects.tree)
      else { return }
      entries.append(Entry(key: key, value: value, isConditional: isConditional))
      if key == .linkerFlags { linkerFlags = objects.range(ofNode: node) }
    }
  }

  /// Calls `body` with the name, the presence of conditions, and the value of each setting.
  private static func visit(
    _ table: PropertyListTree.Node, in tree: PropertyListTree,
    _ body: (ArraySlice<UInt8>, Bool, PropertyListTree.Node) -> Void
  ) {
    guard tree.kind(table) == .table else { return }
    var nodes = tree.children(of: table)
    while let key = nodes.next(), let value = nodes.next() {
      let (name, isConditional) = name(of: tree.rawText(key))
      body(name, isConditional, value)
    }
  }

  /// Splits `NAME[sdk=…]` into the name and the presence of conditions.
  private static func name(of key: ArraySlice<UInt8>) -> (ArraySlice<UInt8>, isConditional: Bool) {
    guard key.last == UInt8(ascii: "]") else { return (key, false) }
    return (key.prefix { $0 != UInt8(ascii: "[") }, true)
  }

  /// Returns a text, or the elements of a list with spaces between them.
  private static func text(
    of node: PropertyListTree.Node, in tree: PropertyListTree
  ) -> String? {
    if let text = tree.text(node) { return text }
    guard tree.kind(node) == .list else { return nil }
    return tree.children(of: node).compactMap { tree.text($0) }.joined(separator: " ")
  }

  /// Adds a setting of a configuration file.
  mutating func add(_ name: String, isConditional: Bool, _ value: String) {
    let key = SettingKey(rawValue: name)
    entries.append(
      Entry(
        key: key, name: key == nil ? name : "", value: value, isConditional: isConditional))
  }

  /// Adds the settings of an included file, which replace earlier ones.
  mutating func merge(_ included: SettingLevel) { entries += included.entries }

  func setting(_ key: SettingKey) -> Setting {
    var found = Setting()
    for index in entries.indices where entries[index].key == key {
      found.add(entries[index].value, isConditional: entries[index].isConditional)
    }
    return found
  }

  /// Returns the values of the setting with this name.
  ///
  /// - Complexity: O(*n*) for *n* settings.
  func setting(named name: String, in tree: PropertyListTree) -> Setting {
    if let key = SettingKey(rawValue: name) { return setting(key) }
    var found = Setting()
    for entry in entries where entry.key == nil && entry.name == name {
      found.add(entry.value, isConditional: entry.isConditional)
    }
    if let table {
      Self.visit(table, in: tree) { other, isConditional, value in
        guard other.elementsEqual(name.utf8), let text = Self.text(of: value, in: tree) else {
          return
        }
        found.add(text, isConditional: isConditional)
      }
    }
    return found
  }
}
