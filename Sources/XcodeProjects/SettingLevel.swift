internal import Diagnostics
internal import Projects
internal import Text

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

  private static let names = allCases.map { (key: $0, name: Array($0.rawValue.utf8)) }

  init?(name: ArraySlice<UInt8>) {
    let known = Self.names.first { $0.name.count == name.count && $0.name.elementsEqual(name) }
    guard let known else { return nil }
    self = known.key
  }
}

/// What one level says of a setting.
struct SettingValues: Equatable, Sendable {
  var text: String?
  /// The values under conditions such as `[sdk=iphoneos*]`.
  var conditional: [String] = []
  /// The location of `OTHER_LDFLAGS` in a project.
  fileprivate(set) var location: SourceRange?

  private static let mostConditions = 32

  /// Adds the value of an entry: a text, or the elements of a list with spaces between them.
  fileprivate mutating func add(
    _ value: PropertyListTree.Node, isConditional: Bool, in tree: PropertyListTree
  ) {
    let isList = tree.kind(value) == .list
    let list = isList ? tree.children(of: value).compactMap { tree.text($0) } : []
    guard let value = isList ? list.joined(separator: " ") : tree.text(value) else { return }
    if !isConditional {
      text = value
    } else if !conditional.contains(value), conditional.count < Self.mostConditions {
      conditional.append(value)
    }
  }
}

enum SettingLevel: Sendable {
  case table(SettingTable)
  case file(ConfigurationFile)
  /// A configuration file that is not there and that git does not ignore: it may set what no other
  /// level sets.
  case missingFile

  var table: SettingTable? { if case .table(let table) = self { table } else { nil } }

  /// - Complexity: O(1) for the *n* settings of a level with many.
  func values(of name: String, in tree: PropertyListTree) -> SettingValues {
    switch self {
    case .table(let table): table.values(of: name, in: tree)
    case .file(let file):
      SettingValues(
        text: file.value(of: name)?.text, conditional: file.conditionalValues(of: name))
    case .missingFile: SettingValues()
    }
  }
}

struct SettingTable: Sendable {
  struct Setting: Equatable {
    let key: SettingKey
    var values = SettingValues()
  }

  private let node: PropertyListTree.Node?
  /// The configuration, if the table is that of several.
  private var configuration: String?
  /// The settings that modlint reads; all others are looked up on use.
  private(set) var settings: [Setting] = []

  init(
    _ tree: PropertyListTree, _ node: PropertyListTree.Node?, file: FileID,
    in configuration: String? = nil
  ) {
    self.node = node
    self.configuration = configuration
    guard let node, tree.kind(node) == .table else { return }
    for isSpecific in configuration == nil ? [false] : [false, true] {
      var nodes = tree.children(of: node)
      while let name = nodes.next(), let value = nodes.next() {
        guard let key = SettingKey(name: tree.nameOfSetting(name)),
          let isConditional = isConditional(name, isSpecific: isSpecific, in: tree)
        else { continue }
        let index = settings.firstIndex { $0.key == key } ?? settings.count
        if index == settings.count { settings.append(Setting(key: key)) }
        settings[index].values.add(value, isConditional: isConditional, in: tree)
        if key == .linkerFlags { settings[index].values.location = tree.range(value, file: file) }
      }
    }
  }

  /// Returns the table of one configuration of several.
  func table(
    of configuration: String, in tree: PropertyListTree, file: FileID
  ) -> SettingTable {
    guard settings.allSatisfy(\.values.conditional.isEmpty) else {
      return SettingTable(tree, node, file: file, in: configuration)
    }
    var table = self
    table.configuration = configuration
    return table
  }

  /// Returns whether an entry has conditions; `nil` if it is not read now.
  ///
  /// Entries for one configuration are read after those for all, which they override.
  private func isConditional(
    _ name: PropertyListTree.Node, isSpecific: Bool, in tree: PropertyListTree
  ) -> Bool? {
    let conditions = tree.rawText(name).dropFirst(tree.nameOfSetting(name).count)
    guard let configuration, !conditions.isEmpty else {
      return isSpecific ? nil : !conditions.isEmpty
    }
    let all = String(decoding: conditions, as: UTF8.self).split(separator: "]")
    let own = all.filter { $0.hasPrefix("[config=") }
    let isMatch = own.allSatisfy { condition in
      let pattern = String(condition.dropFirst(8))
      return pattern == configuration
        || pattern.contains("*") && Glob(pattern)?.matches(configuration) ?? false
    }
    return own.isEmpty != isSpecific && isMatch ? all.count > own.count : nil
  }

  func values(of name: String, in tree: PropertyListTree) -> SettingValues {
    if let known = settings.first(where: { $0.key.rawValue == name }) { return known.values }
    var found = SettingValues()
    guard let node, SettingKey(rawValue: name) == nil else { return found }
    for isSpecific in configuration == nil ? [false] : [false, true] {
      tree.forEachEntry(ofSetting: Array(name.utf8), in: node) { name, value in
        if let isConditional = isConditional(name, isSpecific: isSpecific, in: tree) {
          found.add(value, isConditional: isConditional, in: tree)
        }
      }
    }
    return found
  }
}
