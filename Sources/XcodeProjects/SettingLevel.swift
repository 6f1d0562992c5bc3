internal import Diagnostics

/// The build settings that modlint reads.
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

  /// By the length of their names.
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

  private var known: [(key: SettingKey, setting: Setting)] = []
  private var others: [String: Setting] = [:]
  /// The settings in a project, among which those that are not known are looked up when they are
  /// used.
  private var table: (tree: PropertyListTree, node: PropertyListTree.Node)?
  /// The place of `OTHER_LDFLAGS` in the project.
  private(set) var linkerFlags: SourceRange?
  /// The configuration file is not in the tree, so that any setting can have any value.
  private(set) var isMissing = false

  init() {}

  static let missing = {
    var level = SettingLevel()
    level.isMissing = true
    return level
  }()

  /// The settings of a `buildSettings` table.
  init(_ objects: ProjectObjects, table: PropertyListTree.Node) {
    let tree = objects.tree
    guard tree.kind(table) == .table else { return }
    self.table = (tree, table)
    var entries = tree.children(of: table)
    while let key = entries.next(), let value = entries.next() {
      let (name, isConditional) = Self.name(of: tree.rawText(key))
      guard let known = SettingKey(name: name), let text = Self.text(of: value, in: tree) else {
        continue
      }
      add(known, text, isConditional: isConditional)
      if known == .linkerFlags { linkerFlags = objects.range(ofNode: value) }
    }
  }

  /// Splits `NAME[sdk=…]` into the name and whether there are conditions.
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
    return tree.children(of: node).compactMap(tree.text).joined(separator: " ")
  }

  private mutating func add(_ key: SettingKey, _ value: String, isConditional: Bool) {
    let index = known.firstIndex { $0.key == key } ?? known.count
    if index == known.count { known.append((key, Setting())) }
    known[index].setting.add(value, isConditional: isConditional)
  }

  /// Adds a setting of a configuration file, whose key can have conditions.
  mutating func add(_ key: Substring, _ value: String) {
    let (name, isConditional) = Self.name(of: Array(key.utf8)[...])
    if let known = SettingKey(name: name) {
      add(known, value, isConditional: isConditional)
    } else {
      let name = String(decoding: name, as: UTF8.self)
      others[name, default: Setting()].add(value, isConditional: isConditional)
    }
  }

  /// Adds the settings of an included file, which replace earlier ones.
  mutating func merge(_ included: SettingLevel) {
    for (key, setting) in included.known {
      if let text = setting.text { add(key, text, isConditional: false) }
      for text in setting.conditional { add(key, text, isConditional: true) }
    }
    others.merge(included.others) { old, new in
      Setting(text: new.text ?? old.text, conditional: old.conditional + new.conditional)
    }
  }

  func setting(_ key: SettingKey) -> Setting {
    known.first { $0.key == key }?.setting ?? Setting()
  }

  /// - Complexity: O(*n*) for *n* settings of a project.
  func setting(named name: String) -> Setting {
    if let key = SettingKey(rawValue: name) { return setting(key) }
    guard let (tree, node) = table else { return others[name] ?? Setting() }
    var found = Setting()
    var entries = tree.children(of: node)
    while let key = entries.next(), let value = entries.next() {
      let (other, isConditional) = Self.name(of: tree.rawText(key))
      guard other.elementsEqual(name.utf8), let text = Self.text(of: value, in: tree) else {
        continue
      }
      found.add(text, isConditional: isConditional)
    }
    return found
  }
}
